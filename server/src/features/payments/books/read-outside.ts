// Reads what is outside: the token on all addresses of ours at one block, the balance at PayPal. Guarantees a bound on
// what is asked, and that what cannot be read is said and never taken for nothing. It runs outside every transaction.
import { networkOfKind, type MethodKind, type Network } from '@inrange/contract/payment-kinds'
import { invariant } from '../../../platform/invariant.ts'
import { SealBroken } from '../../../platform/secrets.ts'
import { toMicros } from '../chain/amounts.rules.ts'
import { readBalances, type Chain, type Head } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { isLagging } from '../chain/confirmations.rules.ts'
import { selectReading } from '../methods/health.queries.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { openMethodChain } from '../methods/open-method-chain.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import {
  selectChainFlight,
  selectKnownTransfers,
  selectLastPaypalMovementAt,
  selectOwnAddresses,
  selectPayoutsInFlight,
} from './books.queries.ts'
import type { Outside } from './books.rules.ts'

/** Questions that one comparison puts to a node. */
const ADDRESSES_MAX = 2_000
/** Blocks beyond what the scanner has read; more, and it has to catch up first. */
const UNREAD_BLOCKS_MAX = 2_000
/** Payouts on their way whose fee PayPal is asked for. */
const PAYOUTS_MAX = 100

/** @param methods all of the kind, active or not */
export async function readOutside(
  deps: PaymentsDeps,
  kind: MethodKind,
  methods: readonly MethodRow[],
): Promise<Outside> {
  const network = networkOfKind(kind)
  try {
    return network === null ? await readPaypal(deps, methods) : await readChain(deps, network, methods)
  } catch (error) {
    if (error instanceof ChainFault || error instanceof PaypalFault) {
      return { outcome: 'unread', detail: `It could not be read: ${error.message}` }
    }
    if (error instanceof SealBroken) return { outcome: 'unread', detail: 'The key that opens its access is missing.' }
    throw error
  }
}

async function readChain(deps: PaymentsDeps, network: Network, methods: readonly MethodRow[]): Promise<Outside> {
  const method = methods.find(({ isActive, nodeUrlSealed }) => isActive && nodeUrlSealed !== null) ?? methods.at(-1)
  const chain = method === undefined ? null : openMethodChain(deps, method)
  if (method === undefined || chain === null) return { outcome: 'unread', detail: 'There is no node to ask.' }
  const addresses = await selectOwnAddresses(deps.database.kysely, method.kind, ADDRESSES_MAX)
  if (addresses.length > ADDRESSES_MAX) {
    return { outcome: 'unread', detail: `There are more than ${ADDRESSES_MAX} addresses; sweep them first.` }
  }
  const head = await chain.head()
  if (isLagging(head, deps.clock.now()))
    return { outcome: 'unread', detail: 'The node has stopped following its chain.' }
  // Tron answers for its newest block alone.
  const raws = await readBalances(chain, addresses, network === 'trc20' ? undefined : head.number)
  const unread = await readUnread(deps, chain, { method, head, addresses })
  if (unread === null) return { outcome: 'unread', detail: 'The chain has not been read as far as its newest block.' }
  const flight = await selectChainFlight(deps.database.kysely, network)
  const raw = raws.reduce((sum, one) => sum + one, 0n) - BigInt(flight.dustRaw)
  const count = addresses.length === 1 ? '1 address' : `${addresses.length} addresses`
  return {
    outcome: 'read',
    micros: toMicros(raw < 0n ? 0n : raw, chain.constants.decimals).micros,
    inFlightOutMicros: flight.outMicros,
    inFlightInMicros: flight.inMicros + unread,
    detail: `${count} at block ${head.number}.`,
    block: BigInt(head.number),
  }
}

/** What came in blocks that the scanner has not read yet; null when there are too many of them. */
async function readUnread(
  deps: PaymentsDeps,
  chain: Chain,
  { method, head, addresses }: { method: MethodRow; head: Head; addresses: string[] },
): Promise<bigint | null> {
  const next = (await selectReading(deps.database.kysely, method.id))?.nextBlock ?? null
  if (next === null || Number(next) > head.number) return 0n
  if (head.number - Number(next) > UNREAD_BLOCKS_MAX) return null
  const came = await chain.transfers({ fromBlock: Number(next), toBlock: head.number, to: addresses })
  const ours = new Set(addresses)
  // Between addresses of ours nothing comes.
  const foreign = came.filter((transfer) => !ours.has(transfer.from))
  const known = await selectKnownTransfers(deps.database.kysely, chain.constants.network, foreign)
  return foreign
    .filter(({ txHash, logIndex }) => !known.has(`${txHash} ${logIndex}`))
    .reduce((sum, { raw }) => sum + toMicros(raw, chain.constants.decimals).micros, 0n)
}

async function readPaypal(deps: PaymentsDeps, methods: readonly MethodRow[]): Promise<Outside> {
  let micros = 0n
  let asOf: Date | null = null
  for (const method of accountsOf(methods)) {
    const balance = await openMethodPaypal(deps, method).readBalance()
    micros += balance.totalMicros
    if (balance.asOf !== null && (asOf === null || balance.asOf < asOf)) asOf = balance.asOf
  }
  if (asOf === null) return { outcome: 'unread', detail: 'PayPal does not say of when its balance is.' }
  const movedAt = await selectLastPaypalMovementAt(deps.database.kysely)
  const when = asOf.toISOString().slice(0, 16).replace('T', ' ')
  // PayPal's balance may be hours old; what moved since would look like a difference.
  if (movedAt !== null && asOf.getTime() < movedAt.getTime() - 1_000) {
    return { outcome: 'unread', detail: `PayPal's balance is of ${when} UTC, before the latest movement.` }
  }
  const inFlightOutMicros = await readPayoutsOut(deps, methods)
  if (inFlightOutMicros === null) {
    return { outcome: 'unread', detail: `More than ${PAYOUTS_MAX} payouts are on their way.` }
  }
  const detail = `PayPal's balance of ${when} UTC.`
  return { outcome: 'read', micros, inFlightOutMicros, inFlightInMicros: 0n, detail, block: null }
}

/** One method for each account: two may be of the same. */
function accountsOf(methods: readonly MethodRow[]): MethodRow[] {
  const accounts = new Map(methods.map((method) => [`${method.environment} ${method.clientId}`, method]))
  for (const method of methods) if (method.isActive) accounts.set(`${method.environment} ${method.clientId}`, method)
  return [...accounts.values()]
}

/** With what PayPal charges for them, which has left the account too. */
async function readPayoutsOut(deps: PaymentsDeps, methods: readonly MethodRow[]): Promise<bigint | null> {
  const payouts = await selectPayoutsInFlight(deps.database.kysely, PAYOUTS_MAX + 1)
  if (payouts.length > PAYOUTS_MAX) return null
  let micros = 0n
  for (const { methodId, batchId, netMicros } of payouts) {
    const method = methods.find(({ id }) => id === methodId)
    invariant(method, 'A payout has a method of its kind')
    const batch = await openMethodPaypal(deps, method).readPayoutBatch(batchId)
    micros += netMicros + (batch.items[0]?.feeMicros ?? batch.feeMicros ?? 0n)
  }
  return micros
}
