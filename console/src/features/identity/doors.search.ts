// What stands in the addresses that links and providers lead to: a code to exchange, a token to spend, or why there is
// neither. Read once from the address itself and then taken out of it, so that it stays in no history. Pure.
export type DoorFacts = {
  code: string | null
  /** Of a link that somebody handed over; it stands in the fragment, which no server sees. */
  token: string | null
  /** Why there is nothing; '' when there is no reason either. */
  errorCode: string
}

export function doorFactsIn(address: Pick<URL, 'search' | 'hash'>): DoorFacts {
  const query = new URLSearchParams(address.search)
  return {
    code: query.get('code'),
    token: new URLSearchParams(address.hash.replace(/^#/, '')).get('token'),
    errorCode: query.get('error_code') ?? query.get('error') ?? '',
  }
}
