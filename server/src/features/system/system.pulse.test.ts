import { expect, test } from 'vitest'
import { Pulse } from './system.pulse.ts'

function beat(seconds: number, counts: Record<string, number>) {
  return { atMs: seconds * 1_000, counts: new Map(Object.entries(counts)) }
}

test('one beat is no rate yet, two are', () => {
  const pulse = new Pulse()
  pulse.add(beat(0, { a: 100 }))
  expect(pulse.rateOf('a')).toBeNull()
  expect(pulse.recent(null)).toEqual([])
  pulse.add(beat(10, { a: 150 }))
  expect(pulse.rateOf('a')).toBe(5)
})

test('the rate is over the last half minute, of one connection or of all', () => {
  const pulse = new Pulse()
  for (let at = 0; at <= 50; at += 10) pulse.add(beat(at, { a: at * 2, b: 7 }))
  pulse.add(beat(60, { a: 100, b: 37 }))
  expect([pulse.rateOf('a'), pulse.rateOf('b'), pulse.rateOf(null)]).toEqual([1.3, 1, 2.3])
  expect(pulse.recent('b').at(-1)).toEqual({ at: new Date(60_000), perSecond: 3 })
})

test('five minutes are kept', () => {
  const pulse = new Pulse()
  for (let at = 0; at < 100; at++) pulse.add(beat(at * 10, { a: at }))
  expect(pulse.recent('a')).toHaveLength(30)
})
