// Reading a chain: the token's transfers to our addresses, receipts, balances, and what is final. One path for
// Ethereum, BSC and Tron, whose nodes speak the same JSON-RPC with their own limits. Guarantees that only the pinned
// token counts, that every answer is checked against the question, and that nothing is remembered between questions. It
// deliberately signs nothing: there is no key here.
import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { z } from 'zod'
import { fromEvm, toEvm } from './addresses.rules.ts'
import { ChainFault } from './chain.fault.ts'
import type { ChainConstants } from './networks.ts'
import { openNode, type AskNode } from './node.transport.ts'

const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function isBlackListed(address) view returns (bool)',
  'function getBlackListStatus(address) view returns (bool)',
])
/** Questions at once where many of a kind are asked. */
const QUESTIONS_AT_ONCE_MAX = 5

export type Head = {
  number: number
  hash: string
  at: Date
  /** Null where the node does not say what is final. */
  finalizedNumber: number | null
}
export type ChainTransfer = {
  txHash: string
  logIndex: number
  blockNumber: number
  blockHash: string
  from: string
  to: string
  /** In the token's own unit. */
  raw: bigint
}
export type ChainReceipt = {
  txHash: string
  isSuccess: boolean
  blockNumber: number
  blockHash: string
  /** Of the pinned token alone. */
  transfers: ChainTransfer[]
  /** Whether it moved some other token, which may call itself the same. */
  movesOtherTokens: boolean
}
export type TokenCheck = { ok: true; detail: string } | { ok: false; detail: string }

export type Chain = {
  readonly constants: ChainConstants
  head(): Promise<Head>
  /** Whether the node is on the pinned chain with the pinned token. Never throws for what it finds there. */
  checkToken(): Promise<TokenCheck>
  /** Transfers of the pinned token to these addresses in these blocks, in their order. */
  transfers(query: { fromBlock: number; toBlock: number; to: readonly string[] }): Promise<ChainTransfer[]>
  /** Null while the chain does not know it. */
  receipt(txHash: string): Promise<ChainReceipt | null>
  /** The hash of a block, or null when the chain has none at that height. */
  blockHash(number: number): Promise<string | null>
  blockAt(number: number): Promise<Date | null>
  /** In the token's own unit. `atBlock` for a balance as it was then, where the node keeps it. */
  balanceOf(address: string, atBlock?: number): Promise<bigint>
  /** Whether the token's issuer refuses the address; null where the token has no such list. */
  isBlacklisted(address: string): Promise<boolean | null>
}

const quantity = z.string().regex(/^0x[0-9a-f]+$/i)
const hash = z.string().regex(/^0x[0-9a-f]{64}$/i)
const evmAddress = z.string().regex(/^0x[0-9a-f]{40}$/i)
const blockSchema = z.object({ number: quantity, hash, timestamp: quantity })
const logSchema = z.object({
  address: evmAddress,
  topics: z.array(hash).max(4),
  data: z.string().regex(/^0x[0-9a-f]*$/i),
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex: quantity,
  removed: z.boolean().nullish(),
})
const receiptSchema = z.object({
  transactionHash: hash,
  status: quantity.nullish(),
  blockNumber: quantity,
  blockHash: hash,
  logs: z.array(logSchema).max(10_000),
})
type Log = z.infer<typeof logSchema>

/** @param nodeUrl where to ask; it may carry a key, and is never told to anybody */
export function openChain(options: { constants: ChainConstants; nodeUrl: string; timeoutMs?: number }): Chain {
  const { constants, nodeUrl, timeoutMs } = options
  const askAnything = openNode(nodeUrl, timeoutMs === undefined ? {} : { timeoutMs })
  const ask = onPinnedChain(askAnything, constants)
  return {
    constants,
    head: () => readHead(ask),
    checkToken: () => checkToken(askAnything, constants),
    transfers: (query) => readTransfers(ask, constants, query),
    receipt: (txHash) => readReceipt(ask, constants, txHash),
    blockHash: async (number) => (await readBlock(ask, numberTag(number)))?.hash ?? null,
    blockAt: async (number) => (await readBlock(ask, numberTag(number)))?.at ?? null,
    balanceOf: async (address, atBlock) =>
      call(ask, constants, 'balanceOf', [toEvm(address)], atBlock === undefined ? 'latest' : numberTag(atBlock)),
    isBlacklisted: (address) => readBlacklist(ask, constants, address),
  }
}

/** Asks for the chain once before anything else, so that no answer of another chain is ever taken for one of this. */
function onPinnedChain(ask: AskNode, { chainId, name }: ChainConstants): AskNode {
  let proven: Promise<void> | null = null
  const prove = async (): Promise<void> => {
    const found = await readChainId(ask)
    if (found !== chainId) {
      throw new ChainFault('wrong_chain', `The node is on chain ${found}; ${name} is chain ${chainId}.`)
    }
  }
  return async (method, params) => {
    proven ??= prove()
    try {
      await proven
    } catch (error) {
      // The next question asks again: it may have been the line.
      proven = null
      throw error
    }
    return await ask(method, params)
  }
}

async function readChainId(ask: AskNode): Promise<number> {
  return Number(parse(quantity, await ask('eth_chainId', []), 'a chain id'))
}

async function readHead(ask: AskNode): Promise<Head> {
  // The final one first: it may move on between the two questions, and is then not above the newest.
  const final = await readBlock(ask, 'finalized').catch((error: unknown) => {
    // A node that does not know the tag refuses the question.
    if (error instanceof ChainFault && error.reason === 'refused') return null
    throw error
  })
  const newest = await readBlock(ask, 'latest')
  if (newest === null) throw new ChainFault('nonsense', 'The node has no newest block.')
  if (final !== null && final.number > newest.number) {
    throw new ChainFault('nonsense', 'The node calls a block final that lies above its newest.')
  }
  return { ...newest, finalizedNumber: final?.number ?? null }
}

async function readBlock(ask: AskNode, tag: string): Promise<{ number: number; hash: string; at: Date } | null> {
  const answer = await ask('eth_getBlockByNumber', [tag, false])
  if (answer === null) return null
  const block = parse(blockSchema, answer, 'a block')
  return { number: Number(block.number), hash: block.hash.toLowerCase(), at: new Date(Number(block.timestamp) * 1_000) }
}

async function checkToken(ask: AskNode, constants: ChainConstants): Promise<TokenCheck> {
  const { chainId, symbol, decimals, contract, name } = constants
  const foundChain = await readChainId(ask)
  if (foundChain !== chainId) {
    return { ok: false, detail: `The node is on chain ${foundChain}; ${name} is chain ${chainId}.` }
  }
  try {
    const foundSymbol = await call<string>(ask, constants, 'symbol', [], 'latest')
    const foundDecimals = await call<number>(ask, constants, 'decimals', [], 'latest')
    if (foundSymbol !== symbol) {
      return { ok: false, detail: `The contract ${contract} calls itself ${foundSymbol.slice(0, 20)}, not ${symbol}.` }
    }
    if (foundDecimals !== decimals) {
      return { ok: false, detail: `The contract ${contract} has ${foundDecimals} decimals, not ${decimals}.` }
    }
  } catch (error) {
    if (error instanceof ChainFault && error.reason === 'unreachable') throw error
    return { ok: false, detail: `No token answers at ${contract} on this chain.` }
  }
  return { ok: true, detail: `${symbol} with ${decimals} decimals at ${contract} on ${name}.` }
}

async function readTransfers(
  ask: AskNode,
  constants: ChainConstants,
  query: { fromBlock: number; toBlock: number; to: readonly string[] },
): Promise<ChainTransfer[]> {
  const { blocksPerQueryMax, addressesPerQueryMax } = constants
  const asked = [...new Set(query.to.map(toEvm))]
  const found: ChainTransfer[] = []
  for (let fromBlock = query.fromBlock; fromBlock <= query.toBlock; fromBlock += blocksPerQueryMax) {
    const toBlock = Math.min(query.toBlock, fromBlock + blocksPerQueryMax - 1)
    for (let first = 0; first < asked.length; first += addressesPerQueryMax) {
      const to = asked.slice(first, first + addressesPerQueryMax)
      found.push(...(await readPiece(ask, constants, { fromBlock, toBlock, to })))
    }
  }
  // Behind one address there may be many nodes, and one that has not these blocks yet answers with nothing: without
  // this a payment would be passed over.
  if (query.fromBlock <= query.toBlock && (await readBlock(ask, numberTag(query.toBlock))) === null) {
    throw new ChainFault('lagging', `The node has no block ${query.toBlock} yet.`)
  }
  return found.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

/** One question, or halves of it where the node refuses: providers have limits of their own, and name them badly. */
async function readPiece(
  ask: AskNode,
  constants: ChainConstants,
  piece: { fromBlock: number; toBlock: number; to: readonly string[] },
): Promise<ChainTransfer[]> {
  const { fromBlock, toBlock, to } = piece
  const filter = {
    address: toEvm(constants.contract),
    topics: [TRANSFER_TOPIC, null, to.map(padded)],
    fromBlock: numberTag(fromBlock),
    toBlock: numberTag(toBlock),
  }
  let answer: unknown
  try {
    answer = await ask('eth_getLogs', [filter])
  } catch (error) {
    const isTooWide = error instanceof ChainFault && error.reason === 'refused' && fromBlock < toBlock
    if (!isTooWide) throw error
    const middle = Math.floor((fromBlock + toBlock) / 2)
    // The first half before the second, so that a node that refuses everything is asked a dozen times at most.
    const first = await readPiece(ask, constants, { fromBlock, toBlock: middle, to })
    return [...first, ...(await readPiece(ask, constants, { fromBlock: middle + 1, toBlock, to }))]
  }
  const logs = parse(z.array(logSchema), answer, 'logs')
  return logs.map((log) => answering(log, constants, { fromBlock, toBlock, to: new Set(to) }))
}

/** A log as a transfer, when it answers what was asked; a node that answers something else is not believed at all. */
function answering(
  log: Log,
  constants: ChainConstants,
  asked: { fromBlock: number; toBlock: number; to: ReadonlySet<string> },
): ChainTransfer {
  const transfer = transferOf(log, constants)
  const isAsked =
    transfer !== null &&
    log.removed !== true &&
    transfer.blockNumber >= asked.fromBlock &&
    transfer.blockNumber <= asked.toBlock &&
    asked.to.has(toEvm(transfer.to))
  if (!isAsked) throw new ChainFault('nonsense', 'The node answered with transfers that were not asked for.')
  return transfer
}

/** Null for a log that is no transfer of the pinned token. */
function transferOf(log: Log, { contract, network }: ChainConstants): ChainTransfer | null {
  const [topic, from, to, more] = log.topics
  if (log.address.toLowerCase() !== toEvm(contract) || topic?.toLowerCase() !== TRANSFER_TOPIC) return null
  if (from === undefined || to === undefined || more !== undefined || log.data.length !== 66) return null
  const txHash = log.transactionHash.toLowerCase()
  return {
    txHash: network === 'trc20' ? txHash.slice(2) : txHash,
    logIndex: Number(log.logIndex),
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash.toLowerCase(),
    from: fromEvm(network, from.slice(26)),
    to: fromEvm(network, to.slice(26)),
    raw: BigInt(log.data),
  }
}

async function readReceipt(ask: AskNode, constants: ChainConstants, txHash: string): Promise<ChainReceipt | null> {
  const asked = `0x${txHash.replace(/^0x/, '').toLowerCase()}`
  const answer = await ask('eth_getTransactionReceipt', [asked])
  if (answer === null) return null
  const receipt = parse(receiptSchema, answer, 'a receipt')
  const isAsked = [receipt, ...receipt.logs].every(
    (part) =>
      part.transactionHash.toLowerCase() === asked && part.blockHash.toLowerCase() === receipt.blockHash.toLowerCase(),
  )
  if (!isAsked) throw new ChainFault('nonsense', 'The node answered with the receipt of another transaction.')
  const transfers = receipt.logs.map((log) => transferOf(log, constants))
  return {
    txHash,
    isSuccess: receipt.status !== null && receipt.status !== undefined && BigInt(receipt.status) === 1n,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash.toLowerCase(),
    transfers: transfers.filter((transfer) => transfer !== null),
    movesOtherTokens: receipt.logs.some(
      (log) =>
        log.topics[0]?.toLowerCase() === TRANSFER_TOPIC && log.address.toLowerCase() !== toEvm(constants.contract),
    ),
  }
}

async function readBlacklist(ask: AskNode, constants: ChainConstants, address: string): Promise<boolean | null> {
  if (!constants.hasBlacklist) return null
  const question = constants.network === 'trc20' ? 'getBlackListStatus' : 'isBlackListed'
  return await call<boolean>(ask, constants, question, [toEvm(address)], 'latest')
}

type TokenQuestion = 'symbol' | 'decimals' | 'balanceOf' | 'isBlackListed' | 'getBlackListStatus'
async function call<Answer = bigint>(
  ask: AskNode,
  { contract }: ChainConstants,
  functionName: TokenQuestion,
  args: readonly [] | readonly [Hex],
  tag: string,
): Promise<Answer> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName, args })
  const answer = parse(
    z.string().regex(/^0x[0-9a-f]*$/i),
    await ask('eth_call', [{ to: toEvm(contract), data }, tag]),
    'a call',
  )
  try {
    return decodeFunctionResult({ abi: tokenAbi, functionName, data: answer as Hex }) as Answer
  } catch {
    throw new ChainFault('nonsense', `The contract does not answer ${functionName}().`)
  }
}

/** Balances of many addresses, a few questions at a time, in the order asked. */
export async function readBalances(chain: Chain, addresses: readonly string[], atBlock?: number): Promise<bigint[]> {
  const balances: bigint[] = []
  for (let first = 0; first < addresses.length; first += QUESTIONS_AT_ONCE_MAX) {
    const some = addresses.slice(first, first + QUESTIONS_AT_ONCE_MAX)
    balances.push(...(await Promise.all(some.map((address) => chain.balanceOf(address, atBlock)))))
  }
  return balances
}

function parse<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new ChainFault('nonsense', `The node answered with something that is not ${what}.`)
  return parsed.data
}

function numberTag(number: number): string {
  return `0x${number.toString(16)}`
}

function padded(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}
