import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { displayOf, readStoredUser, writeStoredUser } from './signed-in-user.ts'

const ayse = {
  id: 'usr_1',
  username: 'ayse',
  email: 'ayse@example.com',
  role: 'admin',
  mustChangePassword: false,
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

test.each([['{not json'], ['null'], ['[]'], ['{"id":"usr_1"}'], [JSON.stringify({ ...ayse, role: 'root' })]])(
  'what is no such person is removed: %s',
  (text) => {
    stored.set('inrange.user', text)
    expect(readStoredUser()).toBeNull()
    expect(stored.has('inrange.user')).toBe(false)
  },
)

test('forbidden storage means nobody is remembered', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readStoredUser()).toBeNull()
})

test('a display is made from what the auth service says', () => {
  const user = {
    id: '01890000-0000-7000-8000-000000000000',
    email: 'ayse@example.com',
    app_metadata: { role: 'super_admin', username: 'ayse', user_id: 'usr_1', must_change_password: true },
  }
  expect(displayOf(user)).toEqual({ ...ayse, role: 'super_admin', mustChangePassword: true })
})

test('an unknown role is shown as the least one, a missing name as the address', () => {
  const user = { id: 'usr_1', email: 'ayse@example.com', app_metadata: { role: 'root', must_change_password: 'true' } }
  expect(displayOf(user)).toEqual({ ...ayse, username: 'ayse@example.com', role: 'user' })
})
