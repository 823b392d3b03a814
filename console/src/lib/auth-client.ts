// The unmodified auth client, loaded only when somebody signs in, leaves, or changes how they sign in. Its session is
// that of this page (session.ts). Only the verifiers of links and visits outlive the page, because whoever asked comes
// back in a new one; each is useless without its code.
import { GoTrueClient } from '@supabase/auth-js'
import { authBase, renewal } from './renewal.ts'
import {
  fetchOnceAcrossTabs,
  heldSession,
  holdSession,
  isRenewal,
  sessionKey,
  tellSession,
  type Session,
} from './session.ts'

export type AuthConnection = {
  client: GoTrueClient
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
    getItem: (key: string) => {
      if (key === sessionKey) return heldSession() === null ? null : JSON.stringify(heldSession())
      return outlivingStorage(key)?.getItem(key) ?? memory.get(key) ?? null
    },
    setItem: (key: string, value: string) => {
      if (key === sessionKey) return holdSession(JSON.parse(value) as Session)
      const storage = outlivingStorage(key)
      if (storage === null) memory.set(key, value)
      else storage.setItem(key, value)
    },
    removeItem: (key: string) => {
      if (key === sessionKey) return holdSession(null)
      outlivingStorage(key)?.removeItem(key)
      memory.delete(key)
    },
  }
}

/** Opens a client on this page's own origin. */
export function connectAuth(): AuthConnection {
  let retryAfterSeconds = 0

  async function fetchNoting(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input)
    const response = await (isRenewal(url) ? fetchOnceAcrossTabs : fetch)(input, init)
    if (response.status === 429) retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
    return response
  }

  const client = new GoTrueClient({
    url: `${location.origin}${authBase}`,
    headers: { ...renewal.init.headers },
    storageKey: sessionKey,
    storage: storageOver(new Map()),
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
    fetch: fetchNoting,
  })
  client.onAuthStateChange((event, session) => {
    if (event === 'SIGNED_OUT') tellSession(null)
    else if (session !== null && event !== 'INITIAL_SESSION') tellSession(session)
  })
  return { client, retryAfterSeconds: () => retryAfterSeconds }
}
