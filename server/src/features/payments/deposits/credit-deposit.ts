// Credits a deposit: money and state in one. Guarantees that the same receipt is credited once, whoever finds it first,
// and that the fee is taken in the same call. It deliberately looks at nothing outside: whoever calls has read there
// what came.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { formatUsd } from '@inrange/contract/money'
import { invariant } from '../../../platform/invariant.ts'
import { postTransfers, type TransferRequest } from '../../ledger/ledger.public.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { lockDeposit, type DepositChange, type DepositRow } from './deposits.queries.ts'
import { depositFee } from './deposits.rules.ts'
import { writeMove } from './move-deposit.ts'

export type DepositCredit = {
  ownerId: string
  depositId: string
  method: MethodRow
  /** Gross, as read outside; positive. */
  amountMicros: bigint
  /** `deposit:<network>:<tx>:<logIndex>` or `deposit:paypal:<captureId>`: names what came, not who asks. */
  idempotencyKey: string
  /** What the owner reads in their history. */
  description: string
  now: Date
  actorId?: string | null
  change?: DepositChange
  /** Posted in the same call, before the deposit: what the house gives up for it. */
  further?: readonly TransferRequest[]
}

/** `exists`: it was credited before; nothing was done. */
export type DepositCredited = { outcome: 'credited' | 'exists'; deposit: DepositRow; transferId: string }

/** Call it once per transaction, with no other posting in it: the ledger locks owners in its own order. */
export async function creditDeposit(transaction: DatabaseTransaction, credit: DepositCredit): Promise<DepositCredited> {
  const { ownerId, depositId, amountMicros, now } = credit
  const deposit = await lockDeposit(transaction, ownerId, depositId)
  invariant(deposit !== null, 'A deposit that is credited is there')
  if (deposit.state === 'credited' || deposit.state === 'reversed') {
    invariant(deposit.depositTransferId !== null, 'A credited deposit names its transfer')
    return { outcome: 'exists', deposit, transferId: deposit.depositTransferId }
  }
  const feeMicros = depositFee(amountMicros, credit.method)
  const transferId = await post(transaction, credit, feeMicros)
  const moved = await writeMove(transaction, deposit, {
    to: 'credited',
    reason: feeMicros === 0n ? null : `A fee of ${formatUsd(feeMicros)} was taken.`,
    actorId: credit.actorId ?? null,
    now,
    change: {
      ...credit.change,
      amountMicros,
      feeMicros,
      depositTransferId: transferId,
      creditedAt: now,
      reservedUntil: null,
    },
  })
  return { outcome: 'credited', deposit: moved, transferId }
}

async function post(transaction: DatabaseTransaction, credit: DepositCredit, feeMicros: bigint): Promise<string> {
  const { ownerId, amountMicros, idempotencyKey, description, method } = credit
  const further = credit.further ?? []
  const shared = { ownerId, actorId: credit.actorId ?? null }
  const custody = method.kind
  const deposit = { ...shared, code: 'deposit', amountMicros, idempotencyKey, custody, description } as const
  const feeKey = `${idempotencyKey}:fee`
  const fee = { ...shared, code: 'deposit_fee', amountMicros: feeMicros, idempotencyKey: feeKey, description } as const
  const outcomes = await postTransfers(transaction, [...further, deposit, ...(feeMicros === 0n ? [] : [fee])])
  const fault = outcomes.find(({ outcome }) => outcome !== 'posted' && outcome !== 'exists')
  invariant(fault === undefined, `A deposit can always be posted: ${fault?.outcome}`)
  const posted = outcomes[further.length]
  invariant(posted?.outcome === 'posted' || posted?.outcome === 'exists', 'The deposit was posted')
  return posted.transferId
}
