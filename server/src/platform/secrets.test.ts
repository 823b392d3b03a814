import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSecrets, generateKeyText, parseKeyRing, SealBroken, type SealPlace } from './secrets.ts'

const place: SealPlace = { table: 'connections', row: '018f', column: 'password' }
const ring = parseKeyRing(`k1:${generateKeyText()}`)
const secrets = createSecrets(ring)

test('what was sealed opens in its place, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const wellFormed = text.toWellFormed()
      expect(secrets.open(secrets.seal(wellFormed, place), place)).toBe(wellFormed)
    }),
  )
})

test('the sealed form holds neither the text nor the same bytes twice', () => {
  const [first, second] = [secrets.seal('hunter2', place), secrets.seal('hunter2', place)]
  expect(first).not.toContain('hunter2')
  expect(first).not.toBe(second)
})

test.each<[string, Partial<SealPlace>]>([
  ['another table', { table: 'users' }],
  ['another row', { row: '018e' }],
  ['another column', { column: 'token' }],
])('a value moved to %s is refused', (_what, moved) => {
  const sealed = secrets.seal('hunter2', place)
  expect(() => secrets.open(sealed, { ...place, ...moved })).toThrow(SealBroken)
})

test('fields that only look alike when joined are different places', () => {
  const sealed = secrets.seal('x', { table: 'a/b', row: 'c', column: 'd' })
  expect(() => secrets.open(sealed, { table: 'a', row: 'b/c', column: 'd' })).toThrow(SealBroken)
})

test('every single flipped byte of the wrapped key and of the text is refused', () => {
  const sealed = JSON.parse(secrets.seal('hunter2', place)) as Record<'key' | 'text', string>
  for (const field of ['key', 'text'] as const) {
    const bytes = Buffer.from(sealed[field], 'base64')
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      const forged = JSON.stringify({ ...sealed, [field]: changed.toString('base64') })
      expect(() => secrets.open(forged, place)).toThrow(SealBroken)
    }
  }
})

test.each(['', 'null', '{}', '{"v":2,"kid":"k1","key":"","text":""}', '{"v":1,"kid":"k1","key":"AA==","text":"AA=="}'])(
  'what is no sealed value is refused: %s',
  (text) => {
    expect(() => secrets.open(text, place)).toThrow(SealBroken)
  },
)

describe('changing the key', () => {
  const oldText = `k1:${generateKeyText()}`
  const newText = `k2:${generateKeyText()}`
  const sealed = createSecrets(parseKeyRing(oldText)).seal('hunter2', place)

  test('a ring with the new key first opens the old values and seals with the new key', () => {
    const both = createSecrets(parseKeyRing(`${newText},${oldText}`))
    expect(both.open(sealed, place)).toBe('hunter2')
    expect(both.keyIdOf(sealed)).toBe('k1')
    expect(both.keyIdOf(both.seal('x', place))).toBe('k2')
  })

  test('a rewrapped value opens with the new key alone, an untouched one does not', () => {
    const rewrapped = createSecrets(parseKeyRing(`${newText},${oldText}`)).rewrap(sealed, place)
    const onlyNew = createSecrets(parseKeyRing(newText))
    expect(onlyNew.open(rewrapped, place)).toBe('hunter2')
    expect(() => onlyNew.open(sealed, place)).toThrow(SealBroken)
  })

  test('a key of the same id but other bytes is refused', () => {
    expect(() => createSecrets(parseKeyRing(`k1:${generateKeyText()}`)).open(sealed, place)).toThrow(SealBroken)
  })
})

describe('reading a key ring', () => {
  test('keys without an id are named after themselves, the first one seals', () => {
    const [first, second] = [generateKeyText(), generateKeyText()]
    const parsed = parseKeyRing(`${first}\n${second}\n`)
    expect([...parsed.keys.values()].map((key) => key.toString('base64'))).toEqual([first, second])
    expect(parsed.activeId).toBe(parsed.keys.keys().next().value)
    expect(parsed.activeId).toMatch(/^[0-9a-f]{8}$/)
  })

  test.each([
    ['nothing', '', 'empty'],
    ['31 bytes', Buffer.alloc(31, 1).toString('base64'), 'Key 1 is not 32 bytes'],
    ['33 bytes', Buffer.alloc(33, 1).toString('base64'), 'Key 1 is not 32 bytes'],
    ['text that is not base64', '*'.repeat(43), 'Key 1 is not 32 bytes'],
    ['one id twice', `a:${generateKeyText()},a:${generateKeyText()}`, 'repeats the id a'],
  ])('%s is refused', (_what, text, problem) => {
    expect(() => parseKeyRing(text)).toThrow(problem)
  })
})
