import { expect, test } from 'vitest'
import { hexLines, isFiltered, queryOf } from './messages.rules.ts'

const nowMs = Date.parse('2026-11-20T12:00:30.000Z')

test('an address becomes the query of a read; what is no time is left out', () => {
  expect(queryOf({ text: 'code', range: 'rng_1', from: 'yesterday', until: '2026-11-20T10:00:00Z' }, nowMs)).toEqual({
    text: 'code',
    rangeId: 'rng_1',
    until: '2026-11-20T10:00:00.000Z',
  })
})

test('a quick period ends now and takes the place of both times', () => {
  const query = queryOf({ period: 'hour', from: '2020-01-01', until: '2020-01-02' }, nowMs)
  expect(query).toEqual({ from: '2026-11-20T11:00:00.000Z' })
})

test('the owner, the page and the open message do not narrow the list', () => {
  expect(isFiltered({ owner: 'usr_1', cursor: 'c', message: 'msg_1' })).toBe(false)
  expect(isFiltered({ owner: 'usr_1', read: 'unread' })).toBe(true)
})

test('bytes are sixteen a line, with a dot for what cannot be printed', () => {
  const lines = hexLines('48656c6c6f1b7e7f'.repeat(3))
  expect(lines.map(({ offset, octets }) => [offset, octets.length])).toEqual([
    ['0000', 16],
    ['0010', 8],
  ])
  expect(lines[0]?.ascii).toBe('Hello.~.Hello.~.')
})
