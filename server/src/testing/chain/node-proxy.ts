// A node of a test that stands in front of the local chain and changes what it says: one that speaks the dialect of
// Tron's nodes, and one that lies, lags, hangs or answers nonsense on demand. It deliberately keeps no chain of its
// own.
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { askNode } from './local-chain.ts'

type Json = Record<string, unknown>
type Question = { id: unknown; method: string; params: unknown[] }
/** `answer` asks the chain behind. What is returned is the result; a NodeRefusal is an error of the node. */
type Rewrite = (question: Question, answer: () => Promise<unknown>) => Promise<unknown>

export class NodeRefusal extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
export type NodeProxy = { url: string; stop(): Promise<void> }

async function startProxy(chainUrl: string, rewrite: Rewrite): Promise<NodeProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(chunks).toString()) as Question
      const { id, method, params } = question
      rewrite({ id, method, params }, () => askNode(chainUrl, method, params)).then(
        (result) => {
          response.setHeader('content-type', 'application/json')
          response.end(
            typeof result === 'string' && result.startsWith('<')
              ? result
              : JSON.stringify({ jsonrpc: '2.0', id, result }),
          )
        },
        (error: unknown) => {
          const code = error instanceof NodeRefusal ? error.code : -32_000
          const message = error instanceof Error ? error.message : String(error)
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
        },
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

const TRON_SOLID_DEPTH = 19
const TRON_BLOCKS_MAX = 5_000
const TRON_TOPICS_MAX = 1_000

/** The dialect of java-tron: no `safe` and `pending`, solid blocks as `finalized`, bounded questions, bare blocks. */
export async function startTronDialect(
  chainUrl: string,
  chainId: number,
  { blocksMax = TRON_BLOCKS_MAX }: { blocksMax?: number } = {},
): Promise<NodeProxy> {
  return await startProxy(chainUrl, async ({ method, params }, answer) => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    if (method === 'eth_getBlockByNumber') return await tronBlock(chainUrl, params)
    if (method === 'eth_getLogs') refuseWideQuestion(params[0] as Json, blocksMax)
    const result = await answer()
    if (method === 'eth_getLogs') return (result as Json[]).map((log) => ({ ...log, blockTimestamp: '0x0' }))
    return result
  })
}

async function tronBlock(chainUrl: string, [tag, isFull]: unknown[]): Promise<unknown> {
  if (tag === 'safe' || tag === 'pending') throw new NodeRefusal(-32_602, 'TAG not supported')
  const head = Number(await askNode(chainUrl, 'eth_blockNumber'))
  const asked = tag === 'finalized' ? `0x${Math.max(0, head - TRON_SOLID_DEPTH).toString(16)}` : tag
  const block = (await askNode(chainUrl, 'eth_getBlockByNumber', [asked, isFull])) as Json | null
  if (block === null) return null
  const { number, hash, timestamp, parentHash, transactions } = block
  return { number, hash, timestamp, parentHash, transactions, stateRoot: '0x', nonce: null, uncles: [] }
}

function refuseWideQuestion({ fromBlock, toBlock, topics }: Json, blocksMax: number): void {
  if (Number(toBlock) - Number(fromBlock) >= blocksMax) throw new NodeRefusal(-32_005, 'exceed max block range')
  const receivers = (topics as unknown[])[2]
  if (Array.isArray(receivers) && receivers.length > TRON_TOPICS_MAX)
    throw new NodeRefusal(-32_005, 'exceed max topics')
}

export type Misbehaviour =
  | 'none'
  /** Never answers. */
  | 'hangs'
  | 'refuses'
  /** Answers a page instead of JSON. */
  | 'nonsense'
  /** Makes every transfer a hundred times as large. */
  | 'lies_about_amounts'
  /** Says that a transaction it was asked about does not exist. */
  | 'hides_receipts'
  /** Its newest block is a day old. */
  | 'lags'
  | 'other_chain'
export type FaultyNode = NodeProxy & { behave(how: Misbehaviour): void }

/** A node that misbehaves as told. */
export async function startFaultyNode(chainUrl: string): Promise<FaultyNode> {
  let how: Misbehaviour = 'none'
  const proxy = await startProxy(chainUrl, async ({ method }, answer) => {
    if (how === 'hangs') return await new Promise<never>(() => undefined)
    if (how === 'refuses') throw new NodeRefusal(-32_603, 'internal error')
    if (how === 'nonsense') return '<html>Bad gateway</html>'
    if (how === 'other_chain' && method === 'eth_chainId') return '0x539'
    if (how === 'hides_receipts' && method === 'eth_getTransactionReceipt') return null
    const result = await answer()
    return how === 'lies_about_amounts' || how === 'lags' ? falsified(result, how) : result
  })
  return { ...proxy, behave: (wanted) => void (how = wanted) }
}

function falsified(result: unknown, how: 'lies_about_amounts' | 'lags'): unknown {
  if (Array.isArray(result)) return result.map((part) => falsified(part, how))
  if (typeof result !== 'object' || result === null) return result
  const object = result as Json
  if (how === 'lags' && 'timestamp' in object) {
    return { ...object, timestamp: `0x${(Number(object['timestamp']) - 86_400).toString(16)}` }
  }
  if (how === 'lies_about_amounts' && 'logs' in object) return { ...object, logs: falsified(object['logs'], how) }
  if (how === 'lies_about_amounts' && 'topics' in object) {
    const more = (BigInt(String(object['data'])) * 100n).toString(16).padStart(64, '0')
    return { ...object, data: `0x${more}` }
  }
  return result
}
