import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const asked: string[] = []
const stored = new Map<string, string>()

beforeEach(() => {
  asked.length = 0
  stored.clear()
  vi.resetModules()
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return Promise.resolve(Response.json({ code: 'refresh_token_not_found', message: 'gone' }, { status: 400 }))
  })
})

afterEach(() => vi.unstubAllGlobals())

test('a first visitor is signed out without a question to the server', async () => {
  const { authState, startAuth } = await import('./auth.ts')
  startAuth()
  expect(authState()).toEqual({ kind: 'signed-out' })
  expect(asked).toEqual([])
})

test('a remembered person that cannot be read is dropped, and the server is asked', async () => {
  stored.set('inrange.user', '{not json')
  const { authState, startAuth } = await import('./auth.ts')
  startAuth()
  expect(stored.has('inrange.user')).toBe(false)
  await vi.waitFor(() => expect(authState()).toEqual({ kind: 'signed-out' }))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('grant_type=refresh_token')
})
