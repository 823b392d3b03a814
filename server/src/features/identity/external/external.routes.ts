// The part of /auth/v1 that deals with identities elsewhere, in the shapes of auth-js. No logic here; each route reads
// the request, calls one operation and turns its outcome into an answer. What a person meets while the browser is under
// way goes to the page that they come from, as the client reads it: error, error_code, error_description.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../../platform/http.ts'
import { originOf, requireSession, requireStepUp, type AuthContext, type AuthRouteDeps } from '../auth-request.ts'
import { AuthError, authErrors, type AuthErrorCode } from '../auth.errors.ts'
import { isCodeChallenge } from '../recovery/pkce.rules.ts'
import { beginVisit, type ExternalDeps, type NewVisit } from './begin-visit.ts'
import { ownOrigin, ownRedirect, withQuery } from './external.rules.ts'
import { finishVisit } from './finish-visit.ts'
import { createProviderDirectory } from './provider.discovery.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { clearVisitCookie, readVisitCookie, writeVisitCookie } from './visit.cookie.ts'

type RouteDeps = AuthRouteDeps & ExternalDeps

const CODE_CHALLENGE_METHOD = 's256'

/** Adds the routes of identities elsewhere to those of /auth/v1. */
export function mountExternal(app: Hono<Env>, authDeps: AuthRouteDeps): void {
  const deps = { ...authDeps, directory: createProviderDirectory(authDeps) }
  app.get('/authorize', (c) => startSignIn(deps, c))
  app.get('/user/identities/authorize', (c) => startLink(deps, c))
  app.get('/callback', (c) => comeBack(deps, c))
  app.delete('/user/identities/:id', (c) => unlink(deps, c))
}

async function startSignIn(deps: RouteDeps, c: AuthContext): Promise<Response> {
  const visit = visitFrom(deps, c, null)
  const outcome = await begin(deps, c, visit)
  if (outcome instanceof AuthError) return c.redirect(withError(visit.redirectTo, outcome), 303)
  return c.redirect(outcome, 303)
}

async function startLink(deps: RouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const { userId, sessionId } = session
  const outcome = await begin(deps, c, visitFrom(deps, c, { userId, sessionId }))
  if (outcome instanceof AuthError) throw outcome
  // A page asks for the address and goes there itself, since only it can send the access token along.
  if (c.req.query('skip_http_redirect') === 'true') return c.json({ url: outcome })
  return c.redirect(outcome, 303)
}

/** @throws AuthError validation_failed: what is not a request of our own page goes nowhere */
function visitFrom(deps: RouteDeps, c: AuthContext, linking: NewVisit['linking']): NewVisit {
  const origin = ownOrigin(c.req.header('host'), deps.publicUrl)
  const redirectTo = ownRedirect(c.req.query('redirect_to'), origin)
  if (redirectTo === null) throw new AuthError('validation_failed', { message: 'redirect_to is not a page of ours.' })
  const codeChallenge = c.req.query('code_challenge') ?? ''
  const isS256 = c.req.query('code_challenge_method')?.toLowerCase() === CODE_CHALLENGE_METHOD
  if (!isS256 || !isCodeChallenge(codeChallenge)) {
    throw new AuthError('validation_failed', { message: 'A code challenge by S256 is needed.' })
  }
  return { providerId: c.req.query('provider') ?? '', codeChallenge, redirectTo, linking, origin }
}

/** The address to go to; the browser holds the ticket. */
async function begin(deps: RouteDeps, c: AuthContext, visit: NewVisit): Promise<string | AuthError> {
  const outcome = await beginVisit(deps, visit)
  if (outcome.kind === 'provider_disabled') return new AuthError('provider_disabled')
  if (outcome.kind === 'provider_fault') {
    deps.log.warn({ provider: visit.providerId, reason: outcome.reason }, 'an identity provider cannot be used')
    return new AuthError('provider_unreachable')
  }
  writeVisitCookie(deps, c, outcome.ticket)
  return outcome.url
}

async function comeBack(deps: RouteDeps, c: AuthContext): Promise<Response> {
  const ticket = readVisitCookie(deps, c)
  clearVisitCookie(deps, c)
  const query = new URL(c.req.url).searchParams
  const outcome = await finishVisit(deps, { ticket, query, origin: originOf(c) })
  switch (outcome.kind) {
    case 'signed_in':
      return c.redirect(withQuery(outcome.redirectTo, { code: outcome.code }), 303)
    case 'linked':
      return c.redirect(withQuery(outcome.redirectTo, { linked: outcome.providerId }), 303)
    case 'refused':
      return c.redirect(withError(outcome.redirectTo, refusal(outcome.refusal)), 303)
    case 'visit_over': {
      const firstPage = `${ownOrigin(c.req.header('host'), deps.publicUrl)}/`
      return c.redirect(withError(firstPage, new AuthError('bad_oauth_state')), 303)
    }
  }
}

async function unlink(deps: RouteDeps, c: AuthContext): Promise<Response> {
  const session = await requireSession(deps, c)
  requireStepUp(session)
  const identityId = z.uuid().safeParse(c.req.param('id'))
  if (!identityId.success) throw new AuthError('identity_not_found')
  const outcome = await unlinkIdentity(deps, { ...session, identityId: identityId.data, origin: originOf(c) })
  if (outcome.kind === 'unlinked') return c.json({})
  throw new AuthError(outcome.kind === 'not_found' ? 'identity_not_found' : REFUSALS[outcome.kind])
}

const REFUSALS = {
  provider_disabled: 'provider_disabled',
  declined: 'bad_oauth_callback',
  not_vouched: 'bad_oauth_callback',
  unknown_identity: 'identity_not_found',
  disabled: 'user_banned',
  identity_taken: 'identity_already_exists',
  too_many: 'too_many_identities',
  last_way: 'single_identity_not_deletable',
  session_over: 'session_not_found',
  insufficient_aal: 'insufficient_aal',
  not_fresh: 'reauthentication_needed',
} as const satisfies Record<string, AuthErrorCode>

const MESSAGES: Partial<Record<keyof typeof REFUSALS, string>> = {
  declined: 'You did not agree at the other service.',
  unknown_identity: 'No account is linked to this identity. Sign in another way, then link it in your account.',
}

function refusal(kind: keyof typeof REFUSALS): AuthError {
  const message = MESSAGES[kind]
  return new AuthError(REFUSALS[kind], message === undefined ? {} : { message })
}

function withError(redirectTo: string, fault: AuthError): string {
  const error = authErrors[fault.code].status >= 500 ? 'server_error' : 'access_denied'
  return withQuery(redirectTo, { error, error_code: fault.code, error_description: fault.message })
}
