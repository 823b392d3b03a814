// The rate card of an owner.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { InsightsDeps } from './insights.deps.ts'
import { selectRateCard, type RateRow } from './rates.queries.ts'

const RANGES_MAX = 200

export async function readRates(
  { database, clock }: InsightsDeps,
  ownerId: string,
): Promise<OperationResult<Operations['earnings.rates']>> {
  const now = clock.now()
  const rows = await selectRateCard(database.kysely, ownerId, now, RANGES_MAX + 1)
  return { items: rows.slice(0, RANGES_MAX).map((row) => presentRates(row, now)), isCut: rows.length > RANGES_MAX }
}

function presentRates({ rangeId, name, country, isActive, isTest, ownedSince, rates }: RateRow, now: Date) {
  const told = rates.map(({ rateMicros, from, until }) => ({
    rate: microsToDecimal(BigInt(rateMicros)),
    from: new Date(from).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  }))
  const isPresent = (until: string | null) => until === null || Date.parse(until) > now.getTime()
  const present = told.find(({ until }) => isPresent(until))
  return {
    range: { id: toApiId('range', rangeId), name, country },
    isActive,
    isTest,
    rate: present?.rate ?? null,
    since: present?.from ?? null,
    ownedSince: ownedSince.toISOString(),
    former: told.flatMap(({ rate, from, until }) =>
      until === null || isPresent(until) ? [] : [{ rate, from, until }],
    ),
  }
}
