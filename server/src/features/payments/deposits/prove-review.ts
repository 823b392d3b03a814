// What the chain says at the moment a person decides. It throws what keeps the decision from being made.
import { AppError } from '@inrange/contract/errors'
import { MICROS_PER_USD } from '@inrange/contract/money'
import { readSettings } from '../../settings/settings.public.ts'
import { readTxHash } from '../chain/addresses.rules.ts'
import type { Chain } from '../chain/chain.client.ts'
import { confirmationsOf } from '../chain/confirmations.rules.ts'
import { secondOpinion } from '../chain/second-opinion.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { openMethodChain, openSecondChain } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { orUnavailable } from '../withdrawals/check-payout.ts'
import { transferNow } from './receipt.rules.ts'
import { selectIsOurAddress, selectIsTransactionUsed, type ReceiptRow } from './receipts.queries.ts'

/** The payment is there now, final, and for a large amount by the word of both nodes. @throws AppError */
export async function requirePaymentNow(deps: PaymentsDeps, method: MethodRow, receipt: ReceiptRow): Promise<void> {
  const chain = openedChain(deps, method)
  const transfer = transferNow(receipt, await orUnavailable(chain.receipt(receipt.txHash)))
  if (transfer === null) throw refused('The network does not know this payment now.')
  const { secondOpinionUsd } = (await readSettings(deps.database.kysely)).deposits
  await requireFinal(deps, chain, transfer.blockNumber)
  const second = openSecondChain(deps, method)
  if (second === null || receipt.amountMicros <= BigInt(secondOpinionUsd) * MICROS_PER_USD) return
  const opinion = await secondOpinion(second, transfer)
  if (opinion !== 'agrees') throw refused('The second node does not confirm this payment.')
}

/**
 * That exactly this amount went from a wallet of ours to where it came from.
 * @returns the hash, as the network writes it
 * @throws AppError
 */
export async function requireReturn(
  deps: PaymentsDeps,
  method: MethodRow,
  receipt: ReceiptRow,
  typed: string | undefined,
): Promise<string> {
  const chain = openedChain(deps, method)
  const txHash = typed === undefined ? null : readTxHash(typed, receipt.network)
  if (txHash === null) {
    throw new AppError('invalid_request', { fields: { txHash: 'Give the transaction by which it went back.' } })
  }
  if (await selectIsTransactionUsed(deps.database.kysely, receipt.network, txHash))
    throw new AppError('transaction_used')
  const told = await orUnavailable(chain.receipt(txHash))
  if (told === null) throw refused('The network does not know this transaction.')
  if (!told.isSuccess) throw refused('This transaction failed on the network; nothing went back by it.')
  if (BigInt(told.blockNumber) < receipt.blockNumber) throw refused('This transaction is older than the payment.')
  const back = told.transfers.filter(({ to }) => to === receipt.fromAddress)
  if (back.length === 0) throw refused('This transaction does not pay the address that the payment came from.')
  const exact = back.find(({ raw }) => raw === BigInt(receipt.rawAmount))
  if (exact === undefined) throw refused('This transaction pays another amount.')
  if (!(await selectIsOurAddress(deps.database.kysely, method.kind, exact.from))) {
    throw refused('This transaction was not sent from a wallet of ours.')
  }
  await requireFinal(deps, chain, told.blockNumber)
  return txHash
}

async function requireFinal(deps: PaymentsDeps, chain: Chain, blockNumber: number): Promise<void> {
  const { extraConfirmations } = (await readSettings(deps.database.kysely)).deposits
  const head = await orUnavailable(chain.head())
  const depth = confirmationsOf(blockNumber, head, chain.constants, extraConfirmations)
  if (depth.isFinal) return
  throw refused(`It is not final yet: ${depth.confirmations} of ${depth.needed} confirmations. Decide then.`)
}

function openedChain(deps: PaymentsDeps, method: MethodRow): Chain {
  const chain = openMethodChain(deps, method)
  if (chain === null) throw new AppError('outside_unavailable', { message: 'This payment method has no node to ask.' })
  return chain
}

function refused(sentence: string): AppError {
  return new AppError('transaction_refused', { message: sentence })
}
