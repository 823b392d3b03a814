// A deposit as its owner reads it: where it is, what was announced, what came, how far it is confirmed.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { AppError } from '@inrange/contract/errors'
import { invariant } from '../../../platform/invariant.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { explorerTxUrl } from '../chain/networks.ts'
import { findMethod } from '../methods/find-method.ts'
import { methodConstants } from '../methods/open-method-chain.ts'
import { selectXpubOfAddress } from '../methods/xpubs.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { minimumDeposit } from './create-deposit.ts'
import { provenAddress } from './deposit-address.ts'
import { selectDeposit, selectDepositEvents, type DepositRow } from './deposits.queries.ts'
import { selectReceiptOfDeposit, type ReceiptRow } from './receipts.queries.ts'

/** @throws AppError not_found for a deposit that is not this owner's */
export async function readDeposit(deps: PaymentsDeps, ownerId: string, id: string) {
  const deposit = await selectDeposit(deps.database.kysely, ownerId, id)
  if (deposit === null) throw new AppError('not_found')
  return await presentDeposit(deps, deposit)
}

/** As the contract's `depositSchema` wants it. */
export async function presentDeposit(deps: PaymentsDeps, deposit: DepositRow) {
  const database = deps.database.kysely
  const { ownerId, id } = deposit
  const method = await findMethod(database, deposit.methodId)
  invariant(method !== null, 'A deposit has a method')
  const receipt = deposit.mode === 'paypal' ? null : await selectReceiptOfDeposit(database, ownerId, id)
  const events = await selectDepositEvents(database, ownerId, id)
  const settings = (await readSettings(database)).deposits
  return {
    id: toApiId('deposit', id),
    kind: deposit.kind,
    methodName: method.name,
    network: networkOfKind(deposit.kind),
    mode: deposit.mode,
    state: deposit.state,
    reason: deposit.stateReason,
    expected: deposit.expectedMicros === null ? null : microsToDecimal(deposit.expectedMicros),
    exactAmount: exactAmountOf(deposit),
    address: await shownAddress(deps, deposit),
    amount: deposit.amountMicros === null ? null : microsToDecimal(deposit.amountMicros),
    fee: microsToDecimal(deposit.feeMicros),
    minimum: microsToDecimal(minimumDeposit(method, settings)),
    ...presentReceipt(deps, deposit, receipt),
    approveUrl: deposit.state === 'awaiting_payment' ? deposit.approveUrl : null,
    createdAt: deposit.createdAt.toISOString(),
    expiresAt: deposit.expiresAt?.toISOString() ?? null,
    creditedAt: deposit.creditedAt?.toISOString() ?? null,
    events: events.map(({ at, state, detail }) => ({ at: at.toISOString(), state, detail })),
  }
}

function exactAmountOf({ mode, expectedMicros }: DepositRow): string | null {
  return mode === 'shared' && expectedMicros !== null ? microsToDecimal(expectedMicros) : null
}

/** An address of the owner's own is derived anew each time; a changed row is a failure, never an address. */
async function shownAddress(deps: PaymentsDeps, deposit: DepositRow): Promise<string | null> {
  const network = networkOfKind(deposit.kind)
  if (deposit.mode !== 'address' || network === null || deposit.address === null) return deposit.address
  const stored = await selectXpubOfAddress(deps.database.kysely, deposit.ownerId, deposit.address)
  invariant(stored !== null, 'An address that was given to an owner is on record as theirs')
  return provenAddress(deps, network, stored)
}

function presentReceipt(deps: PaymentsDeps, deposit: DepositRow, receipt: ReceiptRow | null) {
  const txHash = receipt?.txHash ?? deposit.hintedTxHash
  const isOnChain = deposit.mode !== 'paypal'
  const txUrl = isOnChain && txHash !== null ? explorerTxUrl(methodConstants(deps, deposit), txHash) : null
  const isSeen = receipt !== null && receipt.state !== 'orphaned'
  return {
    confirmations: isSeen ? Number(receipt.confirmations) : null,
    confirmationsNeeded: isSeen ? Number(receipt.confirmationsNeeded) : null,
    txHash,
    txUrl,
  }
}
