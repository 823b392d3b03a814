// Takes a credited deposit back: the chain forgot it, or PayPal gave the money back to its payer. Guarantees that the
// whole of it leaves the books of custody at once; what the owner has spent meanwhile becomes their deficit, which what
// they earn next pays first. It deliberately does not decide that a deposit is gone.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { postTransfers, type TransferOutcome, type TransferRequest } from '../../ledger/ledger.public.ts'
import { lockDeposit, type DepositRow } from './deposits.queries.ts'
import { writeMove } from './move-deposit.ts'

export type DepositReversal = {
  ownerId: string
  depositId: string
  /** Why, in words for the owner. */
  reason: string
  now: Date
  /** What of it went back; all of it when absent. */
  amountMicros?: bigint
}

export type DepositReversed =
  /** `lostMicros` of it had been spent already and is the owner's deficit now. */
  | { outcome: 'reversed'; deposit: DepositRow; lostMicros: bigint }
  /** It was never credited, or was reversed before; nothing was done. */
  | { outcome: 'unchanged' }

/** Call it once per transaction, with no other posting in it. */
export async function reverseDeposit(
  transaction: DatabaseTransaction,
  reversal: DepositReversal,
): Promise<DepositReversed> {
  const deposit = await lockDeposit(transaction, reversal.ownerId, reversal.depositId)
  if (deposit?.state !== 'credited' || deposit.amountMicros === null) return { outcome: 'unchanged' }
  const amountMicros = reversal.amountMicros ?? deposit.amountMicros
  invariant(amountMicros > 0n && amountMicros <= deposit.amountMicros, 'No more is reversed than was credited')
  // The fee goes back with the whole of a deposit; of a part that went back it is kept, as PayPal keeps its own.
  const feeMicros = amountMicros === deposit.amountMicros ? deposit.feeMicros : 0n
  const lostMicros = await post(transaction, deposit, { ...reversal, amountMicros, feeMicros })
  const { reason, now } = reversal
  return {
    outcome: 'reversed',
    deposit: await writeMove(transaction, deposit, { to: 'reversed', reason, now }),
    lostMicros,
  }
}

type Posting = { amountMicros: bigint; feeMicros: bigint; reason: string }

/** @returns what became a deficit */
async function post(transaction: DatabaseTransaction, deposit: DepositRow, posting: Posting): Promise<bigint> {
  const outcomes = await postTransfers(transaction, requests(deposit, posting, 0n))
  const short = outcomes.find((outcome) => outcome.outcome === 'insufficient_funds')
  if (short === undefined) {
    requirePosted(outcomes)
    return 0n
  }
  // A refused call posts nothing, and the owner's accounts stay locked: what it said of the balance still holds.
  invariant(short.kind === 'available', 'Only what is available can be too little for a reversal')
  const lostMicros = posting.amountMicros - short.balanceMicros
  requirePosted(await postTransfers(transaction, requests(deposit, posting, lostMicros)))
  return lostMicros
}

function requests(deposit: DepositRow, { amountMicros, feeMicros, reason }: Posting, lost: bigint): TransferRequest[] {
  const { ownerId, kind: custody } = deposit
  const key = `deposit:${deposit.id}`
  const description = reason
  const fee = { code: 'deposit_fee_reversed', amountMicros: feeMicros, idempotencyKey: `${key}:fee_reversed` } as const
  const back = { code: 'deposit_reversed', amountMicros: amountMicros - lost, custody } as const
  const loss = { code: 'deposit_lost', amountMicros: lost, custody } as const
  const all: TransferRequest[] = [
    { ownerId, description, ...fee },
    { ownerId, description, ...back, idempotencyKey: `${key}:reversed` },
    { ownerId, description, ...loss, idempotencyKey: `${key}:lost` },
  ]
  return all.filter((request) => request.amountMicros > 0n)
}

function requirePosted(outcomes: readonly TransferOutcome[]): void {
  const fault = outcomes.find(({ outcome }) => outcome !== 'posted' && outcome !== 'exists')
  invariant(fault === undefined, `A reversal can always be posted: ${fault?.outcome}`)
}
