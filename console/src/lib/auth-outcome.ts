// What became of a call of the auth service: done, refused with the server's own sentence in the language of the page,
// or never answered. Loaded with the screens that make such calls.
import { errorText } from '../i18n/server-texts.ts'
import type { AuthConnection } from './auth-client.ts'
import { authConnection, noteDuty } from './auth.ts'

export type Refusal = {
  ok: false
  reason: 'refused'
  code: string
  message: string
  retryAfterSeconds: number
}
/** `dismissed`: the browser asked for a passkey and got none. */
export type AuthOutcome<T = unknown> = { ok: true; value: T } | Refusal | { ok: false; reason: 'failed' | 'dismissed' }

type AuthAnswer = { data: unknown; error: AuthFault | null }
type ValueOf<Answer extends AuthAnswer> = NonNullable<Extract<Answer, { error: null }>['data']>
type AuthFault = { status?: number | undefined; code?: string | undefined; message: string }

/** Makes one call with the auth client of this page. */
export async function outcomeOf<Answer extends AuthAnswer>(
  attempt: (opened: AuthConnection) => Promise<Answer>,
): Promise<AuthOutcome<ValueOf<Answer>>> {
  try {
    const opened = await authConnection()
    const { data, error } = await attempt(opened)
    return error === null ? { ok: true, value: data as ValueOf<Answer> } : failureOf(opened, error)
  } catch {
    return { ok: false, reason: 'failed' }
  }
}

function failureOf(opened: AuthConnection, error: AuthFault): AuthOutcome<never> {
  // The client wraps what the browser says about a passkey, under the browser's own names.
  if ('__isWebAuthnError' in error) return { ok: false, reason: 'dismissed' }
  const status = error.status ?? 0
  if (status < 400 || status >= 500) return { ok: false, reason: 'failed' }
  const code = error.code ?? ''
  // Somebody added a factor since this session began: the console asks for it over whatever is on screen.
  if (code === 'insufficient_aal') noteDuty('second_factor_required')
  return {
    ok: false,
    reason: 'refused',
    code,
    message: errorText(code, error.message),
    retryAfterSeconds: status === 429 ? opened.retryAfterSeconds() : 0,
  }
}

/** The sentence for a person; `failed` in the caller's own words, since it knows what was not done. */
export function sentenceOf(outcome: Exclude<AuthOutcome, { ok: true }>, texts: { failed: string; dismissed?: string }) {
  if (outcome.reason === 'refused') return outcome.message
  return outcome.reason === 'dismissed' ? (texts.dismissed ?? texts.failed) : texts.failed
}
