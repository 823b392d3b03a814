import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { BASELINE_HOURS_MIN, findSignals, type RangeHour, type SampledMessage } from './signals.rules.ts'

const thresholds = settingsByName.integrity.default
/** An hour of many senders, numbers and texts, as busy as the range always is. */
const usual: RangeHour = {
  messages: 600,
  earnedMicros: 2_580_000n,
  medianMessages: 600,
  hoursBefore: 336,
  ageDays: 400,
  earnedInDayMicros: 60_000_000n,
  numbers: 1_000,
  sample: messagesOf(600, (index) => ({
    sender: `Sender ${index % 40}`,
    number: (index * 7_919) % 1_000,
    text: index,
  })),
}

function messagesOf(
  many: number,
  of: (index: number) => { sender?: string; number?: number; text?: number },
): SampledMessage[] {
  return Array.from({ length: many }, (_, index) => {
    const { sender = `Sender ${index % 40}`, number = (index * 7_919) % 1_000, text = index } = of(index)
    return { sender, recipient: 447_700_900_000n + BigInt(number), textDigest: `text ${text}` }
  })
}
const signalsOf = (hour: Partial<RangeHour>, over = {}) =>
  findSignals({ ...usual, ...hour }, { ...thresholds, ...over }).map(({ signal }) => signal)

test('a usual hour shows nothing', () => {
  expect(signalsOf({})).toEqual([])
})

test('a burst is an hour so many times the usual one, not one message less', () => {
  expect(signalsOf({ messages: 12_000 })).toEqual(['burst'])
  expect(signalsOf({ messages: 11_999 })).toEqual([])
})

test('a range without enough busy hours has no usual hour to burst from', () => {
  expect(signalsOf({ messages: 12_000, hoursBefore: BASELINE_HOURS_MIN })).toEqual(['burst'])
  expect(signalsOf({ messages: 12_000, hoursBefore: BASELINE_HOURS_MIN - 1 })).toEqual([])
  expect(signalsOf({ messages: 12_000, medianMessages: null, hoursBefore: 0 })).toEqual([])
})

test('fan-out is numbers in their order, not many numbers', () => {
  expect(signalsOf({ sample: messagesOf(600, (index) => ({ number: index })) })).toEqual(['fan_out'])
  // As many numbers, none after its neighbour.
  expect(signalsOf({ sample: messagesOf(600, (index) => ({ number: (index * 3) % 1_000 })) })).toEqual([])
})

test('fan-out takes the set part of the range, not a number less', () => {
  const inOrder = (many: number) =>
    messagesOf(1_000, (index) => ({ number: index <= many ? index : (index * 3) % 1_000 }))
  expect(signalsOf({ sample: inOrder(600) })).toEqual(['fan_out'])
  expect(signalsOf({ sample: inOrder(599) })).toEqual([])
})

test('one sender dominates from the set part on', () => {
  const bySender = (share: number) =>
    messagesOf(600, (index) => ({ sender: index < share ? 'Bank' : `Other ${index}` }))
  expect(signalsOf({ sample: bySender(570) })).toEqual(['one_sender'])
  expect(signalsOf({ sample: bySender(569) })).toEqual([])
})

test('one text dominates from the set part on; codes that differ are different texts', () => {
  const byText = (share: number) => messagesOf(600, (index) => ({ text: index < share ? -1 : index }))
  expect(signalsOf({ sample: byText(480) })).toEqual(['one_text'])
  expect(signalsOf({ sample: byText(479) })).toEqual([])
})

test('a new range that earns much in a day shows; an old one, or one that earns less, does not', () => {
  expect(signalsOf({ ageDays: 6.9, earnedInDayMicros: 500_000_000n })).toEqual(['new_range'])
  expect(signalsOf({ ageDays: 7, earnedInDayMicros: 500_000_000n })).toEqual([])
  expect(signalsOf({ ageDays: 6.9, earnedInDayMicros: 499_999_999n })).toEqual([])
})

test('an hour of too few messages is not judged, whatever it looks like', () => {
  const sample = messagesOf(499, () => ({ sender: 'Bank', text: 1 }))
  expect(signalsOf({ messages: 500, sample })).toEqual(['one_sender', 'one_text'])
  expect(signalsOf({ messages: 499, sample })).toEqual([])
})

test('nothing is judged while the signals are off', () => {
  expect(signalsOf({ messages: 12_000 }, { isEnabled: false })).toEqual([])
})

test('a finding says what it saw and what it was measured against', () => {
  expect(findSignals({ ...usual, messages: 12_345 }, thresholds)).toEqual([
    {
      signal: 'burst',
      summary: '12,345 messages in one hour, 20 times the 600 of a usual hour.',
      figures: [{ label: 'Times a usual hour', value: '20', threshold: '20' }],
    },
  ])
})
