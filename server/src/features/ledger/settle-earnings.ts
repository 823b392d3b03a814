// Settles earnings: takes what closed hours earned into the ledger, many owners in one transaction. Guarantees: that
// transaction posts the transfers, writes the settlements and their lines and raises what is settled of each hour, so
// two runners never settle the same cent, and a crash leaves nothing half done. It deliberately looks at no message:
// what is added to an hour later is settled next time.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { eachChunk } from './each-chunk.ts'
import {
  insertSettlements,
  lockUnsettledHours,
  makeSettlementIds,
  selectOwnersToSettle,
  type NewLine,
} from './earnings.queries.ts'
import { describeSettlement, lastClosedHour, maturesAt } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'

/** Owners of one run: it ends well before the next begins a minute later (`npm run bench -- ledger`). */
const OWNERS_PER_RUN_MAX = 50_000
/**
 * Owners of one transaction. It takes about 80 ms, and so long may a late message of their closed hours have to wait
 * for its commit.
 */
const OWNERS_PER_TRANSACTION_MAX = 500
/** Lines of one transaction. What is more is settled in the next. */
const LINES_PER_TRANSACTION_MAX = 10_000

export type SettleBounds = {
  ownersMax?: number
  ownersAtOnceMax?: number
  linesMax?: number
  /** Only these, instead of whoever has something to settle: before a withdrawal. */
  ownerIds?: readonly string[]
}
export type SettleResult = { settlements: number; lines: number; amountMicros: bigint }

/**
 * Settles every closed hour (its end is not after the clock's now) in which more is earned than settled, within the
 * bounds of a run.
 * @param input.maturityDays days between the end of an hour and the moment at which its earnings become available
 */
export async function settleEarnings(
  deps: { database: Database; clock: Clock },
  input: { maturityDays: number } & SettleBounds,
): Promise<SettleResult> {
  const lastHour = lastClosedHour(deps.clock.now())
  const linesMax = input.linesMax ?? LINES_PER_TRANSACTION_MAX
  const result: SettleResult = { settlements: 0, lines: 0, amountMicros: 0n }
  const owners =
    input.ownerIds ??
    (await selectOwnersToSettle(deps.database.kysely, lastHour, input.ownersMax ?? OWNERS_PER_RUN_MAX))
  await eachChunk(owners, input.ownersAtOnceMax ?? OWNERS_PER_TRANSACTION_MAX, async (ownerIds) => {
    for (;;) {
      const { maturityDays } = input
      const settled = await settleOnce(deps.database, { ownerIds, lastHour, linesMax, maturityDays })
      result.settlements += settled.settlements
      result.lines += settled.lines
      result.amountMicros += settled.amountMicros
      if (settled.lines < linesMax) return
    }
  })
  return result
}

async function settleOnce(
  database: Database,
  input: { ownerIds: readonly string[]; lastHour: Date; linesMax: number; maturityDays: number },
): Promise<SettleResult> {
  return await database.transaction(async (transaction) => {
    const hours = await lockUnsettledHours(transaction, input.ownerIds, input.lastHour, input.linesMax)
    if (hours.length === 0) return { settlements: 0, lines: 0, amountMicros: 0n }
    const lines = hours.map((hour) => ({
      ...hour,
      amountMicros: hour.earnedMicros - hour.settledMicros,
      maturesAt: maturesAt(hour.hour, input.maturityDays),
    }))
    const byOwner = [...Map.groupBy(lines, (line) => line.ownerId)]
    const ids = await makeSettlementIds(transaction, byOwner.length)
    const settlements = byOwner.map(([ownerId, own], index) => {
      const settlementId = ids[index]
      invariant(settlementId !== undefined, 'The database makes as many ids as it is asked for')
      return { ownerId, settlementId, amountMicros: sumOf(own), lines: own }
    })
    const posted = await postTransfers(
      transaction,
      settlements.map(({ ownerId, settlementId, amountMicros, lines: own }) => ({
        ownerId,
        code: 'earning_settled' as const,
        amountMicros,
        // A retry makes a new id and so a new key, and finds nothing to settle if the first attempt did commit: the
        // hours carry the idempotency.
        idempotencyKey: `settle:${settlementId}`,
        description: describeSettlement(own),
      })),
    )
    const raised = await insertSettlements(
      transaction,
      settlements.map((settlement, index) => {
        const outcome = posted[index]
        invariant(outcome?.outcome === 'posted', 'Nothing refuses a settlement: its key is new, earnings have no limit')
        return { ...settlement, transferId: outcome.transferId }
      }),
    )
    invariant(raised === lines.length, 'Every hour of a settlement is raised from what it was locked with')
    return { settlements: settlements.length, lines: lines.length, amountMicros: sumOf(lines) }
  })
}

function sumOf(lines: readonly NewLine[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountMicros, 0n)
}
