// Who speaks: from an access token to a caller whose session and user are live. A token is verified once and remembered until it ends; a
// session is read in one query and remembered for seconds. Whatever ends a session or changes a user says so (`sessionChanges` here,
// NOTIFY elsewhere), and then nothing remembered about that user is used again. Both memories are bounded.
import { createHash } from 'node:crypto'
import type { Authenticate, Caller } from '../../platform/http.ts'
import { readSettings } from '../settings/settings.public.ts'
import { verifyAccessToken, type AccessClaims } from './access-token.codec.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { selectLiveSession, type LiveSession } from './identity.queries.ts'
import { idleSince } from './session.rules.ts'
import { onUserChanged } from './session-changes.ts'
import type { SigningKeyRing } from './signing-key.ring.ts'

const TOKENS_MAX = 20_000
const SESSIONS_MAX = 20_000
const SESSION_REMEMBERED_MS = 5_000
// A change is announced inside its transaction; until that has surely committed, the user's sessions are read every time.
const CHANGE_SETTLES_MS = 60_000

export type TokenOutcome =
  | { kind: 'live'; session: LiveSession }
  /** The token is none of ours, or over. */
  | { kind: 'bad_token' }
  /** The token is good, but its session or user is not. */
  | { kind: 'session_over'; claims: AccessClaims }

export type SessionGuard = {
  authenticate: Authenticate
  /** Reads the session of a token. A copy of at most 5 s may answer. */
  resolve(token: string): Promise<TokenOutcome>
  /** Drops what is remembered about a user (a uuid, as NOTIFY carries it). */
  forget(payload: string): void
  /** Stops hearing of changes. */
  close(): void
}

export function createSessionGuard(deps: IdentityDeps & { keys: SigningKeyRing }): SessionGuard {
  const tokens = new Map<string, AccessClaims>()
  const sessions = new Map<string, { session: LiveSession; untilMs: number }>()
  const changedUntilMs = new Map<string, number>()
  let changes = 0

  async function claimsOf(token: string): Promise<AccessClaims | null> {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = tokens.get(hash)
    if (known) return known.expiresAtMs > deps.clock.nowMs() ? known : null
    const claims = await verifyAccessToken(deps, token)
    if (claims) remember(tokens, hash, claims, TOKENS_MAX)
    return claims
  }

  async function liveSession(claims: AccessClaims): Promise<LiveSession | null> {
    const known = sessions.get(claims.sessionId)
    if (known && known.untilMs > performance.now()) return known.session.userId === claims.userId ? known.session : null
    sessions.delete(claims.sessionId)
    const changesBefore = changes
    const now = deps.clock.now()
    const settings = await readSettings(deps.database.kysely)
    const session = await selectLiveSession(deps.database.kysely, {
      id: claims.sessionId,
      now,
      idleSince: idleSince(now, settings),
    })
    if (!session || session.userId !== claims.userId) return null
    // A read that began before a change may have seen what was before it; it is answered but not kept.
    if (changes === changesBefore && !isChanging(session.userId)) {
      remember(
        sessions,
        session.sessionId,
        { session, untilMs: performance.now() + SESSION_REMEMBERED_MS },
        SESSIONS_MAX,
      )
    }
    return session
  }

  function isChanging(userId: string): boolean {
    const untilMs = changedUntilMs.get(userId)
    if (untilMs === undefined) return false
    if (untilMs > performance.now()) return true
    changedUntilMs.delete(userId)
    return false
  }

  function forgetUser(userId: string): void {
    changes += 1
    for (const [id, known] of sessions) if (known.session.userId === userId) sessions.delete(id)
  }

  async function resolve(token: string): Promise<TokenOutcome> {
    const claims = await claimsOf(token)
    if (!claims) return { kind: 'bad_token' }
    const session = await liveSession(claims)
    return session ? { kind: 'live', session } : { kind: 'session_over', claims }
  }

  const close = onUserChanged((userId) => {
    forgetUser(userId)
    remember(changedUntilMs, userId, performance.now() + CHANGE_SETTLES_MS, SESSIONS_MAX)
  })

  return {
    resolve,
    authenticate: async (token) => {
      const outcome = await resolve(token)
      return outcome.kind === 'live' ? callerOf(outcome.session) : null
    },
    forget: forgetUser,
    close,
  }
}

function callerOf(session: LiveSession): Caller {
  const { userId, username, role, sessionId, mustChangePassword } = session
  return { userId, username, role, sessionId, mustChangePassword }
}

/** Keeps the newest entries of a bounded map; a Map iterates in the order of insertion. */
function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, sizeMax: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= sizeMax) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
