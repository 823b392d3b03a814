// Which refusals of /auth/v1 the audit log learns of as denials: those that no console of ours causes. Refused sign-ins
// and refused second factors have entries of their own, written where they are refused.
import type { RecordDenial } from '../audit/audit.public.ts'
import { AuthError, type AuthErrorCode } from './auth.errors.ts'
import type { AuthContext } from './auth-request.ts'

const denials: ReadonlySet<AuthErrorCode> = new Set<AuthErrorCode>(['foreign_origin', 'body_too_large'])

/** Records the refusal when it is a denial. Never throws. */
export async function noteDenial(record: RecordDenial, c: AuthContext, error: unknown): Promise<void> {
  if (!(error instanceof AuthError)) return
  if (!denials.has(error.code) && error.detail.isUnknownField !== true) return
  const { method, path } = c.req
  const seen = { requestId: c.get('requestId'), address: c.get('address') }
  // Who speaks is not asked: the refusal came before, and a claim of the request proves nothing.
  await record({ code: error.code, caller: null, method, path, ...seen })
}
