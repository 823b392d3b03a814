// The ticket of a visit, in a cookie of the browser that left: whoever comes back without it is another. Lax, since the
// way back is a navigation from another site (RFC 6265bis, section 8.8.2); the session's own cookie stays Strict.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { AuthContext } from '../auth-request.ts'
import type { IdentityDeps } from '../identity.deps.ts'
import { isSecure } from '../origin.rules.ts'
import { VISIT_MS } from './external.rules.ts'

type CookieDeps = Pick<IdentityDeps, 'publicUrl'>

export function readVisitCookie(deps: CookieDeps, c: AuthContext): string | null {
  return getCookie(c, nameOf(deps)) ?? null
}

export function writeVisitCookie(deps: CookieDeps, c: AuthContext, ticket: string): void {
  setCookie(c, nameOf(deps), ticket, { ...attributes(deps), maxAge: VISIT_MS / 1000 })
}

export function clearVisitCookie(deps: CookieDeps, c: AuthContext): void {
  deleteCookie(c, nameOf(deps), attributes(deps))
}

function nameOf({ publicUrl }: CookieDeps): string {
  return isSecure(publicUrl) ? '__Host-inrange-visit' : 'inrange-visit'
}

function attributes({ publicUrl }: CookieDeps): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(publicUrl) }
}
