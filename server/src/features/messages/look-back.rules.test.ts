import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHUNKS_MAX, chunksInTurns, isChunksTurn, LOOK_MAX, nextLook } from './look-back.rules.ts'

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

test('chunks have their turn after 2,000 messages, but where 8,000 are expected to hold the rest', () => {
  expect(isChunksTurn({ looked: 1_999, found: 0, wanted: 51 })).toBe(false)
  expect(isChunksTurn({ looked: 2_000, found: 0, wanted: 51 })).toBe(true)
  expect(isChunksTurn({ looked: 2_000, found: 12, wanted: 48 })).toBe(false)
  expect(isChunksTurn({ looked: 2_000, found: 12, wanted: 49 })).toBe(true)
  expect(isChunksTurn({ looked: 8_000, found: 50, wanted: 51 })).toBe(true)
})

test('chunks are read in turns, each once and in order, and few of them together', () => {
  const sizes = (count: number) => chunksInTurns(Array.from({ length: count })).map(({ length }) => length)
  expect([0, 1, 24, 25, 60, CHUNKS_MAX].map(sizes)).toEqual([[], [1], [24], [8, 17], [8, 24, 28], [8, 24, 32, 36]])
  const newestFirst = Array.from({ length: CHUNKS_MAX }, (_, place) => -place)
  expect(chunksInTurns(newestFirst).flat()).toEqual(newestFirst)
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
