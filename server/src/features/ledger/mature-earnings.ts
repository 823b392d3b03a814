// Matures earnings: what has waited long enough becomes available. Guarantees: one transaction per owner takes the due
// lines, posts one transfer for them and records which line it made available; a line matures once, and none while its
// owner is inactive: it waits, and matures in the first run after they are active again. It deliberately
// does not decide how long lines wait: that was fixed when they were settled, so a change of the setting never moves a
// promise that was made.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { eachOwner } from './each-owner.ts'
import { insertMaturedLines, selectOwnersToMature, takeDueLines } from './journal.queries.ts'
import { postTransfers } from './post-transfers.ts'

const OWNERS_PER_RUN_MAX = 2_000
const LINES_PER_TRANSFER_MAX = 5_000

export type MatureBounds = { ownersMax?: number; linesMax?: number }
export type MatureResult = { transfers: number; lines: number; amountMicros: bigint }

/** Makes every settled line available whose time has come by the clock, within the bounds of a run. */
export async function matureEarnings(
  deps: { database: Database; clock: Clock },
  bounds: MatureBounds = {},
): Promise<MatureResult> {
  const now = deps.clock.now()
  const linesMax = bounds.linesMax ?? LINES_PER_TRANSFER_MAX
  const result: MatureResult = { transfers: 0, lines: 0, amountMicros: 0n }
  const ownersMax = bounds.ownersMax ?? OWNERS_PER_RUN_MAX
  const owners = await selectOwnersToMature(deps.database.kysely, now, ownersMax)
  await eachOwner(owners, async (ownerId) => {
    for (;;) {
      const matured = await matureOnce(deps.database, ownerId, now, linesMax)
      if (matured.lines > 0) result.transfers += 1
      result.lines += matured.lines
      result.amountMicros += matured.amountMicros
      if (matured.lines < linesMax) break
    }
  })
  return result
}

async function matureOnce(
  database: Database,
  ownerId: string,
  now: Date,
  linesMax: number,
): Promise<{ lines: number; amountMicros: bigint }> {
  return await database.transaction(async (transaction) => {
    const lines = await takeDueLines(transaction, ownerId, now, linesMax)
    const [first] = lines
    if (!first) return { lines: 0, amountMicros: 0n }
    const amountMicros = lines.reduce((sum, line) => sum + line.amountMicros, 0n)
    // A line matures once, so the first line of the transfer names it for good.
    const idempotencyKey = `mature:${first.settlementId}:${first.rangeId}:${first.hour.toISOString()}`
    const description = lines.length === 1 ? 'Matured earnings, 1 line' : `Matured earnings, ${lines.length} lines`
    const [posted] = await postTransfers(transaction, [
      { ownerId, code: 'earning_matured', amountMicros, idempotencyKey, description },
    ])
    invariant(posted?.outcome === 'posted', 'What is settled and has not matured stands in the maturing account')
    await insertMaturedLines(transaction, ownerId, posted.transferId, lines)
    return { lines: lines.length, amountMicros }
  })
}
