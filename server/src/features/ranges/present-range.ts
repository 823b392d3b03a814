// A range as the contract shows it. Pure.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { RangeRow } from './ranges.queries.ts'

export type PresentedRange = ReturnType<typeof presentRange>

/** Counts are at most 10^15, so a JSON number holds them. */
export function presentRange(row: RangeRow) {
  const owner =
    row.ownerId === null
      ? null
      : { id: toApiId('user', row.ownerId), username: row.ownerUsername ?? '', email: row.ownerEmail ?? '' }
  return {
    id: toApiId('range', row.id),
    name: row.name,
    prefix: row.prefix,
    startNumber: row.startNumber,
    endNumber: row.endNumber,
    totalNumbers: Number(row.totalNumbers),
    usedNumbers: Number(row.usedNumbers),
    messages: Number(row.messages),
    earnings: microsToDecimal(row.earnedMicros),
    isActive: row.isActive,
    isTest: row.isTest,
    owner,
    rate: row.rateMicros === null ? null : microsToDecimal(row.rateMicros),
    country: row.country,
    createdAt: row.createdAt.toISOString(),
    lastMessageAt: row.lastReceivedAt?.toISOString() ?? null,
    version: row.version.toString(),
  }
}
