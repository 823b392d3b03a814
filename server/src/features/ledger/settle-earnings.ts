// Settles earnings: takes what closed hours earned into the ledger, owner by owner. Guarantees: one transaction per
// owner posts the transfer, writes the settlement and its lines and raises what is settled of each hour, so two
// runners never settle the same cent, and a crash leaves nothing half done. It deliberately looks at no message: what
// is added to an hour later is settled next time.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { eachOwner } from './each-owner.ts'
import { insertSettlement, lockUnsettledHours, makeSettlementId, selectOwnersToSettle } from './journal.queries.ts'
import { describeSettlement, lastClosedHour, maturesAt } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'

/**
 * Owners of one run. One takes 10 to 15 ms with its commit (24 lines, measured on two busy cores), so a run ends before
 * the next begins a minute later.
 */
const OWNERS_PER_RUN_MAX = 2_000
/** Lines of one settlement: bounds the transaction. An owner with more is settled in several. */
const LINES_PER_SETTLEMENT_MAX = 5_000

export type SettleBounds = { ownersMax?: number; linesMax?: number }
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
  const result: SettleResult = { settlements: 0, lines: 0, amountMicros: 0n }
  const ownersMax = input.ownersMax ?? OWNERS_PER_RUN_MAX
  const owners = await selectOwnersToSettle(deps.database.kysely, lastHour, ownersMax)
  await eachOwner(owners, async (ownerId) => add(result, await settleOwner(deps.database, ownerId, lastHour, input)))
  return result
}

function add(result: SettleResult, more: SettleResult): void {
  result.settlements += more.settlements
  result.lines += more.lines
  result.amountMicros += more.amountMicros
}

async function settleOwner(
  database: Database,
  ownerId: string,
  lastHour: Date,
  input: { maturityDays: number } & SettleBounds,
): Promise<SettleResult> {
  const linesMax = input.linesMax ?? LINES_PER_SETTLEMENT_MAX
  const total: SettleResult = { settlements: 0, lines: 0, amountMicros: 0n }
  for (;;) {
    const settled = await settleOnce(database, { ownerId, lastHour, linesMax, maturityDays: input.maturityDays })
    add(total, settled)
    if (settled.lines < linesMax) return total
  }
}

async function settleOnce(
  database: Database,
  input: { ownerId: string; lastHour: Date; linesMax: number; maturityDays: number },
): Promise<SettleResult> {
  const { ownerId } = input
  return await database.transaction(async (transaction) => {
    const hours = await lockUnsettledHours(transaction, ownerId, input.lastHour, input.linesMax)
    if (hours.length === 0) return { settlements: 0, lines: 0, amountMicros: 0n }
    const lines = hours.map((hour) => ({
      ...hour,
      amountMicros: hour.earnedMicros - hour.settledMicros,
      maturesAt: maturesAt(hour.hour, input.maturityDays),
    }))
    const amountMicros = lines.reduce((sum, line) => sum + line.amountMicros, 0n)
    const settlementId = await makeSettlementId(transaction)
    // A retry makes a new id and so a new key, and finds nothing to settle if the first attempt did commit: the hours
    // carry the idempotency.
    const idempotencyKey = `settle:${settlementId}`
    const description = describeSettlement(lines)
    const [posted] = await postTransfers(transaction, [
      { ownerId, code: 'earning_settled', amountMicros, idempotencyKey, description },
    ])
    invariant(posted?.outcome === 'posted', 'Nothing refuses a settlement: its key is new and earnings have no limit')
    const settlement = { ownerId, settlementId, transferId: posted.transferId, amountMicros, lines }
    const raised = await insertSettlement(transaction, settlement)
    invariant(raised === lines.length, 'Every hour of a settlement is raised from what it was locked with')
    return { settlements: 1, lines: lines.length, amountMicros }
  })
}
