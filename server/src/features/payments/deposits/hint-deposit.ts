// Takes the hash by which somebody says they have paid. Guarantees that it is looked up at once and answered exactly,
// and that it decides nothing: whoever reads the chain can paste a stranger's hash, and nothing changes for either.
import { AppError } from '@inrange/contract/errors'
import { formatUsd } from '@inrange/contract/money'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { invariant } from '../../../platform/invariant.ts'
import { readTxHash } from '../chain/addresses.rules.ts'
import { findMethod } from '../methods/find-method.ts'
import { openMethodChain } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { orUnavailable } from '../withdrawals/check-payout.ts'
import { lockDeposit, selectDeposit, updateDeposit, type DepositRow } from './deposits.queries.ts'
import { findTransaction, takeTransaction, type FoundTransaction } from './find-transaction.ts'
import type { ReceiptRow } from './receipts.queries.ts'

const NOT_YET = 'The network does not know this transaction yet. That usually takes a minute; we keep looking.'

/** @throws AppError not_found, transaction_refused with what does not fit, outside_unavailable */
export async function hintDeposit(
  deps: PaymentsDeps,
  hint: { ownerId: string; depositId: string; txHash: string },
): Promise<void> {
  const deposit = await selectDeposit(deps.database.kysely, hint.ownerId, hint.depositId)
  if (deposit === null) throw new AppError('not_found')
  const network = networkOfKind(deposit.kind)
  if (network === null) throw refused('PayPal tells us itself; there is no transaction to give.')
  if (deposit.state === 'credited' || deposit.state === 'reversed') return
  const txHash = readTxHash(hint.txHash, network)
  if (txHash === null) throw refused('A transaction hash has 64 hexadecimal digits.')
  await note(deps, deposit, { hintedTxHash: txHash })
  const method = await findMethod(deps.database.kysely, deposit.methodId)
  const chain = method && openMethodChain(deps, method)
  if (method === null || chain === null) throw new AppError('outside_unavailable')
  const found = await orUnavailable(findTransaction(deps, { chain, method, txHash }))
  if (found.kind !== 'moves_token') return await answerStrange(deps, deposit, found.kind)
  if (!found.seen.some(({ toAddress }) => toAddress === deposit.address)) {
    throw await refuse(deps, deposit, 'This transaction pays another address, not the one that was shown to you.')
  }
  const taken = orUnavailable(
    chain.head().then((head) => takeTransaction(deps, { chain, head, method, network, txHash, seen: found.seen })),
  )
  await answerTaken(deps, deposit, await taken)
}

async function answerStrange(
  deps: PaymentsDeps,
  deposit: DepositRow,
  kind: Exclude<FoundTransaction['kind'], 'moves_token'>,
): Promise<void> {
  switch (kind) {
    case 'unknown':
      return await note(deps, deposit, { stateReason: NOT_YET })
    case 'reverted':
      throw await refuse(deps, deposit, 'This transaction failed on the network; nothing was sent by it.')
    case 'other_token':
      throw await refuse(deps, deposit, 'This transaction moves another token, not USDT. Write to your administrator.')
    case 'no_token':
      throw await refuse(deps, deposit, 'This transaction moves no USDT.')
  }
}

/** What became of the part that came to the deposit's address. */
async function answerTaken(deps: PaymentsDeps, deposit: DepositRow, receipts: readonly ReceiptRow[]): Promise<void> {
  if (receipts.some(({ depositId }) => depositId === deposit.id)) return
  const here = receipts.filter(({ toAddress }) => toAddress === deposit.address)
  if (here.length > 0 && here.every(({ depositId }) => depositId !== null)) {
    throw await refuse(deps, deposit, 'This payment belongs to another deposit.')
  }
  const [unmatched] = here.filter(({ depositId }) => depositId === null)
  invariant(unmatched !== undefined, 'Something of the transaction came to this address')
  const came = formatUsd(unmatched.amountMicros)
  const wanted = deposit.expectedMicros === null ? '' : `; ${formatUsd(deposit.expectedMicros)} was announced`
  const stateReason = `The transaction pays ${came}${wanted}. It does not fit by itself, so a person looks at it.`
  await note(deps, deposit, { stateReason })
}

/** Only of a deposit that still waits; what has been seen speaks for itself. */
async function note(
  { database, clock }: PaymentsDeps,
  { ownerId, id }: DepositRow,
  change: { hintedTxHash?: string | null; stateReason?: string | null },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const locked = await lockDeposit(transaction, ownerId, id)
    if (locked === null || locked.state === 'confirming') return
    await updateDeposit(transaction, locked, { ...change, now: clock.now() })
  })
}

/** A hash that cannot be the payment is not kept. */
async function refuse(deps: PaymentsDeps, deposit: DepositRow, sentence: string): Promise<AppError> {
  await note(deps, deposit, { hintedTxHash: null })
  return refused(sentence)
}

function refused(sentence: string): AppError {
  return new AppError('transaction_refused', { message: sentence, fields: { txHash: sentence } })
}
