// Asks for a code of a factor. The challenge belongs to the session that asked and is good for five minutes and five
// tries. For a phone a code is made and sent; what was sent is counted before it is sent, so that parallel requests
// cannot exceed a bound.
import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { notifyLimit } from '../../notifications/notifications.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import {
  countOpenChallenges,
  deleteChallenge,
  incrementSentCounts,
  insertChallenge,
  lockSentCounts,
  selectFactor,
} from './factors.queries.ts'
import { CHALLENGE_LIFE_MS, CHALLENGES_OPEN_MAX, mayBeShown, type CodeFactorType } from './factors.rules.ts'
import { lockAccount } from './lock-account.ts'
import {
  PHONE_CODE_DIGITS,
  phoneCodeKeys,
  phoneCodeRefusal,
  phoneCodeText,
  type PhoneCodeRefusal,
} from './phone-code.rules.ts'

export type ChallengeOutcome =
  | { kind: 'challenged'; id: string; factorType: CodeFactorType; expiresAt: Date }
  | { kind: 'not_found' }
  | { kind: 'insufficient_aal' }
  | { kind: 'too_many_open' }
  | { kind: 'phone_disabled' }
  | { kind: 'channel_unsupported' }
  | { kind: 'send_limited'; refusal: PhoneCodeRefusal }
  | { kind: 'send_failed' }
  | { kind: 'session_over' }

type Input = { userId: string; sessionId: string; factorId: string; channel: 'sms' | 'whatsapp'; origin: RequestOrigin }
type Sending = { phone: string; code: string }
type Stored = Exclude<ChallengeOutcome, { kind: 'challenged' }> | (ChallengeOutcome & { sending: Sending | null })

export async function challengeFactor(deps: IdentityDeps, input: Input): Promise<ChallengeOutcome> {
  const gateway = (await deps.findSmsGateway?.()) ?? null
  const stored = await deps.database.transaction((transaction) =>
    storeChallenge(deps, transaction, input, { canSend: gateway !== null }),
  )
  if (stored.kind !== 'challenged') return stored
  const { sending, ...challenged } = stored
  if (sending === null || !gateway) return challenged
  // Outside the transaction: a slow gateway must not hold locks.
  const lifeMinutes = CHALLENGE_LIFE_MS / 60_000
  const outcome = await gateway.sendSms(sending.phone, phoneCodeText(sending.code, lifeMinutes))
  if (outcome === 'sent') return challenged
  deps.log.warn({ factorId: input.factorId, outcome }, 'a code could not be sent to a phone')
  await deleteChallenge(deps.database.kysely, challenged.id)
  return { kind: 'send_failed' }
}

async function storeChallenge(
  deps: IdentityDeps,
  transaction: Queryable,
  { userId, sessionId, factorId, channel, origin }: Input,
  { canSend }: { canSend: boolean },
): Promise<Stored> {
  const now = deps.clock.now()
  const locked = await lockAccount(transaction, { userId, sessionId, now })
  if (!locked) return { kind: 'session_over' }
  const { account, session } = locked
  const factor = await selectFactor(transaction, { id: factorId, userId })
  if (factor?.factorType !== 'totp' && factor?.factorType !== 'phone') return { kind: 'not_found' }
  if (!mayBeShown(factor, session, account.factors)) return { kind: 'insufficient_aal' }
  if ((await countOpenChallenges(transaction, { sessionId, now })) >= CHALLENGES_OPEN_MAX) {
    return { kind: 'too_many_open' }
  }
  const id = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS)
  const challenge = { id, factorId, sessionId, now, expiresAt }
  const challenged = { kind: 'challenged', id, factorType: factor.factorType, expiresAt } as const
  if (factor.phone === null) {
    await insertChallenge(transaction, { ...challenge, channel: null, codeHashSealed: null })
    return { ...challenged, sending: null }
  }
  if (!canSend) return { kind: 'phone_disabled' }
  if (channel !== 'sms') return { kind: 'channel_unsupported' }
  const refusal = await countSending(deps, transaction, { phone: factor.phone, userId, now, origin })
  if (refusal) return { kind: 'send_limited', refusal }
  const code = String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, '0')
  const codeHashSealed = deps.secrets.seal(hashPhoneCode(code), phoneCodePlace(id))
  await insertChallenge(transaction, { ...challenge, channel, codeHashSealed })
  return { ...challenged, sending: { phone: factor.phone, code } }
}

/** Counts one more code, or says why there may be none now. */
async function countSending(
  deps: IdentityDeps,
  transaction: Queryable,
  facts: { phone: string; userId: string; now: Date; origin: RequestOrigin },
): Promise<PhoneCodeRefusal | null> {
  const { userId, now, origin } = facts
  const keys = phoneCodeKeys(facts)
  const names = Object.values(keys)
  const settings = await readSettings(transaction)
  const limits = {
    perNumber: settings.phoneCodesPerNumberPerDay,
    perUser: settings.phoneCodesPerUserPerDay,
    platform: settings.phoneCodesPerDay,
  }
  const sent = await lockSentCounts(transaction, names, now)
  const refusal = phoneCodeRefusal(sent, keys, limits, now)
  if (refusal?.kind !== 'pause') {
    await recordAudit(transaction, {
      actorId: userId,
      action: refusal ? 'phone_code_refused' : 'phone_code_sent',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      after: refusal ? { dayIsFullOf: refusal.of } : {},
    })
  }
  if (!refusal) {
    await incrementSentCounts(transaction, names, now)
    const before = BigInt(sent.find(({ key }) => key === keys.user)?.sentToday ?? 0)
    const [day, allowed] = [now.toISOString().slice(0, 10), BigInt(limits.perUser)]
    await notifyLimit(transaction, { userId, limit: 'phone_codes', before, after: before + 1n, allowed, day })
  }
  if (refusal?.kind === 'day_is_full' && refusal.of === 'platform') {
    deps.log.warn({ codesPerDayMax: limits.platform }, 'no more codes are sent to phones today')
  }
  return refusal
}

/** What is kept of a sent code. */
export function hashPhoneCode(code: string): string {
  return createHash('sha256').update(code).digest('base64')
}

export function phoneCodePlace(challengeId: string): { table: string; row: string; column: string } {
  return { table: 'factor_challenges', row: challengeId, column: 'code_hash_sealed' }
}
