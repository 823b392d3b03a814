import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStoredUser, writeStoredUser } from './signed-in-user.ts'

const ayse = {
  id: 'usr_1',
  username: 'ayse',
  email: 'ayse@example.com',
  role: 'admin',
  duty: null,
} as const
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('the remembered person comes back as written, and holds no credential', () => {
  writeStoredUser(ayse)
  expect(readStoredUser()).toEqual(ayse)
  expect(Object.keys(JSON.parse(stored.get('inrange.user') ?? '{}') as object).sort()).toEqual(Object.keys(ayse).sort())
  writeStoredUser(null)
  expect(stored.size).toBe(0)
})

test.each([
  ['{not json'],
  ['null'],
  ['[]'],
  ['{"id":"usr_1"}'],
  [JSON.stringify({ ...ayse, role: 'root' })],
  [JSON.stringify({ ...ayse, duty: 'rest' })],
])('what is no such person is removed: %s', (text) => {
  stored.set('inrange.user', text)
  expect(readStoredUser()).toBeNull()
  expect(stored.has('inrange.user')).toBe(false)
})

test('forbidden storage means nobody is remembered', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readStoredUser()).toBeNull()
})
