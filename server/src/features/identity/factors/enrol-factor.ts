// Begins the enrolment of an authenticator app or a phone. The factor counts for nothing until a code of it was shown.
// Whoever has one verified already must have shown it in this session, and lately, before another is added.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import type { Account } from '../identity.queries.ts'
import { deleteFactor, insertFactor } from './factors.queries.ts'
import { ENROLMENT_LIFE_MS, factorName, FACTORS_MAX, isTaken, phoneDigits } from './factors.rules.ts'
import { TOTP_SECRET_BYTES, totpSecretFrom, totpUri } from './totp.rules.ts'

/** @param friendlyName '' for a name of our choice */
export type Enrolment = { friendlyName: string } & (
  | { factorType: 'totp'; issuer: string }
  | { factorType: 'phone'; phone: string }
)

export type EnrolOutcome =
  | { kind: 'totp'; id: string; friendlyName: string; secret: string; uri: string }
  /** `phone` in digits. */
  | { kind: 'phone'; id: string; friendlyName: string; phone: string }
  | { kind: 'name_taken' }
  | { kind: 'too_many' }
  | { kind: 'bad_phone' }
  /** This number is a verified factor already. */
  | { kind: 'phone_taken' }
  /** Codes cannot be sent, because no gateway is set. */
  | { kind: 'phone_disabled' }
  | StepUpRefusal

type Input = { userId: string; sessionId: string; enrolment: Enrolment; origin: RequestOrigin }

export async function enrolFactor(deps: IdentityDeps, input: Input): Promise<EnrolOutcome> {
  const { enrolment } = input
  const phone = enrolment.factorType === 'phone' ? phoneDigits(enrolment.phone) : null
  if (enrolment.factorType === 'phone') {
    if (!(await deps.findSmsGateway?.())) return { kind: 'phone_disabled' }
    if (phone === null) return { kind: 'bad_phone' }
  }
  return deps.database.transaction((transaction) => enrolLocked(deps, transaction, input, phone))
}

async function enrolLocked(
  deps: IdentityDeps,
  transaction: Queryable,
  { userId, sessionId, enrolment, origin }: Input,
  phone: string | null,
): Promise<EnrolOutcome> {
  const now = deps.clock.now()
  const stepUp = await confirmStepUp(transaction, { userId, sessionId, now })
  if (stepUp.kind !== 'confirmed') return stepUp
  const { account } = stepUp
  const others = await clearUnfinished(transaction, account, { name: enrolment.friendlyName, phone, now })
  if (phone !== null && others.some((factor) => factor.phone === phone)) return { kind: 'phone_taken' }
  const names = others.map(({ friendlyName }) => friendlyName)
  const friendlyName = factorName(enrolment.friendlyName, enrolment.factorType, names)
  if (isTaken(friendlyName, names)) return { kind: 'name_taken' }
  if (others.length >= FACTORS_MAX) return { kind: 'too_many' }
  const id = randomUUIDv7()
  const row = { id, userId: account.id, friendlyName, status: 'unverified', now } as const
  await recordAudit(transaction, {
    actorId: account.id,
    action: 'factor_enrolment_begun',
    subjectType: 'user',
    subjectId: account.id,
    address: origin.address,
    requestId: origin.requestId,
    after: { factorId: id, factorType: enrolment.factorType, friendlyName },
  })
  if (phone !== null) {
    await insertFactor(transaction, { ...row, factorType: 'phone', phone })
    return { kind: 'phone', id, friendlyName, phone }
  }
  const secret = totpSecretFrom(Uint8Array.from(randomBytes(TOTP_SECRET_BYTES)))
  const secretSealed = deps.secrets.seal(secret, totpSecretPlace(id))
  await insertFactor(transaction, { ...row, factorType: 'totp', secretSealed })
  const issuer = enrolment.factorType === 'totp' ? enrolment.issuer : ''
  return { kind: 'totp', id, friendlyName, secret, uri: totpUri({ secret, issuer, label: account.username }) }
}

/**
 * An enrolment that was not finished makes room: for another of the same name or number, since whoever lost the QR code
 * starts again, and for any after a while. Answers the factors that stay.
 */
async function clearUnfinished(
  transaction: Queryable,
  account: Account,
  wanted: { name: string; phone: string | null; now: Date },
): Promise<Account['factors']> {
  const before = new Date(wanted.now.getTime() - ENROLMENT_LIFE_MS)
  const [gone, staying]: [Account['factors'], Account['factors']] = [[], []]
  for (const factor of account.factors) {
    if (factor.factorType === 'recovery_code') continue
    const isSame =
      isTaken(wanted.name, [factor.friendlyName]) || (wanted.phone !== null && factor.phone === wanted.phone)
    const isOld = new Date(factor.createdAt) < before
    const list = factor.status === 'unverified' && (isSame || isOld) ? gone : staying
    list.push(factor)
  }
  for (const { id } of gone) await deleteFactor(transaction, id)
  return staying
}

/** Where the secret of an authenticator app is sealed for. */
export function totpSecretPlace(factorId: string): { table: string; row: string; column: string } {
  return { table: 'factors', row: factorId, column: 'secret_sealed' }
}
