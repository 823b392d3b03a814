// The part of /auth/v1 that deals in passkeys, in the shapes of auth-js. No logic here; each route reads the request,
// calls one operation and turns its outcome into an answer.
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
import { removeFactor } from '../factors/remove-factor.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { beginRegistration } from './begin-registration.ts'
import { assertionSchema, registrationSchema } from './passkey.verifier.ts'
import { selectPasskeys, type PasskeyRow } from './passkeys.queries.ts'
import { relyingPartyOf, type RelyingParty } from './passkeys.rules.ts'
import { registerPasskey } from './register-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

// Unknown fields pass: auth-js sends some that only other deployments read.
const registrationAnswer = z.object({ challenge_id: z.string(), credential: registrationSchema })
const signInAnswer = z.object({ challenge_id: z.string(), credential: assertionSchema })
const passkeyChange = z.strictObject({ friendly_name: z.string().trim().min(1).max(64) })

/** Adds the routes of passkeys to those of /auth/v1. */
export function mountPasskeys(app: Hono<Env>, deps: AuthRouteDeps): void {
  app.post('/passkeys/registration/options', (c) => startRegistration(deps, c))
  app.post('/passkeys/registration/verify', (c) => finishRegistration(deps, c))
  app.post('/passkeys/authentication/options', (c) => startSignIn(deps, c))
  app.post('/passkeys/authentication/verify', (c) => finishSignIn(deps, c))
  app.get('/passkeys', (c) => listPasskeys(deps, c))
  app.patch('/passkeys/:id', (c) => changePasskey(deps, c))
  app.delete('/passkeys/:id', (c) => deletePasskey(deps, c))
}

/** Whose passkeys a request is about. @throws AuthError passkeys_unavailable */
export function requireRelyingParty(deps: Pick<AuthRouteDeps, 'publicUrl'>, c: AuthContext): RelyingParty {
  const headers = {
    origin: c.req.header('origin'),
    host: c.req.header('host'),
    secFetchSite: c.req.header('sec-fetch-site'),
  }
  const party = relyingPartyOf(headers, deps.publicUrl)
  if (!party) throw new AuthError('passkeys_unavailable')
  return party
}

async function startRegistration(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const begun = await beginRegistration(deps, { userId: session.userId, party: requireRelyingParty(deps, c) })
  if (!begun) throw new AuthError('session_not_found')
  return c.json(ceremonyOf(begun))
}

async function finishRegistration(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const { challenge_id: challengeId, credential } = await readBody(c, registrationAnswer)
  const outcome = await registerPasskey(deps, {
    userId: session.userId,
    sessionId: session.sessionId,
    challengeId,
    registration: credential,
    party: requireRelyingParty(deps, c),
    origin: originOf(c),
  })
  if (outcome.kind !== 'registered') throw new AuthError(REFUSALS[outcome.kind])
  const { id, friendlyName, createdAt } = outcome.passkey
  return c.json({ id, friendly_name: friendlyName, created_at: createdAt.toISOString() })
}

async function startSignIn(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  return c.json(ceremonyOf(await beginPasskeySignIn(deps, requireRelyingParty(deps, c))))
}

async function finishSignIn(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const { challenge_id: challengeId, credential: assertion } = await readBody(c, signInAnswer)
  const party = requireRelyingParty(deps, c)
  const outcome = await signInWithPasskey(deps, { challengeId, assertion, party, origin: originOf(c) })
  switch (outcome.kind) {
    case 'signed_in':
      return answerSession(deps, c, outcome)
    case 'delayed':
      throw tooManyAttempts(outcome.retryAfterSeconds)
    case 'disabled':
      throw new AuthError('user_banned')
    case 'ceremony_over':
    case 'unknown_credential':
    case 'refused':
      throw new AuthError(REFUSALS[outcome.kind])
    default:
      return unreachable(outcome, 'outcome of a sign-in by passkey')
  }
}

async function listPasskeys(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const { userId } = await requireSession(deps, c)
  return c.json((await selectPasskeys(deps.database.kysely, userId)).map(presentPasskey))
}

async function changePasskey(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const { friendly_name: friendlyName } = await readBody(c, passkeyChange)
  const outcome = await renamePasskey(deps, {
    ...session,
    passkeyId: passkeyIdOf(c),
    friendlyName,
    origin: originOf(c),
  })
  if (outcome.kind !== 'renamed') throw new AuthError(REFUSALS[outcome.kind])
  return c.json(presentPasskey(outcome.passkey))
}

/** The same as removing the factor that it is, but for a factor that is no passkey. */
async function deletePasskey(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const factorId = passkeyIdOf(c)
  const passkeys = await selectPasskeys(deps.database.kysely, session.userId)
  if (!passkeys.some(({ id }) => id === factorId)) throw new AuthError('mfa_factor_not_found')
  const outcome = await removeFactor(deps, { ...session, factorId, origin: originOf(c) })
  if (outcome.kind !== 'removed') throw new AuthError(REFUSALS[outcome.kind])
  return c.json({})
}

const REFUSALS = {
  ceremony_over: 'webauthn_challenge_expired',
  refused: 'webauthn_verification_failed',
  unknown_credential: 'webauthn_credential_not_found',
  known_credential: 'webauthn_credential_exists',
  too_many: 'too_many_enrolled_mfa_factors',
  name_taken: 'mfa_factor_name_conflict',
  not_found: 'mfa_factor_not_found',
  demanded: 'mfa_factor_demanded',
  last_way: 'single_identity_not_deletable',
  session_over: 'session_not_found',
  insufficient_aal: 'insufficient_aal',
  not_fresh: 'reauthentication_needed',
} as const satisfies Record<string, AuthErrorCode>

/** What cannot be an id names nothing. */
function passkeyIdOf(c: AuthContext): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw new AuthError('mfa_factor_not_found')
  return id.data
}

function ceremonyOf({ challengeId, options, expiresAt }: { challengeId: string; options: object; expiresAt: Date }) {
  return { challenge_id: challengeId, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

function presentPasskey(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    friendly_name: passkey.friendlyName,
    created_at: passkey.createdAt.toISOString(),
    ...(passkey.lastUsedAt === null ? {} : { last_used_at: passkey.lastUsedAt.toISOString() }),
  }
}
