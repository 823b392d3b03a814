import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromApiId, fromMessageId, toApiId, toMessageId } from './ids.ts'

const uuid = fc.uuid()

test('an id is its uuid, and says its noun', () => {
  fc.assert(
    fc.property(uuid, (id) => {
      expect(fromApiId('range', toApiId('range', id))).toBe(id)
      expect(fromApiId('user', toApiId('range', id))).toBeNull()
    }),
  )
})

test('a message id is its owner and its place', () => {
  fc.assert(
    fc.property(uuid, fc.bigInt({ min: 0n, max: 2n ** 62n }), (ownerId, landedAtMicros) => {
      expect(fromMessageId(toMessageId({ ownerId, landedAtMicros }))).toEqual({ ownerId, landedAtMicros })
    }),
  )
})

test('ids of one owner sort as the messages landed', () => {
  const ownerId = '0198c0de-0000-7000-8000-000000000001'
  const ids = [5n, 40n, 1_763_000_000_000_000n].map((landedAtMicros) => toMessageId({ ownerId, landedAtMicros }))
  expect(ids.toSorted()).toEqual(ids)
})

test.each([
  '',
  'rng_',
  'rng_01h455vb4pex5vsknk084sn02',
  'rng_01h455vb4pex5vsknk084sn0uq',
  'rng_zzzzzzzzzzzzzzzzzzzzzzzzzz',
])('%j is no id of a range', (text) => {
  expect(fromApiId('range', text)).toBeNull()
})
