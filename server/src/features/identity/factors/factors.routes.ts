// The part of /auth/v1 that deals in second factors, in the shapes of auth-js. No logic here; each route reads the
// request, calls one operation and turns its outcome into an answer. Passkeys are challenged and shown here as well,
// by the operations of their own part.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../../platform/http.ts'
import { unreachable } from '../../../platform/invariant.ts'
import {
  answerSession,
  originOf,
  readBody,
  requireOwnConsole,
  requireSession,
  requireStepUp,
  tooManyAttempts,
  type AuthContext,
  type AuthRouteDeps,
} from '../auth-request.ts'
import { AuthError, type AuthErrorCode } from '../auth.errors.ts'
import type { LiveSession } from '../identity.queries.ts'
import { challengePasskey } from '../passkeys/challenge-passkey.ts'
import { assertionSchema, type Assertion } from '../passkeys/passkey.verifier.ts'
import { requireRelyingParty } from '../passkeys/passkeys.routes.ts'
import { verifyPasskeyChallenge } from '../passkeys/verify-passkey-challenge.ts'
import { challengeFactor, type ChallengeOutcome } from './challenge-factor.ts'
import { enrolFactor, type Enrolment } from './enrol-factor.ts'
import { selectFactor, selectRecoveryCodeSet, type FactorRow } from './factors.queries.ts'
import { FACTOR_NAME_CHARS_MAX } from './factors.rules.ts'
import { generateRecoveryCodes, type GenerateOutcome } from './generate-recovery-codes.ts'
import { RECOVERY_CODES_COUNT } from './recovery-code.rules.ts'
import { removeFactor } from './remove-factor.ts'
import { removeRecoveryCodes } from './remove-recovery-codes.ts'
import { totpQrCode } from './totp.rules.ts'
import { useRecoveryCode } from './use-recovery-code.ts'
import { verifyFactor } from './verify-factor.ts'

const RECOVERY_CODES_NAME = 'Recovery codes'
const TEXT_CHARS_MAX = 64

const name = z.string().trim().max(FACTOR_NAME_CHARS_MAX).nullish()
const enrolment = z.discriminatedUnion('factor_type', [
  z.strictObject({
    factor_type: z.literal('totp'),
    friendly_name: name,
    issuer: z.string().trim().max(TEXT_CHARS_MAX).nullish(),
  }),
  z.strictObject({ factor_type: z.literal('phone'), friendly_name: name, phone: z.string().max(TEXT_CHARS_MAX) }),
])
// auth-js sends its own parameters along, under names of its own.
const challenge = z.object({ channel: z.enum(['sms', 'whatsapp']).nullish() })
const shownCode = z.strictObject({ challenge_id: z.string(), code: z.string().max(TEXT_CHARS_MAX) })
const shownPasskey = z.object({
  challenge_id: z.string(),
  webauthn: z.object({ credential_response: assertionSchema }),
})
const namedCodes = z.strictObject({ friendly_name: name })
const recoveryCode = z.strictObject({ code: z.string().max(TEXT_CHARS_MAX) })

/** Adds the routes of second factors to those of /auth/v1. */
export function mountFactors(app: Hono<Env>, deps: AuthRouteDeps): void {
  app.get('/factors/recovery-codes', (c) => readCodes(deps, c))
  app.post('/factors/recovery-codes', (c) => makeCodes(deps, c))
  app.delete('/factors/recovery-codes', (c) => removeCodes(deps, c))
  app.post('/factors/recovery-codes/verify', (c) => showRecoveryCode(deps, c))
  app.post('/factors/recovery-codes/regenerate', (c) => replaceCodes(deps, c))
  app.post('/factors', (c) => enrol(deps, c))
  app.delete('/factors/:id', (c) => remove(deps, c))
  app.post('/factors/:id/challenge', (c) => ask(deps, c))
  app.post('/factors/:id/verify', (c) => show(deps, c))
}

async function enrol(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const wanted = enrolmentFrom(await readBody(c, enrolment))
  const outcome = await enrolFactor(deps, { ...whoOf(session), enrolment: wanted, origin: originOf(c) })
  if (outcome.kind === 'totp') {
    const { id, friendlyName, secret, uri } = outcome
    const totp = { qr_code: totpQrCode(uri), secret, uri }
    return c.json({ id, type: 'totp', friendly_name: friendlyName, totp })
  }
  if (outcome.kind === 'phone') {
    return c.json({ id: outcome.id, type: 'phone', friendly_name: outcome.friendlyName, phone: `+${outcome.phone}` })
  }
  if (outcome.kind !== 'bad_phone') throw new AuthError(REFUSALS[outcome.kind])
  throw new AuthError('validation_failed', { message: 'Give the number with its country code: +90 532 000 00 00.' })
}

function enrolmentFrom(body: z.output<typeof enrolment>): Enrolment {
  const friendlyName = body.friendly_name ?? ''
  if (body.factor_type === 'phone') return { factorType: 'phone', friendlyName, phone: body.phone }
  return { factorType: 'totp', friendlyName, issuer: body.issuer ?? '' }
}

async function remove(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  const factorId = factorIdOf(c)
  // Not the whole step up: an enrolment that was not finished may go from any session.
  requireOwnPassword(session)
  const outcome = await removeFactor(deps, { ...whoOf(session), factorId, origin: originOf(c) })
  if (outcome.kind === 'removed') return c.json({ id: factorId })
  throw new AuthError(REFUSALS[outcome.kind])
}

async function ask(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  const factor = await requireFactor(deps, session, factorIdOf(c))
  const { channel } = await readBody(c, challenge)
  if (factor.factorType === 'webauthn') return askPasskey(deps, c, session, factor)
  const outcome = await challengeFactor(deps, {
    ...whoOf(session),
    factorId: factor.id,
    channel: channel ?? 'sms',
    origin: originOf(c),
  })
  if (outcome.kind !== 'challenged') throw challengeRefusal(outcome)
  const { id, factorType, expiresAt } = outcome
  return c.json({ id, type: factorType, expires_at: Math.floor(expiresAt.getTime() / 1000) })
}

function challengeRefusal(outcome: Exclude<ChallengeOutcome, { kind: 'challenged' }>): AuthError {
  if (outcome.kind !== 'send_limited') return new AuthError(REFUSALS[outcome.kind])
  const { retryAfterSeconds } = outcome.refusal
  if (outcome.refusal.kind === 'day_is_full') return new AuthError('over_sms_send_rate_limit', { retryAfterSeconds })
  const message = `A code was sent a moment ago. Ask for another in ${secondsText(retryAfterSeconds)}.`
  return new AuthError('over_sms_send_rate_limit', { message, retryAfterSeconds })
}

async function askPasskey(
  deps: AuthRouteDeps,
  c: AuthContext,
  session: LiveSession,
  factor: FactorRow,
): Promise<Response> {
  const party = requireRelyingParty(deps, c)
  const asked = await challengePasskey(deps, { ...whoOf(session), factorId: factor.id, party })
  if (!asked) throw new AuthError('mfa_factor_not_found')
  return c.json({
    id: asked.id,
    type: 'webauthn',
    expires_at: Math.floor(asked.expiresAt.getTime() / 1000),
    webauthn: { type: 'request', credential_options: { publicKey: asked.options } },
  })
}

async function show(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const session = await requireSession(deps, c)
  const factor = await requireFactor(deps, session, factorIdOf(c))
  if (factor.factorType === 'webauthn') return showPasskey(deps, c, session, factor)
  const { challenge_id: challengeId, code } = await readBody(c, shownCode)
  if (!z.uuid().safeParse(challengeId).success) throw new AuthError('mfa_challenge_expired')
  const outcome = await verifyFactor(deps, {
    ...whoOf(session),
    factorId: factor.id,
    challengeId,
    code,
    origin: originOf(c),
  })
  if (outcome.kind === 'verified') return answerSession(deps, c, outcome)
  if (outcome.kind === 'delayed') throw tooManyAttempts(outcome.retryAfterSeconds)
  throw new AuthError(REFUSALS[outcome.kind])
}

async function showPasskey(
  deps: AuthRouteDeps,
  c: AuthContext,
  session: LiveSession,
  factor: FactorRow,
): Promise<Response> {
  const body = await readBody(c, shownPasskey)
  if (!z.uuid().safeParse(body.challenge_id).success) throw new AuthError('webauthn_challenge_expired')
  const assertion: Assertion = body.webauthn.credential_response
  const outcome = await verifyPasskeyChallenge(deps, {
    ...whoOf(session),
    factorId: factor.id,
    challengeId: body.challenge_id,
    assertion,
    party: requireRelyingParty(deps, c),
    origin: originOf(c),
  })
  switch (outcome.kind) {
    case 'raised':
      return answerSession(deps, c, outcome)
    case 'ceremony_over':
      throw new AuthError('webauthn_challenge_expired')
    case 'refused':
      throw new AuthError('webauthn_verification_failed')
    case 'session_over':
      throw new AuthError('session_not_found')
    default:
      return unreachable(outcome, 'outcome of a passkey shown')
  }
}

async function readCodes(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const { userId } = await requireSession(deps, c)
  const set = await selectRecoveryCodeSet(deps.database.kysely, userId)
  if (!set) throw new AuthError('mfa_factor_not_found')
  return c.json({ id: set.id, type: 'recovery_code', total: set.total, remaining: set.remaining })
}

async function makeCodes(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  // The client sends a body only when there is a name.
  const body = c.req.header('content-length') === '0' || !c.req.raw.body ? {} : await readBody(c, namedCodes)
  const want = { kind: 'make', friendlyName: body.friendly_name || RECOVERY_CODES_NAME } as const
  return answerCodes(c, await generateRecoveryCodes(deps, { ...whoOf(session), want, origin: originOf(c) }))
}

async function replaceCodes(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const want = { kind: 'replace' } as const
  return answerCodes(c, await generateRecoveryCodes(deps, { ...whoOf(session), want, origin: originOf(c) }))
}

function answerCodes(c: AuthContext, outcome: GenerateOutcome): Response {
  if (outcome.kind !== 'generated') throw new AuthError(REFUSALS[outcome.kind])
  const { id, friendlyName, codes } = outcome
  return c.json({ id, type: 'recovery_code', friendly_name: friendlyName, total: RECOVERY_CODES_COUNT, codes })
}

async function removeCodes(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const outcome = await removeRecoveryCodes(deps, { ...whoOf(session), origin: originOf(c) })
  if (outcome.kind === 'removed') return c.json({ id: outcome.id })
  throw new AuthError(REFUSALS[outcome.kind])
}

async function showRecoveryCode(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const session = await requireSession(deps, c)
  const { code } = await readBody(c, recoveryCode)
  const outcome = await useRecoveryCode(deps, { ...whoOf(session), code, origin: originOf(c) })
  if (outcome.kind === 'verified') return answerSession(deps, c, outcome)
  if (outcome.kind !== 'delayed') throw new AuthError(REFUSALS[outcome.kind])
  const { retryAfterSeconds } = outcome
  const message = `Too many attempts. Try again in ${secondsText(retryAfterSeconds)}.`
  throw new AuthError('mfa_recovery_codes_locked', { message, retryAfterSeconds })
}

const REFUSALS = {
  session_over: 'session_not_found',
  insufficient_aal: 'insufficient_aal',
  not_fresh: 'reauthentication_needed',
  not_found: 'mfa_factor_not_found',
  name_taken: 'mfa_factor_name_conflict',
  too_many: 'too_many_enrolled_mfa_factors',
  phone_taken: 'mfa_verified_factor_exists',
  phone_disabled: 'phone_provider_disabled',
  channel_unsupported: 'mfa_channel_unsupported',
  too_many_open: 'mfa_challenges_open',
  send_failed: 'sms_send_failed',
  challenge_over: 'mfa_challenge_expired',
  wrong_code: 'mfa_verification_failed',
  demanded: 'mfa_factor_demanded',
  last_way: 'single_identity_not_deletable',
  sole_factor: 'mfa_recovery_codes_sole_factor',
  exists: 'mfa_verified_factor_exists',
} as const satisfies Record<string, AuthErrorCode>

function whoOf({ userId, sessionId }: LiveSession): { userId: string; sessionId: string } {
  return { userId, sessionId }
}

/** A temporary password opens what chooses another, and nothing else. */
function requireOwnPassword({ mustChangePassword }: LiveSession): void {
  if (mustChangePassword) throw new AuthError('password_change_required')
}

/** What cannot be an id names nothing. */
function factorIdOf(c: AuthContext): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AuthError('mfa_factor_not_found')
  return id.data
}

/** A factor of one's own; another's answers like one that does not exist. */
async function requireFactor(deps: AuthRouteDeps, session: LiveSession, id: string): Promise<FactorRow> {
  const factor = await selectFactor(deps.database.kysely, { id, userId: session.userId })
  if (!factor || factor.factorType === 'recovery_code') throw new AuthError('mfa_factor_not_found')
  return factor
}

function secondsText(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
