// The display of a person out of a session of the auth service. Pure.
import { isRecord, isRole, type Duty, type SignedInUser } from './signed-in-user.ts'

type SessionUser = {
  id: string
  email?: string | undefined
  app_metadata?: unknown
  user_metadata?: unknown
  factors?: readonly { status: string }[] | undefined
}

/** What an access token says, without proof: it is shown, never trusted. Nothing for a text that is no token. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  try {
    const text = atob((accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(text)
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}

function firstText(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) if (typeof candidate === 'string' && candidate !== '') return candidate
  return ''
}

/** In the server's order: who has only the password may not replace it, so the factor comes first. */
function dutyOf(user: SessionUser, aal: unknown): Duty | null {
  const app = isRecord(user.app_metadata) ? user.app_metadata : {}
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') === true
  if (hasFactor && aal !== 'aal2') return 'second_factor'
  if (app['must_change_password'] === true) return 'new_password'
  return !hasFactor && app['must_enrol_factor'] === true ? 'second_factor_enrolment' : null
}

/** An unknown role is shown as the least. */
export function displayOf(session: { access_token: string; user: SessionUser }): SignedInUser {
  const { user } = session
  const app = isRecord(user.app_metadata) ? user.app_metadata : {}
  const own = isRecord(user.user_metadata) ? user.user_metadata : {}
  return {
    id: firstText(app['user_id'], user.id),
    username: firstText(app['username'], own['username'], user.email),
    email: user.email ?? '',
    role: isRole(app['role']) ? app['role'] : 'user',
    duty: dutyOf(user, claimsOf(session.access_token)['aal']),
  }
}
