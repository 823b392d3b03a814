// One round of reading a method's chain: what came to our addresses since the last, what became of what is not final,
// and whether what was booked still stands. Guarantees that what was read and how far are stored together, that a round
// which fails is taken up where it stopped, and that health says how it went. It deliberately trusts no node with an
// amount: what is booked is read again by then.
import { invariant } from '../../../platform/invariant.ts'
import { toMicros } from '../chain/amounts.rules.ts'
import type { Chain, ChainTransfer, Head } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { isLagging } from '../chain/confirmations.rules.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { selectReading, writeHealth, writeNextBlock } from '../methods/health.queries.ts'
import { openMethodChain, openSecondChain } from '../methods/open-method-chain.ts'
import { selectWatchedAddresses } from '../methods/xpubs.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { lookAtSeenReceipts, type Lookout, type Troubles } from './look-at-receipts.ts'
import { lookBack } from './look-back.ts'
import { upsertReceipt, type SeenTransfer } from './receipts.queries.ts'

/** Read again each round: nodes learn of logs late, and a chain may turn back. */
export const OVERLAP_BLOCKS = 60
const RANGES_PER_ROUND_MAX = 10
const ADDRESSES_MAX = 50_000

export type ScanOptions = {
  /** Asks also whether the node is still the one it was, and what was booked still stands: dearer, and needed less. */
  isThorough: boolean
  signal?: AbortSignal
}

/** @returns whether the round went through; never throws for what a node does */
export async function scanChain(deps: PaymentsDeps, method: MethodRow, options: ScanOptions): Promise<boolean> {
  const chain = openMethodChain(deps, method)
  invariant(chain !== null, 'A method that is scanned has a node')
  let head: Head | null = null
  try {
    if (options.isThorough) await requireSameToken(chain)
    head = await readHead(deps, chain)
    const isUpToHead = await readNew(deps, method, { chain, head, signal: options.signal })
    const lookout: Lookout = { deps, method, chain, second: openSecondChain(deps, method), head }
    const troubles = await lookAtSeenReceipts(lookout)
    if (options.isThorough) troubles.push(...(await lookBack(lookout)))
    await sayHealth(deps, method, head, isUpToHead ? troubles : [...troubles, 'Reading has not caught up yet.'])
    return troubles.length === 0
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    await writeHealth(deps.database.kysely, {
      methodId: method.id,
      isOk: false,
      detail: error.message,
      now: deps.clock.now(),
      ...(head === null ? {} : { head: healthHead(head) }),
    })
    return false
  }
}

async function requireSameToken(chain: Chain): Promise<void> {
  const check = await chain.checkToken()
  if (!check.ok) throw new ChainFault('wrong_chain', check.detail)
}

async function readHead(deps: PaymentsDeps, chain: Chain): Promise<Head> {
  const head = await chain.head()
  if (!isLagging(head, deps.clock.now())) return head
  const at = `${head.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw new ChainFault('lagging', `The newest block of the node, ${head.number}, is of ${at}: it fell behind.`)
}

/** Reads blocks in ranges up to the head. @returns whether it got there */
async function readNew(
  deps: PaymentsDeps,
  method: MethodRow,
  { chain, head, signal }: { chain: Chain; head: Head; signal: AbortSignal | undefined },
): Promise<boolean> {
  const database = deps.database.kysely
  const reading = await selectReading(database, method.id)
  invariant(reading !== null, 'Reading began when the token was checked')
  const next = Number(reading.nextBlock)
  if (head.number + OVERLAP_BLOCKS < next) {
    throw new ChainFault('lagging', `The node is at block ${head.number}; blocks up to ${next - 1} were read before.`)
  }
  const to = await selectWatchedAddresses(database, method.kind, ADDRESSES_MAX)
  invariant(to.length < ADDRESSES_MAX, 'All addresses that were given out are watched')
  const { blocksPerQueryMax } = chain.constants
  let fromBlock = Math.max(Number(reading.firstBlock), next - OVERLAP_BLOCKS)
  for (let ranges = 0; ranges < RANGES_PER_ROUND_MAX && fromBlock <= head.number; ranges += 1) {
    if (signal?.aborted) return false
    const toBlock = Math.min(head.number, fromBlock + blocksPerQueryMax - 1)
    const transfers = await chain.transfers({ fromBlock, toBlock, to })
    await store(deps, method, { seen: await describe(chain, method, transfers), nextBlock: BigInt(toBlock) + 1n })
    fromBlock = toBlock + 1
  }
  return fromBlock > head.number
}

/** With the time of each block, which says whether a payment came in time. */
export async function describe(
  chain: Chain,
  method: MethodRow,
  transfers: readonly ChainTransfer[],
): Promise<SeenTransfer[]> {
  const times = new Map<number, Date | null>()
  const seen: SeenTransfer[] = []
  for (const transfer of transfers) {
    const { blockNumber, raw } = transfer
    // Nothing moved; such transfers are sent to be mistaken for payments.
    if (raw === 0n) continue
    if (!times.has(blockNumber)) times.set(blockNumber, await chain.blockAt(blockNumber))
    const { micros, dustRaw } = toMicros(raw, chain.constants.decimals)
    seen.push({
      network: chain.constants.network,
      txHash: transfer.txHash,
      logIndex: transfer.logIndex,
      methodId: method.id,
      blockNumber: BigInt(blockNumber),
      blockHash: transfer.blockHash,
      blockAt: times.get(blockNumber) ?? null,
      fromAddress: transfer.from,
      toAddress: transfer.to,
      rawAmount: raw.toString(),
      amountMicros: micros,
      dustRaw: dustRaw.toString(),
    })
  }
  return seen
}

async function store(
  { database, clock }: PaymentsDeps,
  method: MethodRow,
  { seen, nextBlock }: { seen: readonly SeenTransfer[]; nextBlock: bigint },
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (transaction) => {
    for (const transfer of seen) await upsertReceipt(transaction, transfer, now)
    await writeNextBlock(transaction, { methodId: method.id, nextBlock, now })
  })
}

async function sayHealth(deps: PaymentsDeps, method: MethodRow, head: Head, troubles: Troubles): Promise<void> {
  const detail = troubles.length === 0 ? `Read up to block ${head.number}.` : troubles.slice(0, 3).join(' ')
  const isOk = troubles.length === 0
  const now = deps.clock.now()
  await writeHealth(deps.database.kysely, { methodId: method.id, isOk, detail, head: healthHead(head), now })
}

function healthHead({ number, at, finalizedNumber }: Head) {
  return { number: BigInt(number), at, finalizedNumber: finalizedNumber === null ? null : BigInt(finalizedNumber) }
}
