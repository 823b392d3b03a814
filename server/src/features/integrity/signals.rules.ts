// The signals of inflated traffic as pure functions over the figures of one range and hour. Guarantees that each says
// what it saw and what it was measured against. It deliberately accuses nobody: a signal opens a case, people end it.
import type { Settings } from '@inrange/contract/settings'
import type { caseSignals } from '@inrange/contract/cases'

export type CaseSignal = (typeof caseSignals)[number]
export type Figure = { label: string; value: string; threshold: string | null }
export type Finding = { signal: Exclude<CaseSignal, 'manual'>; summary: string; figures: Figure[] }

export type SampledMessage = { sender: string; recipient: bigint; textDigest: string | null }
export type RangeHour = {
  messages: number
  earnedMicros: bigint
  /** Messages of the range's hours with traffic in the two weeks before; at most as many as there are hours. */
  medianMessages: number | null
  hoursBefore: number
  /** Days since the range was made. */
  ageDays: number
  earnedInDayMicros: bigint
  numbers: number
  /** In order of arrival. */
  sample: readonly SampledMessage[]
}

/** Fewer busy hours than this are no baseline. */
export const BASELINE_HOURS_MIN = 24

/** What of an hour looks inflated; empty when nothing does, or too little came to tell. */
export function findSignals(hour: RangeHour, thresholds: Settings['integrity']): Finding[] {
  if (!thresholds.isEnabled || hour.messages < thresholds.messagesMin) return []
  return [
    judgeBurst(hour, thresholds),
    judgeFanOut(hour, thresholds),
    judgeOneSender(hour, thresholds),
    judgeOneText(hour, thresholds),
    judgeNewRange(hour, thresholds),
  ].filter((finding) => finding !== null)
}

function judgeBurst(hour: RangeHour, { burstFactor }: Settings['integrity']): Finding | null {
  const { medianMessages: median, messages } = hour
  if (median === null || median === 0 || hour.hoursBefore < BASELINE_HOURS_MIN) return null
  if (messages < median * burstFactor) return null
  const times = Math.floor(messages / median)
  return {
    signal: 'burst',
    summary: `${count(messages)} messages in one hour, ${count(times)} times the ${count(median)} of a usual hour.`,
    figures: [{ label: 'Times a usual hour', value: count(times), threshold: count(burstFactor) }],
  }
}

function judgeFanOut({ sample, numbers }: RangeHour, { fanOutPercent }: Settings['integrity']): Finding | null {
  const stepped = new Set<bigint>()
  for (const [index, { recipient }] of sample.entries()) {
    const before = sample[index - 1]
    if (before && recipient === before.recipient + 1n) stepped.add(recipient)
  }
  const percent = percentOf(stepped.size, Math.min(numbers, sample.length))
  if (percent < fanOutPercent) return null
  return {
    signal: 'fan_out',
    summary: `${count(stepped.size)} numbers were hit one after the other in their order, ${percent} % of the range.`,
    figures: [{ label: 'Numbers in order', value: `${percent} %`, threshold: `${fanOutPercent} %` }],
  }
}

function judgeOneSender({ sample }: RangeHour, { oneSenderPercent }: Settings['integrity']): Finding | null {
  const most = mostFrequent(sample.map(({ sender }) => sender))
  const percent = percentOf(most.times, sample.length)
  if (most.value === null || percent < oneSenderPercent) return null
  return {
    signal: 'one_sender',
    summary: `${percent} % of the messages of an hour came from one sender, ${most.value}.`,
    figures: [{ label: `From ${most.value}`, value: `${percent} %`, threshold: `${oneSenderPercent} %` }],
  }
}

function judgeOneText({ sample }: RangeHour, { oneTextPercent }: Settings['integrity']): Finding | null {
  const texts = sample.flatMap(({ textDigest }) => (textDigest === null ? [] : [textDigest]))
  const percent = percentOf(mostFrequent(texts).times, sample.length)
  if (percent < oneTextPercent) return null
  return {
    signal: 'one_text',
    summary: `${percent} % of the messages of an hour say exactly the same.`,
    figures: [{ label: 'The same text', value: `${percent} %`, threshold: `${oneTextPercent} %` }],
  }
}

function judgeNewRange(hour: RangeHour, thresholds: Settings['integrity']): Finding | null {
  const { newRangeDays, newRangeDayUsd } = thresholds
  if (hour.ageDays >= newRangeDays || hour.earnedInDayMicros < BigInt(newRangeDayUsd) * 1_000_000n) return null
  const dollars = count(Number(hour.earnedInDayMicros / 1_000_000n))
  const age = hour.ageDays < 1 ? 'less than a day ago' : `${Math.floor(hour.ageDays)} days ago`
  return {
    signal: 'new_range',
    summary: `The range was made ${age} and earned $${dollars} within a day.`,
    figures: [{ label: 'Earned in a day', value: `$${dollars}`, threshold: `$${count(newRangeDayUsd)}` }],
  }
}

function mostFrequent(values: readonly string[]): { value: string | null; times: number } {
  const times = new Map<string, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  let most: { value: string | null; times: number } = { value: null, times: 0 }
  for (const [value, many] of times) if (many > most.times) most = { value, times: many }
  return most
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 100) / whole)
}

function count(value: number): string {
  return Math.floor(value).toLocaleString('en-US')
}
