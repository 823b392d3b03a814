import { describe, expect, test } from 'vitest'
import { everything, matcherOf, textMatcher, type LiveFilter, type LiveMessage } from './live-filter.ts'

const message: LiveMessage = {
  id: 'msg_1',
  from: 'Banco Ñandú',
  to: '+447700900042',
  content: 'Su código de acceso es 123456. No lo comparta',
  masked: false,
  time: '2026-11-20T12:00:00.000Z',
  isRead: false,
  range: { id: 'rng_1', name: 'UK Mobile 01' },
  segments: 1,
  earned: '0.004000',
  flags: [],
  position: '1',
}
const finds = (change: Partial<LiveFilter>, of = message) => matcherOf({ ...everything, ...change })?.(of)

test('a filter that asks for nothing is none', () => {
  expect([matcherOf(everything), matcherOf({ ...everything, text: '  ', number: '+' })]).toEqual([null, null])
})

describe('words', () => {
  for (const text of ['acceso codigo', 'CÓDIGO', 'código acc', '"codigo de acceso"', '"de acceso" 123456', '123'])
    test(`${text} are in the text`, () => expect(textMatcher(text)?.(message.content)).toBe(true))
  for (const text of ['cod acceso', 'acceso co', '"acceso de codigo"', 'contraseña', 'digo'])
    test(`${text} are not`, () => expect(textMatcher(text)?.(message.content)).toBe(false))
  test('binary content has none', () => expect(textMatcher('codigo')?.(null)).toBe(false))
})

test('senders and numbers are found by a part of them, in either case and however a number is written', () => {
  expect([finds({ sender: 'banco ñ' }), finds({ sender: 'caja' })]).toEqual([true, false])
  expect([finds({ number: '+44 7700-900' }), finds({ number: '0042' }), finds({ number: '0043' })]).toEqual([
    true,
    true,
    false,
  ])
})

test('all that is given has to hold', () => {
  expect(finds({ rangeId: 'rng_1', read: 'unread', text: 'acceso' })).toBe(true)
  expect(finds({ rangeId: 'rng_2', read: 'unread', text: 'acceso' })).toBe(false)
  expect(finds({ rangeId: 'rng_1', read: 'read' })).toBe(false)
})
