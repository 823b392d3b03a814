// The part of /auth/v1 that lets somebody back in: links, and the codes that they lead to. No logic here; each route
// reads the request, calls one operation and turns its outcome into an answer.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '../../../platform/http.ts'
import { unreachable } from '../../../platform/invariant.ts'
import {
  answerSession,
  originOf,
  readBody,
  requireOwnConsole,
  tooManyAttempts,
  type AuthContext,
  type AuthRouteDeps,
} from '../auth-request.ts'
import { AuthError, authErrors } from '../auth.errors.ts'
import { exchangeAuthCode } from './auth-code.ts'
import { captchaGiven, requireCaptcha } from '../require-captcha.ts'
import { followLink } from './follow-link.ts'
import { linkPage, ownPage, pageTold } from './link.rules.ts'
import { isCodeChallenge } from './pkce.rules.ts'
import { requestRecovery } from './request-recovery.ts'
import { spendLink } from './spend-link.ts'

const recoverAsked = z.object({
  email: z.string().trim().min(1).max(254),
  code_challenge: z.string().refine(isCodeChallenge, 'Use the PKCE flow'),
  code_challenge_method: z.string().regex(/^s256$/i),
  gotrue_meta_security: captchaGiven,
})
const linkGrant = z.object({ type: z.enum(['recovery', 'invite']), token_hash: z.string().min(1) })
const PURPOSES = { recovery: 'recovery', invite: 'invitation' } as const
const pkceGrant = z.object({ auth_code: z.string().min(1), code_verifier: z.string().min(1) })

export function mountRecovery(app: Hono<Env>, deps: AuthRouteDeps): void {
  app.post('/recover', (c) => recover(deps, c))
  app.get('/verify', (c) => verifyByGet(deps, c))
  app.post('/verify', (c) => verifyByPost(deps, c))
}

/** One answer, whoever is meant (resetPasswordForEmail). */
async function recover(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const body = await readBody(c, recoverAsked)
  const asked = c.req.query('redirect_to')
  const redirectTo = asked === undefined ? linkPage(deps.publicUrl, 'recovery') : ownPage(deps.publicUrl, asked)
  if (redirectTo === null) throw new AuthError('validation_failed', { message: FOREIGN_PAGE })
  const origin = originOf(c)
  await requireCaptcha(deps, { token: body.gotrue_meta_security?.captcha_token ?? null, address: origin.address })
  const asking = { login: body.email, codeChallenge: body.code_challenge, redirectTo, origin }
  const outcome = await requestRecovery(deps, asking)
  if (outcome.kind === 'delayed') throw tooManyAttempts(outcome.retryAfterSeconds)
  return c.json({})
}

const FOREIGN_PAGE = 'redirect_to must be a page of this console.'

/** The address in a mail: sends the browser to a page of ours, with a code or with what is the matter. */
async function verifyByGet(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  const outcome = await followLink(deps, c.req.query('token') ?? '')
  c.header('referrer-policy', 'no-referrer')
  if (outcome.kind === 'followed') return c.redirect(pageTold(outcome.page, { code: outcome.code }), 303)
  const page = outcome.page ?? ownPage(deps.publicUrl, c.req.query('redirect_to') ?? '')
  const { message } = authErrors.otp_expired
  const facts = { error: 'access_denied', error_code: 'otp_expired', error_description: message }
  return c.redirect(pageTold(page ?? linkPage(deps.publicUrl, 'recovery'), facts), 303)
}

/** A link that an administrator made, as auth-js presents it (verifyOtp with token_hash). */
async function verifyByPost(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const body = await readBody(c, linkGrant)
  const purpose = PURPOSES[body.type]
  const outcome = await spendLink(deps, { token: body.token_hash, purpose, origin: originOf(c) })
  switch (outcome.kind) {
    case 'signed_in':
      return answerSession(deps, c, outcome)
    case 'over':
      throw new AuthError('otp_expired')
    case 'disabled':
      throw new AuthError('user_banned')
    default:
      return unreachable(outcome, 'outcome of spending a link')
  }
}

/** `POST /token?grant_type=pkce`. */
export async function grantByCode(deps: AuthRouteDeps, c: AuthContext): Promise<Response> {
  requireOwnConsole(deps, c)
  const body = await readBody(c, pkceGrant)
  const origin = originOf(c)
  const outcome = await exchangeAuthCode(deps, { code: body.auth_code, verifier: body.code_verifier, origin })
  switch (outcome.kind) {
    case 'signed_in':
      return answerSession(deps, c, outcome)
    case 'not_found':
      throw new AuthError('flow_state_not_found')
    case 'bad_verifier':
      throw new AuthError('bad_code_verifier')
    case 'expired':
      throw new AuthError('flow_state_expired')
    case 'disabled':
      throw new AuthError('user_banned')
    default:
      return unreachable(outcome, 'outcome of a code exchange')
  }
}
