// The command that sends one message as a carrier would, ready for a POSIX shell. Whatever the fields are called, the
// shell sees one word. Pure.
export type HttpSample = {
  url: string
  secret: string
  authentication: 'signature' | 'token'
  fields: { id: string; sender: string; recipient: string; text: string }
}

/** One word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** With the secret in it: for the one moment when it may be shown. */
export function sampleCommand({ url, secret, authentication, fields }: HttpSample): string {
  const body = JSON.stringify({
    [fields.id]: 'test-1',
    [fields.sender]: 'Inrange',
    [fields.recipient]: 'A NUMBER OF YOURS',
    [fields.text]: 'Hello',
  })
  const given = [`secret=${shellWord(secret)}`, `body=${shellWord(body)}`]
  const json = `-H 'content-type: application/json' --data-raw "$body" ${shellWord(url)}`
  if (authentication === 'token') return [...given, `curl -H "authorization: Bearer $secret" ${json}`].join('\n')
  return [
    ...given,
    'timestamp=$(date +%s)',
    `signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1)`,
    `curl -H "x-inrange-timestamp: $timestamp" -H "x-inrange-signature: $signature" ${json}`,
  ].join('\n')
}
