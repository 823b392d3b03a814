// Books money that the operator moved between their own pocket and custody. Guarantees that the chain says the amount
// and the direction, that the transaction is final, and that one which proves anything else, a deposit, a withdrawal, a
// movement before, is refused. Between addresses of ours nothing is booked: custody is the same as before.
import { AppError } from '@inrange/contract/errors'
import { microsToDecimal, formatUsd } from '@inrange/contract/money'
import { kindOfNetwork, type Network } from '@inrange/contract/payment-kinds'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { HOUSE_ID, postTransfers } from '../../ledger/ledger.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { readTxHash } from '../chain/addresses.rules.ts'
import { toMicros } from '../chain/amounts.rules.ts'
import type { Chain, ChainTransfer } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { confirmationsOf } from '../chain/confirmations.rules.ts'
import { lockReceipt, selectIsTransactionUsed } from '../deposits/receipts.queries.ts'
import { selectMethods } from '../methods/methods.queries.ts'
import { openMethodChain } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { insertMovement, selectAddressRole, selectIsAwaitedPayout } from './books.queries.ts'
import { legOf } from './books.rules.ts'

export type MovementRequest = {
  network: Network
  txHash: string
  note: string
  actor: { userId: string; address: string; requestId: string }
}
type Direction = 'funded' | 'withdrew'
type Leg = { transfer: ChainTransfer; amountMicros: bigint }
type Movements = { direction: Direction | 'swept'; legs: Leg[] }

/** @throws AppError transaction_refused, transaction_used, outside_unavailable */
export async function recordMovement(deps: PaymentsDeps, asked: MovementRequest) {
  const txHash = readTxHash(asked.txHash, asked.network)
  if (txHash === null) throw refused('A transaction hash has 64 hexadecimal digits.')
  const chain = await openChainOf(deps, asked.network)
  const movements = await readMovements(deps, chain, txHash)
  const { direction, legs } = movements
  const totalMicros = legs.reduce((sum, leg) => sum + leg.amountMicros, 0n)
  await store(deps, { ...asked, txHash }, movements)
  const amount = formatUsd(totalMicros)
  const detail = {
    funded: `${amount} that the operator brought is booked.`,
    withdrew: `${amount} that the operator took is booked.`,
    swept: `${amount} was moved between addresses of ours: nothing to book.`,
  }[direction]
  return { direction, amount: microsToDecimal(totalMicros), detail }
}

async function openChainOf(deps: PaymentsDeps, network: Network): Promise<Chain> {
  const kind = kindOfNetwork(network)
  const methods = (await selectMethods(deps.database.kysely)).filter((method) => method.kind === kind)
  const method = methods.find(({ isActive }) => isActive) ?? methods.at(-1)
  const chain = method === undefined ? null : openMethodChain(deps, method)
  if (chain === null) throw new AppError('outside_unavailable', { message: 'No node of this network is set.' })
  return chain
}

/** What the transaction moved in or out. All of it one way, or between addresses of ours alone. */
async function readMovements(deps: PaymentsDeps, chain: Chain, txHash: string): Promise<Movements> {
  const transfers = await readFinal(deps, chain, txHash)
  const legs: (Leg & { leg: ReturnType<typeof legOf> })[] = []
  for (const transfer of transfers) {
    const fromRole = await selectAddressRole(deps.database.kysely, chain.constants.network, transfer.from)
    const toRole = await selectAddressRole(deps.database.kysely, chain.constants.network, transfer.to)
    const amountMicros = toMicros(transfer.raw, chain.constants.decimals).micros
    if (amountMicros > 0n) legs.push({ transfer, amountMicros, leg: legOf({ fromRole, toRole }) })
  }
  const ours = legs.filter(({ leg }) => leg !== 'foreign')
  if (ours.length === 0) throw refused('The transaction moves none of our tokens to or from an address of ours.')
  if (ours.some(({ leg }) => leg === 'deposit')) {
    throw refused('It pays the address of a user: it is their deposit and not the operator’s.')
  }
  const directions = new Set(ours.map(({ leg }) => leg).filter((leg) => leg !== 'swept'))
  if (directions.size > 1) throw refused('The transaction moves money in and out at once; book it by two.')
  const direction = directions.has('funded') ? 'funded' : directions.has('withdrew') ? 'withdrew' : 'swept'
  return { direction, legs: ours.filter(({ leg }) => leg === direction) }
}

async function readFinal(deps: PaymentsDeps, chain: Chain, txHash: string): Promise<ChainTransfer[]> {
  try {
    const [head, receipt] = [await chain.head(), await chain.receipt(txHash)]
    if (receipt === null) throw refused('The chain does not know this transaction.')
    if (!receipt.isSuccess) throw refused('The transaction failed on the chain; nothing moved.')
    const { extraConfirmations } = (await readSettings(deps.database.kysely)).deposits
    const depth = confirmationsOf(receipt.blockNumber, head, chain.constants, extraConfirmations)
    if (depth.isFinal) return receipt.transfers
    throw refused(`The transaction is not final yet: ${depth.confirmations} of ${depth.needed} confirmations.`)
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    throw new AppError('outside_unavailable', { internal: error.message, cause: error })
  }
}

async function store(deps: PaymentsDeps, asked: MovementRequest, movements: Movements): Promise<void> {
  const { direction, legs } = movements
  try {
    await deps.database.transaction(async (transaction) => {
      if (direction !== 'swept') {
        await requireUnused(transaction, asked, movements)
        await book(deps, transaction, asked, { direction, legs })
      }
      const { userId: actorId, address, requestId } = asked.actor
      await recordAudit(transaction, {
        actorId,
        address,
        requestId,
        action: 'movement_recorded',
        subjectType: 'payment',
        subjectId: asked.txHash,
        after: { network: asked.network, direction, note: asked.note, amounts: legs.map(amountOf) },
      })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'operator_movements_pkey') throw used('This movement is booked already.')
    throw error
  }
}

/** Whatever else the transaction may prove is looked at while the receipts are locked. */
async function requireUnused(
  transaction: DatabaseTransaction,
  { network, txHash }: MovementRequest,
  { direction, legs }: Movements,
): Promise<void> {
  if (await selectIsTransactionUsed(transaction, network, txHash)) throw used('This transaction proves something else.')
  for (const { transfer, amountMicros: netMicros } of legs) {
    const { logIndex, to: destination } = transfer
    const receipt = await lockReceipt(transaction, { network, txHash, logIndex })
    if (receipt !== null && (receipt.state !== 'seen' || receipt.depositId !== null)) {
      throw used('This payment is booked, or waits among the reviews; decide there whose it is.')
    }
    const payout = { kind: kindOfNetwork(network), destination, netMicros }
    if (direction === 'withdrew' && (await selectIsAwaitedPayout(transaction, payout))) {
      throw refused('It pays exactly a withdrawal that waits for it: record it there as sent.')
    }
  }
}

async function book(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { network, txHash, note, actor }: MovementRequest,
  { direction, legs }: { direction: Direction; legs: Leg[] },
): Promise<void> {
  const code = direction === 'funded' ? 'operator_funded' : 'operator_withdrew'
  const outcomes = await postTransfers(
    transaction,
    legs.map(({ transfer: { logIndex }, amountMicros }) => ({
      ownerId: HOUSE_ID,
      code,
      amountMicros,
      custody: kindOfNetwork(network),
      idempotencyKey: `movement:${network}:${txHash}:${logIndex}`,
      description: note,
      actorId: actor.userId,
    })),
  )
  for (const [index, { transfer, amountMicros }] of legs.entries()) {
    const outcome = outcomes[index]
    if (outcome?.outcome !== 'posted') throw used('This movement is booked already.')
    const { transferId } = outcome
    const now = deps.clock.now()
    const facts = { network, txHash, logIndex: transfer.logIndex, direction, amountMicros, transferId, note, now }
    await insertMovement(transaction, { ...facts, recordedBy: actor.userId })
  }
}

function amountOf({ amountMicros }: Leg): string {
  return microsToDecimal(amountMicros)
}

function refused(text: string): AppError {
  return new AppError('transaction_refused', { message: text, fields: { txHash: text } })
}

function used(text: string): AppError {
  return new AppError('transaction_used', { message: text, fields: { txHash: text } })
}
