// Tells the server of a crash, under an id that the person sees and can quote: what kind of error, in which section and
// at which places of our own files. Never its message, nor what stood on the page: either can hold what somebody wrote
// in an SMS. In the first load and without the API, since it must work when nothing else does.
const placesMax = 12
const known = new WeakMap<object, string>()

/** '/assets/wallet.page-3f2a.js:1:2045' for each place of ours in a stack, the innermost first. */
export function placesOf(stack: string): string[] {
  return [...stack.matchAll(/\/(?:assets|src)\/[\w./-]+(?:\?[\w=&]*)?:\d+:\d+/g)]
    .slice(0, placesMax)
    .map(([place]) => place)
}

/** 'k3f9-2xq7': short enough to read out. */
function makeId(): string {
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint32Array(2))
  return [one, other].map((part) => part.toString(36).padStart(4, '0').slice(-4)).join('-')
}

/** Reports an error once, and gives its id; the same id again for the same error. */
export function reportClientError(crash: unknown): string {
  const existing = crash instanceof Error ? known.get(crash) : undefined
  if (existing !== undefined) return existing
  const id = makeId()
  if (crash instanceof Error) known.set(crash, id)
  const name = crash instanceof Error ? crash.name.replace(/[^\w$.]/g, '').slice(0, 60) : typeof crash
  const places = placesOf(crash instanceof Error ? (crash.stack ?? '') : '')
  const body = JSON.stringify({ id, name, section: location.pathname.split('/')[1], places })
  void fetch('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: true,
  }).catch(() => undefined)
  return id
}
