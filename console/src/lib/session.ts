// The session of this page, and the one way to renew it. The access token lives in this page's memory and dies with the
// page; the refresh token is a cookie that no script can read, in JSON it is the word `cookie`. Part of the first load,
// so that a page asks for its session before anything else; the auth client comes when somebody signs in or changes how
// they do, and keeps its session here. Tabs share one renewal: whoever waited for the lock takes the session that
// arrived meanwhile instead of asking again.
import type { Session } from '@supabase/auth-js'
import { renewal } from './renewal.ts'

export type { Session } from '@supabase/auth-js'
export type RenewalResult = 'renewed' | 'no-session' | 'unreachable'
/** What the auth client says to other tabs, as far as it is read here. */
type TabNote = { event: string; session: Session | null }
/** Null: the session is over. */
type SessionListener = (session: Session | null) => void

/** What the auth client calls its session in storage, and its channel between tabs. */
export const sessionKey = 'inrange.session'

const renewMarginMs = 15_000
/** A session is renewed so long before its end though nobody asks: a stream may be open on a screen that is watched. */
const renewAheadMs = 60_000
/** Before each attempt at a server that does not answer, such as one that is just being restarted. */
const attemptPausesMs = [0, 200, 800] as const

let held: Session | null = null
let told = ''
let listener: SessionListener = () => undefined
let renewing: Promise<RenewalResult> | null = null
let alarm: ReturnType<typeof setTimeout> | undefined
let renewDueAt = 0
let channel: BroadcastChannel | null = null

/**
 * Says what becomes of the session: opened, renewed or ended, here or in another tab. The same session is told once,
 * since the auth client's word comes by two ways: what it posts to other tabs reaches this one too.
 */
export function followSession(onSession: SessionListener): void {
  listener = onSession
  if (typeof BroadcastChannel === 'undefined') return
  channel ??= new BroadcastChannel(sessionKey)
  channel.onmessage = ({ data }: MessageEvent<TabNote>) => {
    if (data.event === 'SIGNED_OUT') tellSession(null)
    else if (data.session !== null) tellSession(data.session)
  }
}

/** Holds a session, or that there is none any more, and says so. */
export function tellSession(session: Session | null): void {
  holdSession(session)
  const text = JSON.stringify(session)
  if (session !== null && text === told) return
  told = text
  listener(session)
}

export function heldSession(): Session | null {
  return held
}

/** The access token at hand, if it is good for at least some seconds. */
export function freshToken(): string | null {
  return held !== null && leftMs(held) > renewMarginMs ? held.access_token : null
}

function leftMs({ expires_at: expiresAt = 0 }: Session): number {
  return expiresAt * 1000 - Date.now()
}

/** Takes a session, or forgets the one there is, without telling anybody. */
export function holdSession(session: Session | null): void {
  held = session
  clearTimeout(alarm)
  if (session === null) return
  const aheadMs = Math.min(renewAheadMs, Math.floor(leftMs(session) / 2))
  renewDueAt = Date.now() + leftMs(session) - aheadMs
  alarm = setTimeout(renewWhenDue, renewDueAt - Date.now())
}

/** Not for a page that nobody sees: it asks when it is looked at again. */
function renewWhenDue(): void {
  if (held === null || Date.now() < renewDueAt) return
  if (document.visibilityState === 'visible') void renewSession()
  else document.addEventListener('visibilitychange', renewWhenDue, { once: true })
}

/** Asks for the session behind the cookie; concurrent callers share one attempt. What came of it is told. */
export function renewSession(): Promise<RenewalResult> {
  renewing ??= renewOnce().finally(() => {
    renewing = null
  })
  return renewing
}

async function renewOnce(): Promise<RenewalResult> {
  for (const pauseMs of attemptPausesMs) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const response = await askForRenewal().catch(() => null)
    if (response === null || response.status >= 500) continue
    if (response.status === 429) return 'unreachable'
    if (response.ok) return 'renewed'
    tellSession(null)
    return 'no-session'
  }
  return 'unreachable'
}

/** The first answer may be on its way since before this code was here. */
async function askForRenewal(): Promise<Response> {
  const early = globalThis.inrangeRenewal
  globalThis.inrangeRenewal = undefined
  if (early === undefined) return fetchOnceAcrossTabs(renewal.url, renewal.init)
  const response = await early
  if (response.ok) await share(response.clone())
  return response
}

/** Whether a request of the auth client would renew the session. */
export function isRenewal(url: string): boolean {
  return url.endsWith(renewal.url)
}

/** Sends a renewal as the only tab that does; a good answer is held and told, here and to the other tabs. */
export function fetchOnceAcrossTabs(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const expiredAt = held?.expires_at ?? 0
  const renew = async () => {
    if (held?.expires_at !== undefined && held.expires_at > expiredAt) return Response.json(held)
    const response = await fetch(input, init)
    if (response.ok) await share(response.clone())
    return response
  }
  return 'locks' in navigator ? navigator.locks.request(renewal.lock, renew) : renew()
}

async function share(response: Response): Promise<void> {
  const session = (await response.json()) as Session
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no such argument
  channel?.postMessage({ event: 'TOKEN_REFRESHED', session } satisfies TabNote)
  tellSession(session)
}
