// Asks the outside of a method what it is, before anything depends on it. Guarantees that a USDT method is enabled only
// by a node that is on the pinned chain and knows the pinned token. It runs outside every transaction.
import { AppError } from '@inrange/contract/errors'
import { formatUsd } from '@inrange/contract/money'
import { SealBroken } from '../../../platform/secrets.ts'
import { toMicros } from '../chain/amounts.rules.ts'
import { openChain, type Chain, type Head } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { isLagging } from '../chain/confirmations.rules.ts'
import type { ChainConstants } from '../chain/networks.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { MethodRow } from './methods.queries.ts'
import { openMethodChain, openSecondChain } from './open-method-chain.ts'
import { openMethodPaypal } from './open-method-paypal.ts'

export type MethodNodes = { constants: ChainConstants; nodeUrl: string; secondNodeUrl: string | null }

/**
 * The head of the chain, once both nodes have proven themselves.
 * @throws AppError payment_method_unchecked naming what differs, outside_unavailable
 */
export async function requireCheckedToken(nodes: MethodNodes): Promise<Head> {
  const { constants, nodeUrl, secondNodeUrl } = nodes
  const chain = openChain({ constants, nodeUrl })
  await requireMatch(chain, 'nodeUrl')
  if (secondNodeUrl !== null) await requireMatch(openChain({ constants, nodeUrl: secondNodeUrl }), 'secondNodeUrl')
  return await guarded('nodeUrl', () => chain.head())
}

async function requireMatch(chain: Chain, field: 'nodeUrl' | 'secondNodeUrl'): Promise<void> {
  const check = await guarded(field, () => chain.checkToken())
  if (!check.ok) throw unchecked(field, check.detail)
}

async function guarded<Result>(field: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    if (error.reason !== 'unreachable') throw unchecked(field, error.message)
    throw new AppError('outside_unavailable', { message: error.message, fields: { [field]: error.message } })
  }
}

function unchecked(field: string, sentence: string): AppError {
  const message = `The token could not be checked on the chain. ${sentence}`
  return new AppError('payment_method_unchecked', { message, fields: { [field]: sentence } })
}

export type MethodTrial = { ok: boolean; detail: string; head: Head | null }

/** What the node or PayPal says now, as a sentence; it never throws for what it finds there. */
export async function tryMethod(deps: PaymentsDeps, method: MethodRow): Promise<MethodTrial> {
  try {
    if (method.kind === 'paypal') {
      const found = await openMethodPaypal(deps, method).testConnection()
      return { ok: found.mayReceive && found.mayPayOut, detail: found.sentence, head: null }
    }
    const chain = openMethodChain(deps, method)
    if (chain === null) return { ok: false, detail: 'No node is set. Give the address of one.', head: null }
    return await tryChain(deps, chain, method)
  } catch (error) {
    if (error instanceof SealBroken) {
      return { ok: false, detail: 'The key that opens its secrets is missing. Set them anew.', head: null }
    }
    if (!(error instanceof ChainFault) && !(error instanceof PaypalFault)) throw error
    return { ok: false, detail: error.message, head: null }
  }
}

async function tryChain(deps: PaymentsDeps, chain: Chain, method: MethodRow): Promise<MethodTrial> {
  const check = await chain.checkToken()
  if (!check.ok) return { ok: false, detail: check.detail, head: null }
  const head = await chain.head()
  if (isLagging(head, deps.clock.now())) {
    const detail = `The newest block of the node, ${head.number}, is of ${head.at.toISOString()}: it fell behind.`
    return { ok: false, detail, head }
  }
  const treasury = await readTreasury(chain, method)
  const second = await trySecond(openSecondChain(deps, method))
  const final =
    head.finalizedNumber === null
      ? 'It does not say what is final, so more confirmations are waited for.'
      : `Final is block ${head.finalizedNumber}.`
  const sentences = [`${check.detail} The node is at block ${head.number}.`, final, treasury.detail, second.detail]
  return { ok: treasury.ok && second.ok, detail: sentences.join(' '), head }
}

async function readTreasury(chain: Chain, { address }: MethodRow): Promise<{ ok: boolean; detail: string }> {
  if (address === null) return { ok: true, detail: '' }
  const { micros } = toMicros(await chain.balanceOf(address), chain.constants.decimals)
  const holds = `The wallet holds ${formatUsd(micros)}.`
  if ((await chain.isBlacklisted(address)) !== true) return { ok: true, detail: holds }
  return { ok: false, detail: `${holds} The issuer of the token has frozen it: nothing can leave it.` }
}

async function trySecond(second: Chain | null): Promise<{ ok: boolean; detail: string }> {
  if (second === null) return { ok: true, detail: 'There is no second node to be asked about large amounts.' }
  try {
    const check = await second.checkToken()
    if (check.ok) return { ok: true, detail: 'The second node agrees.' }
    return { ok: false, detail: `The second node fails: ${check.detail}` }
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    return { ok: false, detail: `The second node fails: ${error.message}` }
  }
}
