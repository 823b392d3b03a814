// Renews a session by its refresh token. Every use replaces the token; a second use within seconds is a race of two
// tabs and gets the same successor; a later one means that the token was stolen, or that the thief came first, and ends
// the session for both. Source: RFC 9700, section 4.14.2.
import { randomBytes } from 'node:crypto'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { deviceOf } from './device.rules.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import {
  insertRefreshToken,
  lockSession,
  lockUser,
  selectAccount,
  selectRefreshToken,
  selectSessionAgent,
  selectTokenOwner,
  updateRefreshTokenUsed,
  updateSessionSeen,
  updateUserSeen,
  type SessionRow,
} from './identity.queries.ts'
import { utcText } from './instant.text.ts'
import type { OpenedSession } from './start-session.ts'
import {
  hashRefreshToken,
  isRefreshToken,
  RACE_STEPS_MAX,
  refreshTokenState,
  successorOf,
  TOKEN_BYTES,
} from './refresh-token.rules.ts'
import { sessionOver } from './session.rules.ts'

export type RefreshOutcome =
  | ({ kind: 'refreshed' } & OpenedSession)
  | { kind: 'not_found' }
  | { kind: 'session_over' }
  /** The session was ended by this. */
  | { kind: 'reused' }

export async function refreshSession(
  deps: IdentityDeps,
  input: { refreshToken: string; origin: RequestOrigin },
): Promise<RefreshOutcome> {
  if (!isRefreshToken(input.refreshToken)) return { kind: 'not_found' }
  return deps.database.transaction(async (transaction) => {
    const owner = await selectTokenOwner(transaction, hashRefreshToken(input.refreshToken))
    if (!owner) return { kind: 'not_found' }
    await lockUser(transaction, owner.userId)
    const session = await lockSession(transaction, owner.sessionId)
    const account = await selectAccount(transaction, owner.userId)
    if (!session || !account?.isActive) return { kind: 'session_over' }
    const over = sessionOver(session, deps.clock.now(), await readSettings(transaction))
    if (over === 'expired' || over === 'idle') {
      await endSessions(transaction, owner.userId, over, { now: deps.clock.now(), onlyId: session.id })
    }
    if (over) return { kind: 'session_over' }
    const refreshToken = await replaceToken(deps, transaction, session, input.refreshToken)
    if (refreshToken === null) return endStolen(deps, transaction, session, input.origin)
    await updateSessionSeen(transaction, session.id, deps.clock.now())
    await updateUserSeen(transaction, account.id, deps.clock.now())
    return { kind: 'refreshed', account, session, refreshToken }
  })
}

/** The token to go on with, or null when the presented one is old. Runs under the session's lock. */
async function replaceToken(
  deps: IdentityDeps,
  transaction: Queryable,
  session: SessionRow,
  presented: string,
): Promise<string | null> {
  const now = deps.clock.now()
  let token = presented
  for (let step = 0; step < RACE_STEPS_MAX; step += 1) {
    const row = await selectRefreshToken(transaction, hashRefreshToken(token))
    if (!row) return null
    const state = refreshTokenState(row.usedAt, now)
    if (state === 'reused') return null
    if (state === 'fresh' && step > 0) return token
    if (state === 'fresh') return rotate(transaction, { id: row.id, token, sessionId: session.id, now })
    invariant(row.successorNonce, 'A used refresh token names its successor')
    token = successorOf(token, row.successorNonce)
  }
  return null
}

async function rotate(
  transaction: Queryable,
  used: { id: string; token: string; sessionId: string; now: Date },
): Promise<string> {
  const successorNonce = randomBytes(TOKEN_BYTES)
  const successor = successorOf(used.token, successorNonce)
  const { sessionId, now } = used
  const successorId = await insertRefreshToken(transaction, { sessionId, tokenHash: hashRefreshToken(successor), now })
  await updateRefreshTokenUsed(transaction, { id: used.id, successorId, successorNonce, now })
  return successor
}

async function endStolen(
  deps: IdentityDeps,
  transaction: Queryable,
  session: SessionRow,
  origin: RequestOrigin,
): Promise<RefreshOutcome> {
  await endSessions(transaction, session.userId, 'refresh_token_reused', { now: deps.clock.now(), onlyId: session.id })
  await recordAudit(transaction, {
    actorId: null,
    action: 'session_ended',
    subjectType: 'user',
    subjectId: session.userId,
    address: origin.address,
    requestId: origin.requestId,
    after: { sessionId: session.id, reason: 'refresh_token_reused' },
  })
  await tellStolen(deps, transaction, session)
  return { kind: 'reused' }
}

/** Whoever copied the token and its owner both lose the session; only the owner hears why. */
async function tellStolen(deps: IdentityDeps, transaction: Queryable, session: SessionRow): Promise<void> {
  const account = await selectAccount(transaction, session.userId)
  if (!account) return
  const device = deviceOf(await selectSessionAgent(transaction, session.id))
  await recordActivity(transaction, {
    userId: account.id,
    activityType: 'user_session_stolen',
    description: `A session on ${device} was ended because its token had been copied`,
    metadata: { sessionId: session.id },
  })
  await deps.notices.notify(transaction, {
    userId: account.id,
    kind: 'session_stolen',
    recipient: account.email,
    facts: { username: account.username, device, at: utcText(deps.clock.now()) },
  })
}
