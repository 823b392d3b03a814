// Questions to a node over JSON-RPC. Guarantees: an answer in time and of bounded size or a ChainFault, no redirect
// followed, and no word of the node's address in an error. It deliberately asks once: whoever scans asks again.
import { createPublicClient, http, type PublicClient } from 'viem'
import { ChainFault } from './chain.fault.ts'

export const NODE_TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** Asks a node for a method. @throws ChainFault */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

export function openNode(url: string, { timeoutMs = NODE_TIMEOUT_MS }: { timeoutMs?: number } = {}): AskNode {
  const client: PublicClient = createPublicClient({
    transport: http(url, { timeout: timeoutMs, retryCount: 0, fetchFn: fetchBounded }),
  })
  return async (method, params) => {
    try {
      // viem types the methods of Ethereum; Tron's nodes answer to the same names.
      const answer: unknown = await client.request({ method, params } as never)
      // Null says that there is no such thing; saying nothing at all does not.
      if (answer === undefined) throw new ChainFault('nonsense', `The node answered ${method} without a result.`)
      return answer
    } catch (error) {
      throw faultOf(error, method)
    }
  }
}

async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES_MAX) throw new ChainFault('nonsense', 'The node answered with more than 8 MiB.')
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

/** viem nests what happened; only its kind is kept, since its texts quote the address of the node. */
function faultOf(error: unknown, method: string): ChainFault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ChainFault) return cause
    if ('code' in cause && typeof cause.code === 'number') {
      return new ChainFault('refused', `The node refused ${method} (error ${cause.code}).`)
    }
    if (cause.name === 'HttpRequestError' && 'status' in cause && typeof cause.status === 'number') {
      // Too many questions, or a gateway without its node: the same question may be answered later.
      const reason = cause.status === 429 || cause.status >= 500 ? 'unreachable' : 'refused'
      return new ChainFault(reason, `The node refused ${method} with HTTP ${cause.status}.`)
    }
    if (cause instanceof SyntaxError) return new ChainFault('nonsense', `The node answered ${method} with no JSON.`)
    if (cause.name === 'TimeoutError') return new ChainFault('unreachable', 'The node did not answer in time.')
  }
  return new ChainFault('unreachable', 'The node cannot be reached.')
}
