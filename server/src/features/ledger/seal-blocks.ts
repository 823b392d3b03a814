// Seals the journal into hash blocks, in the background, and verifies them. Guarantees tamper evidence: a transfer
// changed, removed or put into a sealed block by whatever means shows, because its block no longer hashes to what was
// sealed and every later block builds on it. It deliberately does not claim more: who can rewrite the blocks too is
// only found out by a head hash kept elsewhere.
import type { Database, Queryable } from '../../platform/database.ts'
import {
  compareBlocks,
  insertNextBlock,
  isServerBehindJournal,
  lockSealing,
  selectLastBlock,
  type BlockComparison,
} from './blocks.queries.ts'

/** Transfers of one block: hashing them takes well below a second, and so does finding the changed one again. */
const TRANSFERS_PER_BLOCK_MAX = 10_000
const BLOCKS_PER_RUN_MAX = 50
const BLOCKS_PER_READ = 20
const NO_HASH = Buffer.alloc(32)

/** Seals what has been posted by transactions that have ended. @returns the number of blocks and transfers sealed */
export async function sealBlocks(
  deps: { database: Database },
  bounds: { transfersMax?: number } = {},
): Promise<{ blocks: number; transfers: bigint }> {
  const transfersMax = bounds.transfersMax ?? TRANSFERS_PER_BLOCK_MAX
  const result = { blocks: 0, transfers: 0n }
  while (result.blocks < BLOCKS_PER_RUN_MAX) {
    const sealed = await deps.database.transaction(async (transaction) => {
      await lockSealing(transaction)
      const last = await selectLastBlock(transaction)
      return await insertNextBlock(transaction, last?.endTransactionId ?? '0', last?.hash ?? NO_HASH, transfersMax)
    })
    if (!sealed) break
    result.blocks += 1
    result.transfers += sealed.transfers
  }
  return result
}

export type BlockFault = { blockId: bigint; problem: string; expected: string; found: string }

/**
 * Computes every block anew from the journal. @returns what does not fit, in the order of the blocks; empty when all
 * is as it was sealed
 */
export async function verifyBlocks(database: Queryable): Promise<BlockFault[]> {
  const faults: BlockFault[] = []
  if (await isServerBehindJournal(database)) {
    const problem =
      'this server counts transactions from before the last block (restored from a dump?); ' +
      'advance it with pg_resetwal --epoch'
    faults.push({ blockId: 0n, problem, expected: 'later', found: 'earlier' })
  }
  for (let afterId = 0n; ;) {
    const blocks = await compareBlocks(database, afterId, BLOCKS_PER_READ)
    for (const block of blocks) faults.push(...faultsOf(block))
    const last = blocks.at(-1)
    if (!last) return faults
    afterId = last.id
  }
}

function faultsOf(block: BlockComparison): BlockFault[] {
  const where = `transactions ${block.firstTransactionId} to ${block.endTransactionId}`
  const faults: BlockFault[] = []
  const add = (problem: string, expected: string, found: string): void => {
    faults.push({ blockId: block.id, problem: `${problem}, ${where}`, expected, found })
  }
  if (!block.follows) add('does not follow the block before it', 'its end and hash', 'another')
  if (block.sealedTransfers !== block.foundTransfers) {
    add('number of transfers', String(block.sealedTransfers), String(block.foundTransfers))
  }
  if (block.sealedAmount !== block.foundAmount) add('sum of amounts', block.sealedAmount, block.foundAmount)
  if (!block.hashFits) add('hash', 'as sealed', 'another')
  return faults
}
