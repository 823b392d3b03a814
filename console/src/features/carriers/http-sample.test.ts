import { expect, test } from 'vitest'
import { sampleCommand, shellWord, type HttpSample } from './http-sample.ts'

const sample: HttpSample = {
  url: 'http://127.0.0.1/in/http/con_1',
  secret: 'inr_s3cret',
  authentication: 'signature',
  fields: { id: 'id', sender: 'from', recipient: 'to', text: 'text' },
}

/** What a POSIX shell reads in a word of single quotes and escaped quotes; null for anything else (2.2.2). */
function readByShell(word: string): string | null {
  return /^'[^']*'(?:\\''[^']*')*$/.test(word) ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : null
}

function assigned(command: string, name: string): string | null {
  const line = command.split('\n').find((each) => each.startsWith(`${name}=`))
  return readByShell(line?.slice(name.length + 1) ?? '')
}

test('the command signs the time, a dot and the very body that it sends', () => {
  const command = sampleCommand(sample)
  expect(assigned(command, 'secret')).toBe('inr_s3cret')
  expect(JSON.parse(assigned(command, 'body') ?? '')).toEqual({
    id: 'test-1',
    from: 'Inrange',
    to: 'A NUMBER OF YOURS',
    text: 'Hello',
  })
  expect(command).toContain(`signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret"`)
  expect(command.split('\n').at(-1)).toBe(
    `curl -H "x-inrange-timestamp: $timestamp" -H "x-inrange-signature: $signature" ` +
      `-H 'content-type: application/json' --data-raw "$body" 'http://127.0.0.1/in/http/con_1'`,
  )
})

test('with a token the secret travels in the header, and nothing is signed', () => {
  const command = sampleCommand({ ...sample, authentication: 'token' })
  expect(command).toContain('-H "authorization: Bearer $secret"')
  expect(command).not.toContain('signature')
})

test('no name of a field leaves its quotes', () => {
  const text = 'it\'s $(touch x) `y` "z"'
  const body = assigned(sampleCommand({ ...sample, fields: { ...sample.fields, text } }), 'body')
  expect(JSON.parse(body ?? '')).toHaveProperty([text], 'Hello')
  expect(readByShell(shellWord("a'b''"))).toBe("a'b''")
  expect(readByShell("'a'b'")).toBeNull()
})
