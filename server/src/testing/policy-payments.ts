// The payments that the policy matrix is tried on: two methods that ask nobody outside, and for each person a credited
// and a waiting deposit, a destination and a withdrawal that was just requested. Made behind the HTTP layer.
import { randomUUIDv7 } from 'node:crypto'
import { toApiId } from '@inrange/contract/ids'
import { postTransfers } from '../features/ledger/ledger.public.ts'
import {
  insertBareWithdrawal,
  insertPaypalDeposit,
  insertPaypalMethod,
  insertUsableDestination,
  insertUsdtMethod,
} from '../features/payments/withdrawals/withdrawals-fixture.queries.ts'
import { insertDeposit } from '../features/payments/deposits/deposits.queries.ts'
import { insertReview } from '../features/payments/deposits/reviews.queries.ts'
import type { Database } from '../platform/database.ts'

export type PaymentMethods = { paypalId: string; usdtId: string }
/** Ids as callers see them. */
export type PaymentThings = { deposit: string; withdrawal: string; destination: string }

const GROSS_MICROS = 10_000_000n
const TREASURY = '0x1111111111111111111111111111111111111111'
let made = 0

/** Without a node, and with a secret that opens nowhere: whoever would ask outside is refused here. */
export async function makePaymentMethods({ kysely }: Database): Promise<PaymentMethods> {
  const [paypalId, usdtId] = [randomUUIDv7(), randomUUIDv7()]
  await insertPaypalMethod(kysely, paypalId)
  const usdt = { kind: 'usdt_erc20', address: TREASURY, nodeUrlSealed: null, feeBasisPoints: 0 } as const
  await insertUsdtMethod(kysely, { id: usdtId, ...usdt })
  return { paypalId, usdtId }
}

export async function givePayments(
  database: Database,
  { paypalId, usdtId }: PaymentMethods,
  ownerId: string,
): Promise<PaymentThings> {
  const { kysely } = database
  const now = new Date()
  const address = `0x${(++made).toString(16).padStart(40, '2')}`
  const destinationId = await insertUsableDestination(kysely, { ownerId, kind: 'usdt_erc20', address, now })
  const withdrawalId = randomUUIDv7()
  const [depositTransfer, hold] = await database.transaction((transaction) =>
    postTransfers(transaction, [
      {
        ownerId,
        code: 'deposit',
        amountMicros: 10n * GROSS_MICROS,
        idempotencyKey: `deposit:paypal:${ownerId}`,
        custody: 'paypal',
      },
      { ownerId, code: 'hold', amountMicros: GROSS_MICROS, idempotencyKey: `withdrawal:${withdrawalId}:hold` },
    ]),
  )
  if (depositTransfer?.outcome !== 'posted' || hold?.outcome !== 'posted') throw new Error('nothing was posted')
  const transferId = depositTransfer.transferId
  const amountMicros = 10n * GROSS_MICROS
  await insertPaypalDeposit(kysely, { ownerId, methodId: paypalId, amountMicros, transferId, creditedAt: now })
  const row = { ownerId, methodId: usdtId, destinationId, address }
  await insertBareWithdrawal(kysely, { ...row, id: withdrawalId, holdId: hold.transferId })
  return {
    deposit: toApiId('deposit', await makeWaitingDeposit(database, { ownerId, methodId: paypalId, now })),
    withdrawal: toApiId('withdrawal', withdrawalId),
    destination: toApiId('destination', destinationId),
  }
}

/** @returns the id as callers see it */
export async function makeReview({ kysely }: Database, { paypalId: methodId }: PaymentMethods): Promise<string> {
  const facts = { kind: 'disagreement', detail: 'PayPal names another amount.', amountMicros: null } as const
  const id = await insertReview(kysely, { ...facts, methodId, now: new Date() })
  return toApiId('review', id ?? '')
}

async function makeWaitingDeposit(
  { kysely }: Database,
  { ownerId, methodId, now }: { ownerId: string; methodId: string; now: Date },
): Promise<string> {
  const id = randomUUIDv7()
  await insertDeposit(kysely, {
    ownerId,
    id,
    methodId,
    now,
    kind: 'paypal',
    mode: 'paypal',
    state: 'awaiting_payment',
    address: null,
    expectedMicros: GROSS_MICROS,
    expectedRaw: null,
    reservedUntil: null,
    requestKey: id,
    requestDigest: id,
    expiresAt: null,
  })
  return id
}
