// Takes back earnings that have not matured, because a case found that they should not have been paid. Guarantees: the
// lines leave the work list, one transfer gives them back, and each is recorded with it, all in the caller's
// transaction; a line that has matured is left alone. It deliberately decides nothing: who may take back what, and why,
// is the caller's business.
import type { DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { insertForfeitedLines, takeLinesOfHours } from './earnings.queries.ts'
import { lockOwners } from './journal.queries.ts'
import { postTransfers } from './post-transfers.ts'

export type ForfeitResult = {
  /** Null when there was nothing left to take back. */
  transferId: string | null
  lines: number
  amountMicros: bigint
}

/**
 * Takes back, by one `earning_forfeited`, the unmatured lines of one owner's range whose hours start in [from, until).
 * What of those hours is not settled yet is not touched: settle first. Freeze the range before, or what is due matures
 * meanwhile. Calling it again takes what has been settled since.
 * @param input.reason what the owner reads in their history
 */
export async function forfeitLines(
  transaction: DatabaseTransaction,
  input: { ownerId: string; rangeId: string; from: Date; until: Date; reason: string; actorId?: string | null },
): Promise<ForfeitResult> {
  const { ownerId } = input
  await lockOwners(transaction, [ownerId])
  const lines = await takeLinesOfHours(transaction, input)
  const [first] = lines
  if (!first) return { transferId: null, lines: 0, amountMicros: 0n }
  const amountMicros = lines.reduce((sum, line) => sum + line.amountMicros, 0n)
  const [posted] = await postTransfers(transaction, [
    {
      ownerId,
      code: 'earning_forfeited',
      amountMicros,
      // A line ends once, so the first line of the transfer names it for good.
      idempotencyKey: `forfeit:${first.settlementId}:${first.rangeId}:${first.hour.toISOString()}`,
      description: input.reason,
      actorId: input.actorId ?? null,
    },
  ])
  invariant(posted?.outcome === 'posted', 'What is settled and has not matured stands in the maturing account')
  const { transferId } = posted
  await insertForfeitedLines(
    transaction,
    lines.map((line) => ({ ...line, transferId })),
  )
  return { transferId, lines: lines.length, amountMicros }
}
