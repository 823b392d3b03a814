import { expect, test } from 'vitest'
import { addressOf, errorOf } from './api.ts'

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
