// What stored numbers, evidence and places mean, case by case.
import { expect, test } from 'vitest'
import {
  alphabetText,
  boundedPlace,
  flagNames,
  hourOf,
  isHourOpen,
  maskText,
  microsToTimestamp,
  settlementState,
  spansBack,
  splitRaw,
} from './messages.rules.ts'

test.each([
  [0, []],
  [1, ['partial']],
  [6, ['test', 'binary']],
  [7, ['partial', 'test', 'binary']],
])('flags %d are %j', (flags, names) => {
  expect(flagNames(flags)).toEqual(names)
})

test('a coding that no version has written yet is shown, not refused', () => {
  expect([alphabetText(0), alphabetText(99)]).toEqual(['GSM 7-bit', 'Unknown (99)'])
})

test.each([
  ['nothing', '', []],
  ['one part', '0002abcd', ['abcd']],
  ['two, the second empty', '0001ff0000', ['ff', '']],
  ['one that was cut', '0004abcd', ['abcd']],
  ['half of a length', '0001ff00', ['ff']],
])('evidence of %s is split as far as it goes', (_case, hex, parts) => {
  expect(splitRaw(Buffer.from(hex, 'hex')).map((part) => part.toString('hex'))).toEqual(parts)
})

test.each([
  ['Your code: 123-456!', '•••• ••••: •••-•••!'],
  ['Привет, 世界', '••••••, ••'],
  ['😀 ok', '😀 ••'],
])('%s is masked as %s', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test('a place keeps its microseconds', () => {
  expect(microsToTimestamp(1_773_144_000_123_456n)).toBe('2026-03-10T12:00:00.123456Z')
})

test('a place is one that the database can be asked for', () => {
  expect([boundedPlace(-1n), boundedPlace(5n), microsToTimestamp(boundedPlace(1n << 62n))]).toEqual([
    0n,
    5n,
    '9999-12-31T23:59:59.999999Z',
  ])
})

test('an hour is open until its last moment', () => {
  const hour = hourOf(new Date('2026-03-10T12:59:59.999Z'))
  expect(hour.toISOString()).toBe('2026-03-10T12:00:00.000Z')
  expect([
    isHourOpen(hour, new Date('2026-03-10T12:59:59.999Z')),
    isHourOpen(hour, new Date('2026-03-10T13:00:00Z')),
  ]).toEqual([true, false])
})

test.each([
  [{ earnedMicros: 0n }, 'nothing_earned'],
  [{ hourIsOpen: true }, 'hour_open'],
  [{ hourIsOpen: false }, 'waiting'],
  [{ hourSettledMicros: 9n }, 'waiting'],
  [{ hourSettledMicros: 10n, linesMatured: [true, false] }, 'settled'],
  [{ hourSettledMicros: 10n, linesMatured: [true, true] }, 'matured'],
])('money with %o is %s', (facts, state) => {
  const base = { earnedMicros: 5n, hourIsOpen: false, hourEarnedMicros: 10n, hourSettledMicros: 0n, linesMatured: [] }
  expect(settlementState({ ...base, ...facts })).toBe(state)
})

const DAY = 86_400_000_000n

test('a look back is cut into a week, two months and the rest, without a gap', () => {
  expect(spansBack(100n * DAY, 0n)).toEqual([
    { fromMicros: 93n * DAY, beforeMicros: 100n * DAY },
    { fromMicros: 33n * DAY, beforeMicros: 93n * DAY },
    { fromMicros: 0n, beforeMicros: 33n * DAY },
  ])
})

test('a look back ends at its lower bound, and is none when that is reached', () => {
  expect(spansBack(100n * DAY, 95n * DAY)).toEqual([{ fromMicros: 95n * DAY, beforeMicros: 100n * DAY }])
  expect(spansBack(100n * DAY, 100n * DAY)).toEqual([])
})
