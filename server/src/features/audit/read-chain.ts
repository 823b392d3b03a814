// How far the audit log is sealed, and what the last verification found. It deliberately verifies nothing: that reads
// the whole log, and is the business of a job and of `npm run audit:check`.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { countUnsealed, selectLastBlock, selectLastVerification, sumBlocks } from './chain.queries.ts'

const UNSEALED_COUNT_MAX = 10_000

export async function readChain(database: Queryable): Promise<OperationResult<Operations['audit.chain']>> {
  const last = await selectLastBlock(database)
  const sealed = await sumBlocks(database)
  const verification = await selectLastVerification(database)
  return {
    sealedBlocks: sealed.blocks,
    sealedEntries: sealed.entries,
    sealedAt: last?.sealedAt.toISOString() ?? null,
    headHash: last?.hash.toString('hex') ?? null,
    unsealedEntries: await countUnsealed(database, last?.endTransactionId ?? '0', UNSEALED_COUNT_MAX),
    verification: verification && {
      at: verification.at.toISOString(),
      isSound: verification.faults.length === 0,
      entries: Number(verification.entries),
      faults: verification.faults,
    },
  }
}
