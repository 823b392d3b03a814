// /auth/v1 as the unmodified auth-js expects it, and nothing besides: what is not served answers 404 in the same shape.
// No logic here; each route reads the request, calls one operation and turns its outcome into an answer.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../../platform/database-fault.ts'
import type { Env } from '../../platform/http.ts'
import { unreachable } from '../../platform/invariant.ts'
import {
  answerSession,
  bearerOf,
  originOf,
  readBody,
  requireOwnConsole,
  requireSession,
  tooManyAttempts,
  type AuthContext,
  type AuthRouteDeps,
} from './auth-request.ts'
import { createDenials } from '../audit/audit.public.ts'
import { noteDenial } from './auth.denials.ts'
import { AuthError, authErrors, type AuthErrorCode } from './auth.errors.ts'
import { changePassword, type ChangePasswordOutcome } from './change-password.ts'
import { closeSessions, signOutScopes } from './close-sessions.ts'
import { mountExternal } from './external/external.routes.ts'
import { mountFactors } from './factors/factors.routes.ts'
import { mustEnrolFactor } from './factors/must-enrol-factor.ts'
import { selectAccount, selectTokenOwner, type Account } from './identity.queries.ts'
import { openSession } from './open-session.ts'
import { mountPasskeys } from './passkeys/passkeys.routes.ts'
import { grantByCode, mountRecovery } from './recovery/recovery.routes.ts'
import { clearRefreshCookie, presentedToken, readRefreshCookie, wantsCookie } from './refresh.cookie.ts'
import { hashRefreshToken } from './refresh-token.rules.ts'
import { captchaGiven, requireCaptchaAfterFailures } from './require-captcha.ts'
import { refreshSession } from './refresh-session.ts'
import { presentUser, type AuthUser } from './session.presenter.ts'

const API_VERSION = '2024-01-01'
const BODY_BYTES_MAX = 16 * 1024

const passwordGrant = z.object({
  email: z.string().min(1),
  password: z.string().min(1),
  gotrue_meta_security: captchaGiven,
})
const refreshGrant = z.object({ refresh_token: z.string().min(1) })
const userChange = z.strictObject({
  password: z.string().min(1).nullish(),
  // Known here so that asking for them gets an answer that helps.
  email: z.string().nullish(),
  phone: z.string().nullish(),
  current_password: z.string().nullish(),
  // auth-js always sends these two when it is set to PKCE; they only matter for a change of the email address.
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

export function authRoutes(deps: AuthRouteDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.header('x-supabase-api-version', API_VERSION)
    c.header('cache-control', 'no-store')
    await next()
  })
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: () => {
        throw new AuthError('body_too_large')
      },
    }),
  )
  app.post('/token', (c) => {
    const grant = c.req.query('grant_type')
    if (grant === 'password') return grantByPassword(deps, c)
    if (grant === 'refresh_token') return grantByRefreshToken(deps, c)
    if (grant === 'pkce') return grantByCode(deps, c)
    throw new AuthError('unsupported_grant_type')
  })
  app.post('/logout', (c) => signOut(deps, c))
  app.get('/user', (c) => readUser(deps, c))
  app.put('/user', (c) => updateUser(deps, c))
  app.get('/.well-known/jwks.json', async (c) => c.json(await deps.keys.jwks()))
  app.post('/signup', () => {
    throw new AuthError('signup_disabled')
  })
  mountFactors(app, deps)
  mountPasskeys(app, deps)
  mountRecovery(app, deps)
  mountExternal(app, deps)
  app.all('*', () => {
    throw new AuthError('not_found')
  })
  const recordDenial = createDenials(deps)
  app.onError(async (error, c) => {
    await noteDenial(recordDenial, c, error)
    return answerAuthError(deps, c, error)
  })
  return app
}

async function grantByPassword(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const { email, password, gotrue_meta_security: security } = await readBody(c, passwordGrant)
  const origin = originOf(c)
  const shown = { token: security?.captcha_token ?? null, address: origin.address }
  await requireCaptchaAfterFailures(deps, email, shown)
  const outcome = await openSession(deps, { login: email, password, origin })
  switch (outcome.kind) {
    case 'signed_in':
      return answerSession(deps, c, outcome)
    case 'refused':
      throw new AuthError('invalid_credentials')
    case 'disabled':
      throw new AuthError('user_banned')
    case 'password_expired':
      throw new AuthError('password_expired')
    case 'delayed':
      throw tooManyAttempts(outcome.retryAfterSeconds)
    default:
      return unreachable(outcome, 'outcome of a sign-in')
  }
}

async function grantByRefreshToken(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const body = await readBody(c, refreshGrant)
  const refreshToken = presentedToken(deps, c, body.refresh_token)
  const outcome = refreshToken === null ? NO_TOKEN : await refreshSession(deps, { refreshToken, origin: originOf(c) })
  if (outcome.kind === 'refreshed') return answerSession(deps, c, outcome)
  if (wantsCookie(c)) clearRefreshCookie(deps, c)
  throw new AuthError(REFRESH_REFUSALS[outcome.kind])
}

const NO_TOKEN = { kind: 'not_found' } as const
const REFRESH_REFUSALS = {
  not_found: 'refresh_token_not_found',
  session_over: 'session_expired',
  reused: 'refresh_token_already_used',
} as const satisfies Record<string, AuthErrorCode>

async function signOut(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const scope = z.enum(signOutScopes).default('global').safeParse(c.req.query('scope'))
  if (!scope.success) throw new AuthError('validation_failed', { message: 'The scope is local, others or global.' })
  const isCookieMode = wantsCookie(c)
  const signedIn = await sessionToClose(deps, c)
  if (signedIn) await closeSessions(deps, { ...signedIn, scope: scope.data, origin: originOf(c) })
  if (isCookieMode && scope.data !== 'others') clearRefreshCookie(deps, c)
  return c.body(null, 204)
}

/**
 * Whose session to close: the bearer's, else the cookie's, so that a console whose access token ran out can still
 * leave.
 */
async function sessionToClose(
  deps: AuthRouteDeps,
  c: AuthContext,
): Promise<{ userId: string; sessionId: string } | null> {
  const bearer = bearerOf(c)
  const outcome = bearer === null ? null : await deps.guard.resolve(bearer)
  if (outcome?.kind === 'live') return outcome.session
  const cookie = wantsCookie(c) ? readRefreshCookie(deps, c) : null
  if (cookie !== null) return selectTokenOwner(deps.database.kysely, hashRefreshToken(cookie))
  if (outcome?.kind === 'session_over') return null
  throw new AuthError(bearer === null ? 'no_authorization' : 'bad_jwt')
}

async function readUser(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  const account = await selectAccount(deps.database.kysely, session.userId)
  if (!account) throw new AuthError('session_not_found')
  return c.json(await presented(deps, account))
}

async function presented(deps: AuthRouteDeps, account: Account): Promise<AuthUser> {
  return presentUser(account, { mustEnrolFactor: await mustEnrolFactor(deps, account) })
}

async function updateUser(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const { userId, sessionId, aal } = await requireSession(deps, c)
  const { password, ...body } = await readBody(c, userChange)
  if (body.email) throw new AuthError('change_not_allowed', { message: EMAIL_IS_ADMINS })
  if (body.phone) throw new AuthError('change_not_allowed', { message: PHONE_IS_A_FACTOR })
  if (!password) throw new AuthError('validation_failed', { message: 'Some fields need attention: password.' })
  const outcome = await changePassword(deps, {
    userId,
    sessionId,
    aal,
    password,
    currentPassword: body.current_password ?? null,
    origin: originOf(c),
  })
  if (outcome.kind === 'changed') return c.json(await presented(deps, outcome.account))
  throw passwordRefusal(outcome)
}

const EMAIL_IS_ADMINS = 'An administrator changes your email address for you.'
const PHONE_IS_A_FACTOR = 'A phone is a second factor: add it there.'

function passwordRefusal(outcome: Exclude<ChangePasswordOutcome, { kind: 'changed' }>): AuthError {
  switch (outcome.kind) {
    case 'weak':
      return new AuthError('weak_password', {
        message: outcome.fault.message,
        weakPasswordReasons: [outcome.fault.reason],
      })
    case 'same_password':
      return new AuthError('same_password')
    case 'current_password_missing':
      return new AuthError('current_password_required')
    case 'current_password_wrong':
      return new AuthError('current_password_invalid')
    case 'delayed':
      return tooManyAttempts(outcome.retryAfterSeconds)
    case 'insufficient_aal':
      return new AuthError('insufficient_aal')
    case 'session_over':
      return new AuthError('session_not_found')
    default:
      return unreachable(outcome, 'outcome of a password change')
  }
}

/**
 * The one place where an error becomes an answer of /auth/v1. Whatever is not the caller's doing is a 5xx, which costs
 * no session.
 */
function answerAuthError(deps: AuthRouteDeps, c: AuthContext, error: unknown): Response {
  const fault =
    error instanceof AuthError
      ? error
      : new AuthError(isDatabaseUnavailable(error) ? 'unavailable' : 'unexpected_failure')
  if (fault !== error)
    deps.log.error({ err: error, requestId: c.get('requestId'), path: c.req.path }, 'an auth request failed')
  const { retryAfterSeconds, weakPasswordReasons } = fault.detail
  c.header('x-supabase-api-version', API_VERSION)
  c.header('cache-control', 'no-store')
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const weak = weakPasswordReasons === undefined ? {} : { weak_password: { reasons: weakPasswordReasons } }
  return c.json({ code: fault.code, message: fault.message, ...weak }, authErrors[fault.code].status)
}
