// The unmodified auth client, loaded only when a session is opened, restored or renewed. Its storage is this
// page's memory: the access token dies with the page, and the refresh token is a cookie that no script can read;
// in JSON it is the word `cookie`. Only the verifiers of links and visits outlive the page, because whoever asked
// comes back in a new one; each is useless without its code. Tabs share one refresh: whoever waited for the lock takes
// the session that arrived meanwhile instead of asking again.
import { GoTrueClient, type Session } from '@supabase/auth-js'
import { followAccount } from './language.ts'
import { displayOf } from './signed-in-user.display.ts'
import type { SignedInUser } from './signed-in-user.ts'

/** What stands for the refresh token wherever the client expects one. */
const cookiePlaceholder = 'cookie'
const storageKey = 'inrange.session'
const refreshLock = 'inrange.refresh'
const renewMarginMs = 15_000

export type RestoreResult = 'restored' | 'no-session' | 'unreachable'

export type AuthConnection = {
  client: GoTrueClient
  heldSession: () => Session | null
  /** Asks for the session behind the cookie. */
  restore: () => Promise<RestoreResult>
  /** The access token at hand, if it is good for at least some seconds. */
  freshToken: () => string | null
  /** Takes a session that another tab announced. */
  hold: (session: Session | null) => void
  displayOf: (session: Session) => SignedInUser
  /** Opens the page in the language of the account, once for whoever signs in. */
  followLanguage: (session: Session) => void
  /** Seconds the server asked to wait in its last 429, 0 without one. */
  retryAfterSeconds: () => number
}

/** What outlives the page: the console's own origin reads it, and storage that is forbidden means the page's memory. */
function outlivingStorage(key: string): Storage | null {
  if (!key.endsWith('-code-verifier')) return null
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

function storageOver(memory: Map<string, string>) {
  return {
    getItem: (key: string) => outlivingStorage(key)?.getItem(key) ?? memory.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const storage = outlivingStorage(key)
      if (storage === null) memory.set(key, value)
      else storage.setItem(key, value)
    },
    removeItem: (key: string) => {
      outlivingStorage(key)?.removeItem(key)
      memory.delete(key)
    },
  }
}

function isRefresh(url: string): boolean {
  return url.includes('grant_type=refresh_token')
}

async function restoreWith(client: GoTrueClient): Promise<RestoreResult> {
  const { data, error } = await client.refreshSession({ refresh_token: cookiePlaceholder })
  if (data.session !== null) return 'restored'
  const isTemporary = error !== null && (error.status === undefined || error.status === 0 || error.status >= 500)
  return isTemporary ? 'unreachable' : 'no-session'
}

/** Opens a client on this page's own origin. */
export function connectAuth(): AuthConnection {
  const memory = new Map<string, string>()
  let retryAfterSeconds = 0
  let followed: string | null = null

  function heldSession(): Session | null {
    const text = memory.get(storageKey)
    return text === undefined ? null : (JSON.parse(text) as Session)
  }

  async function fetchNoting(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init)
    if (response.status === 429) retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
    return response
  }

  async function fetchOnceAcrossTabs(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input)
    if (!isRefresh(url) || !('locks' in navigator)) return fetchNoting(input, init)
    const expiredAt = heldSession()?.expires_at ?? 0
    return navigator.locks.request(refreshLock, async () => {
      const held = heldSession()
      if (held?.expires_at !== undefined && held.expires_at > expiredAt) return Response.json(held)
      return fetchNoting(input, init)
    })
  }

  const client = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { 'x-inrange-console': '1' },
    storageKey,
    storage: storageOver(memory),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    fetch: fetchOnceAcrossTabs,
  })

  return {
    client,
    heldSession,
    restore: () => restoreWith(client),
    freshToken: () => {
      const held = heldSession()
      const isFresh = held !== null && (held.expires_at ?? 0) * 1000 - Date.now() > renewMarginMs
      return isFresh ? held.access_token : null
    },
    hold: (session) => {
      if (session === null) memory.delete(storageKey)
      else memory.set(storageKey, JSON.stringify(session))
    },
    displayOf,
    followLanguage: ({ user }) => {
      // Not at each renewal: what another tab chose must not load this one anew while somebody types.
      if (followed === user.id) return
      followed = user.id
      followAccount(user.app_metadata['language'])
    },
    retryAfterSeconds: () => retryAfterSeconds,
  }
}
