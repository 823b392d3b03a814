// What typed words can mean, and what they never do.
import { expect, test } from 'vitest'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { beginningWith, containing, digitsOf, hashPrefixOf, idSpanOf, looksLikeId } from './search.rules.ts'

test.each([
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['back\\slash', '%back\\\\slash%'],
  [`quote's "here"`, `%quote's "here"%`],
])('%j is looked for as it is', (text, pattern) => {
  expect(containing(text)).toBe(pattern)
  expect(beginningWith(text)).toBe(pattern.slice(1))
})

test.each([
  ['+44 7700 900-123', '447700900123'],
  ['0044 7700 900123', '447700900123'],
  ['00123', '00123'],
  ['(0900) 12', '090012'],
  ['12', null],
  ['1234567890123456', null],
  ['44a7700', null],
  ['+', null],
])('the digits of %j are %j', (text, digits) => {
  expect(digitsOf(text)).toBe(digits)
})

test.each([
  [`0x${'AB'.repeat(32)}`, 'ab'.repeat(32)],
  ['deadbeef', 'deadbeef'],
  ['deadbee', null],
  ['zeppelin', null],
  ['ab'.repeat(33), null],
])('the beginning of a hash in %j is %j', (text, prefix) => {
  expect(hashPrefixOf(text)).toBe(prefix)
})

test('a whole id is itself, a cut one the span of all that begin so', () => {
  const uuid = '019a6f2e-1b2c-7d3e-8f40-123456789abc'
  const id = toApiId('withdrawal', uuid)
  expect(idSpanOf('withdrawal', id)).toEqual({ fromId: uuid, untilId: uuid })
  const span = idSpanOf('withdrawal', id.slice(0, 14).toUpperCase())
  expect([span !== null && span.fromId < uuid, span !== null && span.untilId > uuid]).toEqual([true, true])
  expect(idSpanOf('deposit', id)).toBeNull()
  expect(idSpanOf('withdrawal', 'wdr_0')).toBeNull()
  expect(idSpanOf('withdrawal', 'wdr_uuuuuuuu')).toBeNull()
  expect(fromApiId('withdrawal', id)).toBe(uuid)
})

test('an id looks like one of ours, a word does not', () => {
  expect(['wdr_01h455vb4p', 'msg_zz', 'user_name', 'abc'].map(looksLikeId)).toEqual([true, false, false, false])
})
