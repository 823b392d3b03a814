// What every route of /auth/v1 needs: the body, bounded and checked; who speaks; where from; and the one answer that
// hands out a session. It deliberately knows no operation.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Env } from '../../platform/http.ts'
import { ACCESS_TOKEN_SECONDS, issueAccessToken } from './access-token.codec.ts'
import { AuthError } from './auth.errors.ts'
import { mustEnrolFactor } from './factors/must-enrol-factor.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import type { LiveSession } from './identity.queries.ts'
import { isFromOwnPage, TOKEN_PLACEHOLDER, wantsCookie, writeRefreshCookie } from './refresh.cookie.ts'
import type { Errands } from './recovery/errands.runtime.ts'
import type { SessionGuard } from './session.guard.ts'
import { presentSession } from './session.presenter.ts'
import type { SigningKeyRing } from './signing-key.ring.ts'
import type { OpenedSession } from './start-session.ts'

export type AuthRouteDeps = IdentityDeps & { keys: SigningKeyRing; guard: SessionGuard; errands: Errands }
export type AuthContext = Context<Env>

/**
 * In cookie mode the token leaves in the cookie only, and a word stands in its place, because the client insists on
 * one.
 */
export async function answerSession(deps: AuthRouteDeps, c: AuthContext, opened: OpenedSession): Promise<Response> {
  const facts = { mustEnrolFactor: await mustEnrolFactor(deps, opened.account) }
  const { token, expiresAtSeconds } = await issueAccessToken(deps, opened.account, opened.session, facts)
  if (wantsCookie(c)) writeRefreshCookie(deps, c, opened.refreshToken, opened.session.expiresAt)
  return c.json(
    presentSession(opened.account, facts, {
      accessToken: token,
      refreshToken: wantsCookie(c) ? TOKEN_PLACEHOLDER : opened.refreshToken,
      expiresAtSeconds,
      expiresInSeconds: ACCESS_TOKEN_SECONDS,
    }),
  )
}

/** The live session of the bearer, at whatever level. @throws AuthError no_authorization, bad_jwt, session_not_found */
export async function requireSession(deps: AuthRouteDeps, c: AuthContext): Promise<LiveSession> {
  const bearer = bearerOf(c)
  if (bearer === null) throw new AuthError('no_authorization')
  const outcome = await deps.guard.resolve(bearer)
  if (outcome.kind === 'live') return outcome.session
  throw new AuthError(outcome.kind === 'bad_token' ? 'bad_jwt' : 'session_not_found')
}

/**
 * What changes how somebody signs in needs the second factor, once there is one, and a password of one's own. The
 * session may be a copy some seconds old: whoever changes something looks again in its transaction.
 *
 * @throws AuthError insufficient_aal, password_change_required
 */
export function requireStepUp(session: LiveSession): void {
  if (session.hasFactor && session.aal !== 'aal2') throw new AuthError('insufficient_aal')
  if (session.mustChangePassword) throw new AuthError('password_change_required')
}

/** A request that acts on the cookie must come from a page of ours, whatever else it carries. */
export function requireOwnConsole(deps: AuthRouteDeps, c: AuthContext): void {
  if (wantsCookie(c) && !isFromOwnPage(deps, c)) throw new AuthError('foreign_origin')
}

/** The body as the schema reads it. @throws AuthError bad_json, validation_failed naming the fields */
export async function readBody<Schema extends z.ZodType>(c: AuthContext, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(c))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : ''
  const field = unknown || issue?.path.join('.') || 'the body'
  const isUnknownField = unknown !== ''
  throw new AuthError('validation_failed', { message: `Some fields need attention: ${field}.`, isUnknownField })
}

async function readJson(c: AuthContext): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text())
  } catch {
    throw new AuthError('bad_json')
  }
}

export function bearerOf(c: AuthContext): string | null {
  return /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

export function originOf(c: AuthContext): RequestOrigin {
  return { address: c.get('address'), requestId: c.get('requestId'), userAgent: c.req.header('user-agent') ?? '' }
}

export function tooManyAttempts(retryAfterSeconds: number): AuthError {
  const seconds = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`
  return new AuthError('over_request_rate_limit', {
    message: `Too many attempts. Try again in ${seconds}.`,
    retryAfterSeconds,
  })
}
