// What matures on which day, as the ledger has settled it so far.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { balancesOf, maturingByTime } from '../ledger/ledger.public.ts'
import { DAY_MS } from './days.rules.ts'
import type { InsightsDeps } from './insights.deps.ts'
import { zoneDay, zoneOf } from './zone.rules.ts'

/** What matures after them is one figure. */
const DAYS_AHEAD = 31

/** One snapshot, so that a settlement in this moment is in the days or in what comes later, and never in both. */
export async function readMaturity(
  { database, clock }: InsightsDeps,
  ownerId: string,
  zoneName: string,
): Promise<OperationResult<Operations['earnings.maturity']>> {
  const zone = zoneOf(zoneName)
  const now = clock.now()
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  return await database.transaction(
    async (transaction) => {
      const { maturingMicros, frozenMicros } = await balancesOf(transaction, ownerId)
      const times = await maturingByTime(transaction, ownerId, until)
      const days = new Map<string, bigint>()
      for (const { maturesAt, micros } of times) {
        const day = zoneDay(zone, maturesAt.getTime())
        days.set(day, (days.get(day) ?? 0n) + micros)
      }
      const listed = times.reduce((total, { micros }) => total + micros, 0n)
      return {
        days: [...days].map(([day, micros]) => ({ day, amount: microsToDecimal(micros) })),
        later: microsToDecimal(maturingMicros - frozenMicros - listed),
        frozen: microsToDecimal(frozenMicros),
        asOf: now.toISOString(),
      }
    },
    { isolation: 'repeatable read' },
  )
}
