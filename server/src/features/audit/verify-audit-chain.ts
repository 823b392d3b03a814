// Proves that the audit log is what was sealed, or names the block that is not. Computes every block anew; trusts
// nothing that it can compute. It deliberately says nothing about the entries behind the last block except how many
// they are: nothing vouches for them yet.
import type { Database, Queryable } from '../../platform/database.ts'
import {
  compareBlocks,
  countUnsealed,
  hasBlock,
  insertVerification,
  isServerBehindLog,
  selectLastBlock,
  selectLastVerification,
  type BlockComparison,
} from './chain.queries.ts'

const BLOCKS_PER_READ = 5
const UNSEALED_COUNT_MAX = 10_000
/** More are of no more use, and a row that stores them must stay small. */
const FAULTS_MAX = 100

export type ChainFault = { /** '0' when it is about the chain as a whole. */ blockId: string; problem: string }
export type ChainReport = {
  isSound: boolean
  blocks: number
  entries: bigint
  /** Behind the last block; at most 10 000 are counted. */
  unsealedEntries: number
  /** SHA-256 of the last block, in hexadecimal digits. */
  headHash: string | null
  /** In the order of the blocks; at most 100. */
  faults: ChainFault[]
}

/**
 * Compares all blocks with the log in one snapshot. Needs no lock and holds none.
 * @param deps.keep whether the result is kept, to be shown and to be compared with the next time
 */
export async function verifyAuditChain(deps: { database: Database; keep: boolean }): Promise<ChainReport> {
  return await deps.database.transaction(
    async (transaction) => {
      const found = await compareAll(transaction)
      const head = await selectLastBlock(transaction)
      const faults = [...(await findWholeFaults(transaction)), ...found.faults].slice(0, FAULTS_MAX)
      if (deps.keep) {
        const kept = { head, entries: found.entries, faults: JSON.stringify(faults) }
        await insertVerification(transaction, kept)
      }
      return {
        isSound: faults.length === 0,
        blocks: found.blocks,
        entries: found.entries,
        unsealedEntries: await countUnsealed(transaction, head?.endTransactionId ?? '0', UNSEALED_COUNT_MAX),
        headHash: head?.hash.toString('hex') ?? null,
        faults,
      }
    },
    { isolation: 'repeatable read' },
  )
}

/** What no single block shows: an end that was cut off, and a server whose transactions began anew. */
async function findWholeFaults(database: Queryable): Promise<ChainFault[]> {
  const faults: ChainFault[] = []
  if (await isServerBehindLog(database)) {
    const problem =
      'this server counts transactions from before the last block (restored from a dump?); ' +
      'advance it with pg_resetwal --epoch'
    faults.push({ blockId: '0', problem })
  }
  const former = await selectLastVerification(database)
  if (former === null || former.headBlockId === null || former.headHash === null) return faults
  if (!(await hasBlock(database, { id: former.headBlockId, hash: former.headHash }))) {
    const problem = `it was the last one at the verification of ${former.at.toISOString()}, and is not as it was then`
    faults.push({ blockId: String(former.headBlockId), problem })
  }
  return faults
}

async function compareAll(database: Queryable): Promise<{ blocks: number; entries: bigint; faults: ChainFault[] }> {
  const result = { blocks: 0, entries: 0n, faults: [] as ChainFault[] }
  for (let afterId = 0n; ;) {
    const blocks = await compareBlocks(database, afterId, BLOCKS_PER_READ)
    for (const block of blocks) {
      result.blocks += 1
      result.entries += block.sealedEntries
      if (result.faults.length < FAULTS_MAX) result.faults.push(...faultsOf(block))
    }
    const last = blocks.at(-1)
    if (!last) return result
    afterId = last.id
  }
}

function faultsOf(block: BlockComparison): ChainFault[] {
  const blockId = String(block.id)
  const where = `transactions ${block.firstTransactionId} to ${block.endTransactionId}`
  const faults: ChainFault[] = []
  if (!block.follows) faults.push({ blockId, problem: `it does not follow the block before it, ${where}` })
  if (block.foundEntries !== block.sealedEntries) {
    const problem = `${block.sealedEntries} entries were sealed and ${block.foundEntries} are there, ${where}`
    faults.push({ blockId, problem })
  } else if (!block.hashFits) {
    faults.push({ blockId, problem: `its entries are not what was sealed, ${where}` })
  }
  return faults
}
