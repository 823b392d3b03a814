// The request that renews a session, as plain data: a page sends it before its bundle runs (before-paint.js, where the
// build writes it down), and the bundle later.

export const authBase = '/auth/v1'

export const renewal = {
  url: `${authBase}/token?grant_type=refresh_token`,
  init: {
    method: 'POST',
    // The auth service reads the cookie only for a page of ours.
    headers: { 'x-inrange-console': '1', 'content-type': 'application/json' },
    body: '{"refresh_token":"cookie"}',
  },
  /** Held by the one tab that asks. */
  lock: 'inrange.refresh',
} as const
