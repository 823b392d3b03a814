import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isChunksTurn, LOOK_MAX, nextChunks, nextLook } from './look-back.rules.ts'

test.each([
  ['nothing yet', { looked: 0, found: 0, wanted: 51 }, 400],
  ['nothing found', { looked: 400, found: 0, wanted: 51 }, 1_600],
  ['half found', { looked: 400, found: 25, wanted: 51 }, 624],
  ['nearly all found', { looked: 400, found: 50, wanted: 51 }, 200],
  ['one found', { looked: 2_000, found: 1, wanted: 51 }, 6_000],
  ['as much as one request may', { looked: LOOK_MAX, found: 0, wanted: 51 }, 0],
])('the next look after %s', (_case, progress, messages) => {
  expect(nextLook(progress)).toBe(messages)
})

test('chunks have their turn after 2,000 messages, but where 6,000 more are expected to hold the rest, up to 12,000', () => {
  expect(isChunksTurn({ looked: 1_999, found: 0, wanted: 51 })).toBe(false)
  expect(isChunksTurn({ looked: 2_000, found: 0, wanted: 51 })).toBe(true)
  expect(isChunksTurn({ looked: 2_000, found: 12, wanted: 48 })).toBe(false)
  expect(isChunksTurn({ looked: 2_000, found: 12, wanted: 49 })).toBe(true)
  expect(isChunksTurn({ looked: 8_000, found: 50, wanted: 51 })).toBe(false)
  expect(isChunksTurn({ looked: 8_000, found: 25, wanted: 51 })).toBe(true)
  expect(isChunksTurn({ looked: 12_000, found: 50, wanted: 51 })).toBe(true)
})

test.each([
  ['few are left', { read: 0, left: 24, found: 0, wanted: 51 }, 24],
  ['more are left', { read: 0, left: 25, found: 0, wanted: 51 }, 8],
  ['none held a match', { read: 8, left: 92, found: 0, wanted: 51 }, 32],
  ['each held one', { read: 8, left: 92, found: 8, wanted: 51 }, 56],
  ['one of eight held one', { read: 8, left: 92, found: 1, wanted: 51 }, 64],
  ['nearly all are found', { read: 40, left: 60, found: 50, wanted: 51 }, 8],
  ['the last ones are left', { read: 72, left: 28, found: 1, wanted: 51 }, 28],
])('the next chunks when %s', (_case, progress, chunks) => {
  expect(nextChunks(progress)).toBe(chunks)
})

test('looks end at what one request may look at, in few steps, however matches lie', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.array(share, { minLength: 100, maxLength: 100 }),
      (wanted, all) => {
        let [looked, found, steps] = [0, 0, 0]
        while (found < wanted && nextLook({ looked, found, wanted }) > 0) {
          const look = nextLook({ looked, found, wanted })
          found += Math.floor((all[steps] ?? 0) ** 4 * look)
          looked += look
          steps += 1
        }
        expect(looked).toBeLessThanOrEqual(LOOK_MAX)
        expect(steps).toBeLessThan(40)
      },
    ),
  )
})
