// Seals the audit log into hash blocks, in the background. Guarantees tamper evidence: an entry changed, removed or put
// into a sealed block by whatever means shows, because its block no longer hashes to what was sealed and every later
// block builds on it. It deliberately claims no more: who can rewrite the blocks too is only found out by a head hash
// kept elsewhere, which is why the daily verification writes it to the log of the program.
import type { Database } from '../../platform/database.ts'
import { insertNextBlock, lockSealing, selectLastBlock } from './chain.queries.ts'

/** Entries of one block: hashing them takes well below a second, and so does finding the changed one again. */
const ENTRIES_PER_BLOCK_MAX = 5_000
const BLOCKS_PER_RUN_MAX = 50
const NO_HASH = Buffer.alloc(32)

/** Seals what was recorded by transactions that have ended. @returns the number of blocks and entries sealed */
export async function sealAuditBlocks(
  deps: { database: Database },
  bounds: { entriesMax?: number } = {},
): Promise<{ blocks: number; entries: bigint }> {
  const entriesMax = bounds.entriesMax ?? ENTRIES_PER_BLOCK_MAX
  const result = { blocks: 0, entries: 0n }
  while (result.blocks < BLOCKS_PER_RUN_MAX) {
    const sealed = await deps.database.transaction(async (transaction) => {
      await lockSealing(transaction)
      const last = await selectLastBlock(transaction)
      return await insertNextBlock(transaction, last?.endTransactionId ?? '0', last?.hash ?? NO_HASH, entriesMax)
    })
    if (sealed === null) break
    result.blocks += 1
    result.entries += sealed
  }
  return result
}
