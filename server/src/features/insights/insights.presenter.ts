// Figures as callers see them: money as decimal text, ids with their prefix.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { addDays } from './days.rules.ts'
import type { Period, Sums } from './insights.rules.ts'
import type { SenderFigures } from './senders.queries.ts'
import type { Part } from './traffic.queries.ts'

export function presentSums({ messages, segments, earnedMicros }: Sums) {
  return { messages, segments, earnings: microsToDecimal(earnedMicros) }
}

/** The three tables of what the traffic came from. */
export function presentParts(parts: readonly Part[]) {
  const of = (kind: Part['kind']) => parts.filter((part) => part.kind === kind)
  return {
    byRange: of('range').map((part) => ({
      id: toApiId('range', part.key ?? ''),
      name: part.name,
      country: part.country,
      ...presentSums(part),
    })),
    byCountry: of('country').map((part) => ({ country: part.country, ...presentSums(part) })),
    byOwner: of('owner').map((part) => ({
      id: toApiId('user', part.key ?? ''),
      username: part.name,
      ...presentSums(part),
    })),
  }
}

/** Days that a read over senders looks at, at most. */
const SENDER_DAYS_MAX = 92

/** The days of UTC that are called as the period's days are, of a long one the last. */
export function countedDaysOf({ from, to }: Pick<Period, 'from' | 'to'>): { from: string; to: string } {
  const earliest = addDays(to, 1 - SENDER_DAYS_MAX)
  return { from: from > earliest ? from : earliest, to }
}

export function presentSenders(
  days: { from: string; to: string },
  countedUpTo: Date | null,
  { items, unique, hasOthers, messages, codes }: SenderFigures,
) {
  return {
    ...days,
    countedUpTo: countedUpTo?.toISOString() ?? null,
    unique,
    isAtLeast: hasOthers,
    messages,
    codes,
    items: items.map(({ sender, codes: ofSender, ...sums }) => ({ sender, codes: ofSender, ...presentSums(sums) })),
  }
}

export function presentPeriod({ from, to, zone }: Period) {
  return { from, to, zone: zone.name }
}
