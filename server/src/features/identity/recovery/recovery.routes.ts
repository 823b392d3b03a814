// The part of /auth/v1 that lets somebody back in: codes exchanged for sessions. No logic here; each route reads the
// request, calls one operation and turns its outcome into an answer.
import { z } from 'zod'
import { unreachable } from '../../../platform/invariant.ts'
import {
  answerSession,
  originOf,
  readBody,
  requireOwnConsole,
  type AuthContext,
  type AuthRouteDeps,
} from '../auth-request.ts'
import { AuthError } from '../auth.errors.ts'
import { exchangeAuthCode } from './auth-code.ts'

const pkceGrant = z.object({ auth_code: z.string().min(1), code_verifier: z.string().min(1) })

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
