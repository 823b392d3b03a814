// Announces a deposit: says where to send it, or where PayPal asks for it. Guarantees that the same request is the same
// deposit, that an exact amount belongs to one announcement at a time, and that nobody keeps more than a few open. It
// deliberately credits nothing: only what is seen on the chain, or at PayPal, does.
import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import { AppError } from '@inrange/contract/errors'
import { formatUsd, MICROS_PER_USD } from '@inrange/contract/money'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { readSettings, type Settings } from '../../settings/settings.public.ts'
import { toRaw } from '../chain/amounts.rules.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { methodConstants } from '../methods/open-method-chain.ts'
import { selectUsableXpub } from '../methods/xpubs.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { openPaypalOrder } from '../paypal-flows/open-order.ts'
import { takeDepositAddress } from './deposit-address.ts'
import { lockOpenDeposits, insertDeposit, selectDepositByRequest, type DepositRow } from './deposits.queries.ts'

/** Announcements that wait at the same time; more help nobody, and each exact amount is taken from all others. */
export const OPEN_DEPOSITS_MAX = 10
/** What makes an amount exact stays below a cent. */
const EXACT_MICROS_MAX = 9_999
const EXACT_TRIES_MAX = 20
const HOUR_MS = 3_600_000

export type DepositRequest = { ownerId: string; methodId: string; amountMicros: bigint; requestKey: string }

/**
 * @returns the new deposit, or the one that the same request made before
 * @throws AppError not_found, request_key_reused, amount_too_small, limit_exceeded, outside_unavailable
 */
export async function createDeposit(deps: PaymentsDeps, request: DepositRequest): Promise<DepositRow> {
  const database = deps.database.kysely
  const known = await selectDepositByRequest(database, request.ownerId, request.requestKey)
  if (known !== null) requireSameRequest(known, request)
  const method = await findMethod(database, request.methodId)
  if (method === null || (known === null && !method.isActive)) throw new AppError('not_found')
  const deposit = known ?? (await announceAdmitted(deps, request, method))
  return method.kind === 'paypal' ? await openPaypalOrder(deps, method, deposit) : deposit
}

async function announceAdmitted(deps: PaymentsDeps, request: DepositRequest, method: MethodRow): Promise<DepositRow> {
  const database = deps.database.kysely
  const settings = (await readSettings(database)).deposits
  const minimumMicros = minimumDeposit(method, settings)
  if (request.amountMicros < minimumMicros) {
    const message = `Minimum deposit: ${formatUsd(minimumMicros)}.`
    throw new AppError('amount_too_small', { message, fields: { amount: message } })
  }
  for (let tries = 0; tries < EXACT_TRIES_MAX; tries += 1) {
    try {
      return await deps.database.transaction((transaction) =>
        announce(deps, transaction, { request, method, settings }),
      )
    } catch (error) {
      if (violatedConstraint(error) !== 'deposits_exact_amount') throw error
    }
  }
  throw new AppError('outside_unavailable', {
    message: 'No exact amount is free near this one at the moment. Choose an amount a dollar higher or lower.',
  })
}

/** The least that may be announced, in micro-USD. */
export function minimumDeposit(method: Pick<MethodRow, 'minimumMicros'>, settings: Settings['deposits']): bigint {
  const setMicros = BigInt(settings.minimumUsd) * MICROS_PER_USD
  return method.minimumMicros > setMicros ? method.minimumMicros : setMicros
}

/** Names what was asked, so that the same key for something else is noticed. */
function digestOf(request: DepositRequest): string {
  const facts = JSON.stringify([request.methodId, request.amountMicros.toString()])
  return createHash('sha256').update(facts).digest('hex')
}

/** @throws AppError request_key_reused */
function requireSameRequest(known: DepositRow, request: DepositRequest): DepositRow {
  if (known.requestDigest !== digestOf(request)) throw new AppError('request_key_reused')
  return known
}

type Announcement = { request: DepositRequest; method: MethodRow; settings: Settings['deposits'] }

async function announce(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  asked: Announcement,
): Promise<DepositRow> {
  const { request, method, settings } = asked
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + settings.openHours * HOUR_MS)
  const { ownerId, requestKey } = request
  const open = await lockOpenDeposits(transaction, ownerId)
  const known = await selectDepositByRequest(transaction, ownerId, requestKey)
  if (known !== null) return requireSameRequest(known, request)
  if (open >= OPEN_DEPOSITS_MAX) {
    const message = `You have ${OPEN_DEPOSITS_MAX} deposits waiting. Pay or cancel one first.`
    throw new AppError('limit_exceeded', { message })
  }
  const isNew = await insertDeposit(transaction, {
    ownerId,
    id: randomUUIDv7(),
    methodId: method.id,
    kind: method.kind,
    state: 'awaiting_payment',
    ...(await placeOf(deps, transaction, asked, expiresAt)),
    requestKey,
    requestDigest: digestOf(request),
    expiresAt,
    now,
  })
  const deposit = await selectDepositByRequest(transaction, ownerId, requestKey)
  invariant(isNew && deposit !== null, 'An owner announces one deposit after the other')
  return deposit
}

type Place = Pick<DepositRow, 'mode' | 'address' | 'expectedMicros' | 'expectedRaw' | 'reservedUntil'>

async function placeOf(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { request, method, settings }: Announcement,
  expiresAt: Date,
): Promise<Place> {
  const { ownerId, amountMicros } = request
  const plain = { expectedMicros: amountMicros, expectedRaw: null, reservedUntil: null }
  const network = networkOfKind(method.kind)
  if (network === null) return { ...plain, mode: 'paypal', address: null }
  const now = deps.clock.now()
  const xpub = await selectUsableXpub(transaction, method.id, now)
  if (xpub !== null) {
    const address = await takeDepositAddress(deps, transaction, { ownerId, network, xpub, now })
    return { ...plain, mode: 'address', address }
  }
  // The address of everybody, and an amount of this announcement's own.
  const { decimals } = methodConstants(deps, method)
  const expectedMicros = amountMicros + BigInt(randomInt(1, EXACT_MICROS_MAX + 1))
  const expectedRaw = toRaw(expectedMicros, decimals).toString()
  const reservedUntil = new Date(expiresAt.getTime() + settings.quarantineHours * HOUR_MS)
  return { mode: 'shared', address: method.address, expectedMicros, expectedRaw, reservedUntil }
}
