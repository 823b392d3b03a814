import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, errorOf, sendSignedIn } from './api.ts'
import { holdSession } from './session.ts'

afterEach(() => {
  holdSession(null)
  globalThis.inrangeRead = undefined
  vi.unstubAllGlobals()
})

function stayAs(token: string): void {
  vi.stubGlobal('document', { visibilityState: 'hidden', addEventListener: () => undefined })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked')))
  const expiresAt = Math.floor(Date.now() / 1000) + 3_600
  holdSession({ access_token: token, expires_at: expiresAt } as never)
}

test('an answer that was asked for early is taken once, by the very session that asked', async () => {
  const address = '/api/v1/dashboard?zone=UTC'
  const ask = async (at = address) => (await sendSignedIn(at, {})).text()
  const early = (token: string, response = new Response('early')) => {
    globalThis.inrangeRead = {
      address,
      answer: Promise.resolve({ token, response: Promise.resolve(response) }),
    }
  }
  stayAs('ours')
  early('ours')
  expect(await ask('/api/v1/account')).toBe('asked')
  expect([await ask(), await ask()]).toEqual(['early', 'asked'])
  early('of somebody else')
  expect(await ask()).toBe('asked')
  early('ours', new Response('refused', { status: 403 }))
  expect(await ask()).toBe('asked')
  globalThis.inrangeRead = { address, answer: Promise.reject(new TypeError('Failed to fetch')) }
  expect(await ask()).toBe('asked')
})

test('an address fills its names, encodes them, and leaves out what is empty', () => {
  expect(addressOf('/ranges/{rangeId}', { params: { rangeId: 'rng/1' } })).toBe('/api/v1/ranges/rng%2F1')
  expect(addressOf('/messages', { query: { text: 'a b&c', read: undefined, sender: '', limit: 20 } })).toBe(
    '/api/v1/messages?text=a+b%26c&limit=20',
  )
})

test('an address with a missing name is our own bug, not a request', () => {
  expect(() => addressOf('/ranges/{rangeId}', {})).toThrow('The address /ranges/{rangeId} needs rangeId.')
})

test('the error of the server comes through with its code, its fields and its request id', async () => {
  const body = {
    error: {
      code: 'range_overlaps',
      message: 'Overlaps UK Mobile 01.',
      requestId: 'req_1',
      fields: { startNumber: 'x' },
    },
  }
  const error = await errorOf(Response.json(body, { status: 409, headers: { 'retry-after': '3' } }))
  expect(error).toMatchObject({
    code: 'range_overlaps',
    status: 409,
    message: 'Overlaps UK Mobile 01.',
    requestId: 'req_1',
    fields: { startNumber: 'x' },
    retryAfterSeconds: 3,
  })
})

test('a page of a proxy is an error too', async () => {
  const error = await errorOf(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(error).toMatchObject({
    code: 'unavailable',
    status: 502,
    message: 'The server answered 502.',
    requestId: null,
  })
})
