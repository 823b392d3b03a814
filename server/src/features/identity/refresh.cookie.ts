// The refresh token as a cookie that no script reads. It is in play only for requests that carry the console's header,
// which a foreign page cannot send without a preflight that nobody answers; the Origin check in the routes stands
// besides.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Context } from 'hono'
import type { Env } from '../../platform/http.ts'
import { AuthError } from './auth.errors.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { isOwnOrigin, isSecure, refreshCookieName } from './origin.rules.ts'

/** What stands in JSON for a token that is in the cookie. */
export const TOKEN_PLACEHOLDER = 'cookie'
const CONSOLE_HEADER = 'x-inrange-console'

type CookieDeps = Pick<IdentityDeps, 'publicUrl' | 'clock'>

/** Whether the caller is a console that keeps its refresh token in the cookie. */
export function wantsCookie(c: Context<Env>): boolean {
  return c.req.header(CONSOLE_HEADER) === '1'
}

export function isFromOwnPage(deps: CookieDeps, c: Context<Env>): boolean {
  const headers = {
    origin: c.req.header('origin'),
    host: c.req.header('host'),
    secFetchSite: c.req.header('sec-fetch-site'),
  }
  return isOwnOrigin(headers, deps.publicUrl)
}

/** The token of a refresh: the body's own, or the cookie's behind the placeholder; null when there is no cookie. */
export function presentedToken(deps: CookieDeps, c: Context<Env>, given: string): string | null {
  if (given !== TOKEN_PLACEHOLDER) return given
  if (!wantsCookie(c)) throw new AuthError('foreign_origin')
  return readRefreshCookie(deps, c)
}

export function readRefreshCookie(deps: CookieDeps, c: Context<Env>): string | null {
  return getCookie(c, refreshCookieName(deps.publicUrl)) ?? null
}

/** @param expiresAt the absolute end of the session */
export function writeRefreshCookie(deps: CookieDeps, c: Context<Env>, token: string, expiresAt: Date): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - deps.clock.nowMs()) / 1000))
  setCookie(c, refreshCookieName(deps.publicUrl), token, { ...attributes(deps), maxAge })
}

export function clearRefreshCookie(deps: CookieDeps, c: Context<Env>): void {
  deleteCookie(c, refreshCookieName(deps.publicUrl), attributes(deps))
}

function attributes(deps: CookieDeps): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure(deps.publicUrl) }
}
