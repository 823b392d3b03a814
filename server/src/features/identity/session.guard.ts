// Who speaks: from an access token to a caller whose session and user are live. A token is verified once and remembered
// until it ends; a session is read in one query and remembered for seconds. Whatever ends a session or changes a user
// says so (`sessionChanges` here, NOTIFY elsewhere), and then nothing remembered about that user is used again. Both
// memories are bounded.
import { createHash } from 'node:crypto'
import type { Authenticate, Caller } from '../../platform/http.ts'
import { readSettings } from '../settings/settings.public.ts'
import { findActing } from './acting/find-acting.ts'
import { verifyAccessToken, type AccessClaims } from './access-token.codec.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { selectLiveSession, touchSession, type LiveSession } from './identity.queries.ts'
import { storableAddress } from './origin.rules.ts'
import { dutyOf, idleSince, mustHaveFactor } from './session.rules.ts'
import { onUserChanged } from './session-changes.ts'
import { createSessionMemory, rememberNewest } from './session.memory.ts'
import type { SigningKeyRing } from './signing-key.ring.ts'

const TOKENS_MAX = 20_000
const TOUCH_MS = 60_000

type TokenOutcome =
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
  const memory = createSessionMemory()
  const touchedMs = new Map<string, number>()

  async function claimsOf(token: string): Promise<AccessClaims | null> {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = tokens.get(hash)
    if (known) return known.expiresAtMs > deps.clock.nowMs() ? known : null
    const claims = await verifyAccessToken(deps, token)
    if (claims) rememberNewest(tokens, hash, claims, TOKENS_MAX)
    return claims
  }

  async function liveSession(claims: AccessClaims): Promise<LiveSession | null> {
    const session = memory.find(claims.sessionId) ?? (await readSession(claims.sessionId))
    return session?.userId === claims.userId ? session : null
  }

  async function readSession(id: string): Promise<LiveSession | null> {
    const changesBefore = memory.changes()
    const now = deps.clock.now()
    const settings = await readSettings(deps.database.kysely)
    const session = await selectLiveSession(deps.database.kysely, { id, now, idleSince: idleSince(now, settings) })
    if (session) memory.keep(session, changesBefore)
    return session
  }

  async function resolve(token: string): Promise<TokenOutcome> {
    const claims = await claimsOf(token)
    if (!claims) return { kind: 'bad_token' }
    const session = await liveSession(claims)
    return session ? { kind: 'live', session } : { kind: 'session_over', claims }
  }

  /** Requests are noted once a minute at most, whatever their number. */
  async function touch(session: LiveSession, address: string): Promise<void> {
    const now = deps.clock.now()
    const before = new Date(now.getTime() - TOUCH_MS)
    const { sessionId: id, lastSeenAt } = session
    if (lastSeenAt > before || (touchedMs.get(id) ?? 0) > before.getTime()) return
    rememberNewest(touchedMs, id, now.getTime(), TOKENS_MAX)
    await touchSession(deps.database.kysely, { id, now, before, address: storableAddress(address) })
  }

  async function callerOf(session: LiveSession): Promise<Caller> {
    const { userId, username, role, sessionId } = session
    const settings = await readSettings(deps.database.kysely)
    const duty = dutyOf({ ...session, mustHaveFactor: mustHaveFactor(role, settings, deps.publicUrl) })
    return { userId, username, role, sessionId, duty, actor: null }
  }

  const close = onUserChanged((userId) => memory.expectChange(userId))
  return {
    resolve,
    authenticate: async (token, seen) => {
      const outcome = await resolve(token)
      if (outcome.kind !== 'live') return null
      await touch(outcome.session, seen.address)
      const caller = await callerOf(outcome.session)
      return seen.actAs === undefined ? caller : findActing(deps, caller, seen.actAs)
    },
    forget: (userId) => memory.forget(userId),
    close,
  }
}
