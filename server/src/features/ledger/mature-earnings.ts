// Matures earnings: what has waited long enough becomes available. Guarantees: one transaction takes the due lines of
// many owners, posts one transfer for each of them and records which line it made available; a line matures once, and
// none while its owner is inactive or its range is frozen: it waits, and matures in the first run after that. It
// deliberately does not decide how long lines wait: that was fixed when they were settled, so a change of the setting
// never moves a promise that was made.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { eachChunk } from './each-chunk.ts'
import { insertMaturedLines, selectOwnersToMature, takeDueLines, type EndedLine } from './earnings.queries.ts'
import { lockOwners } from './journal.queries.ts'
import { postTransfers } from './post-transfers.ts'

const OWNERS_PER_RUN_MAX = 50_000
/** Owners and lines of one transaction: so long are their accounts locked. */
const OWNERS_PER_TRANSACTION_MAX = 500
const LINES_PER_TRANSACTION_MAX = 10_000

export type MatureBounds = {
  ownersMax?: number
  ownersAtOnceMax?: number
  linesMax?: number
  /** Only these, who are active, instead of whoever has something due: before a withdrawal. */
  ownerIds?: readonly string[]
}
export type MatureResult = { transfers: number; lines: number; amountMicros: bigint }

/** Makes every settled line available whose time has come by the clock, within the bounds of a run. */
export async function matureEarnings(
  deps: { database: Database; clock: Clock },
  bounds: MatureBounds = {},
): Promise<MatureResult> {
  const now = deps.clock.now()
  const linesMax = bounds.linesMax ?? LINES_PER_TRANSACTION_MAX
  const result: MatureResult = { transfers: 0, lines: 0, amountMicros: 0n }
  const owners =
    bounds.ownerIds ?? (await selectOwnersToMature(deps.database.kysely, now, bounds.ownersMax ?? OWNERS_PER_RUN_MAX))
  await eachChunk(owners, bounds.ownersAtOnceMax ?? OWNERS_PER_TRANSACTION_MAX, async (ownerIds) => {
    for (;;) {
      const matured = await matureOnce(deps.database, ownerIds, now, linesMax)
      result.transfers += matured.transfers
      result.lines += matured.lines
      result.amountMicros += matured.amountMicros
      if (matured.lines < linesMax) return
    }
  })
  return result
}

async function matureOnce(
  database: Database,
  ownerIds: readonly string[],
  now: Date,
  linesMax: number,
): Promise<MatureResult> {
  return await database.transaction(async (transaction) => {
    // Before the lines are taken, so that a range that is being frozen is either frozen already or not yet.
    await lockOwners(transaction, ownerIds)
    const lines = await takeDueLines(transaction, ownerIds, now, linesMax)
    const byOwner = [...Map.groupBy(lines, (line) => line.ownerId)]
    const posted = await postTransfers(
      transaction,
      byOwner.map(([ownerId, own]) => ({
        ownerId,
        code: 'earning_matured' as const,
        amountMicros: sumOf(own),
        idempotencyKey: `mature:${nameOf(own)}`,
        description: own.length === 1 ? 'Matured earnings, 1 line' : `Matured earnings, ${own.length} lines`,
      })),
    )
    const recorded = byOwner.flatMap(([, own], index) => {
      const outcome = posted[index]
      invariant(outcome?.outcome === 'posted', 'What is settled and has not matured stands in the maturing account')
      return own.map((line) => ({ ...line, transferId: outcome.transferId }))
    })
    if (recorded.length > 0) await insertMaturedLines(transaction, recorded)
    return { transfers: byOwner.length, lines: lines.length, amountMicros: sumOf(lines) }
  })
}

/** A line ends once, so the first line of a transfer names it for good. */
function nameOf(lines: readonly EndedLine[]): string {
  const [first] = lines
  invariant(first, 'A transfer of lines has one')
  return `${first.settlementId}:${first.rangeId}:${first.hour.toISOString()}`
}

function sumOf(lines: readonly EndedLine[]): bigint {
  return lines.reduce((sum, line) => sum + line.amountMicros, 0n)
}
