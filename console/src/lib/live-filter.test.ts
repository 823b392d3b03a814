import { expect, test } from 'vitest'
import { everything, matcherOf, type LiveFilter, type LiveMessage } from './live-filter.ts'

const message: LiveMessage = {
  id: 'msg_1',
  from: 'Banco Ñandú',
  to: '+447700900042',
  content: 'Su código de acceso es 123456. No lo comparta',
  masked: false,
  contentDropped: false,
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

test('words occur in any order, in either case, with or without accents, the last one also as a beginning', () => {
  expect([finds({ text: 'ACCESO codigo' }), finds({ text: '"código de acceso"' }), finds({ text: 'acc' })]).toEqual([
    true,
    true,
    true,
  ])
  expect([finds({ text: 'cod acceso' }), finds({ text: 'contraseña' })]).toEqual([false, false])
  expect(finds({ text: 'codigo' }, { ...message, content: null })).toBe(false)
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
