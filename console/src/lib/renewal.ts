// The requests that a page sends before its bundle runs (before-paint.js), as plain data that the build writes down for
// it: the renewal of the session, and the read whose answer every page shows.

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

/** Followed by the reader's time zone. */
export const firstRead = '/api/v1/dashboard?zone='

/** An answer that is on its way since before the bundle ran, and whose it is. */
export type EarlyRead = { address: string; answer: Promise<{ token: string; response: Promise<Response> } | null> }

declare global {
  /** What before-paint.js has asked for, until it is taken. */
  var inrangeRenewal: Promise<Response> | undefined
  var inrangeRead: EarlyRead | undefined
}
