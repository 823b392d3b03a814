// Begins a session, however its user proved who they are, and raises one to the second level. The one place that
// makes sessions: each has an absolute end, an address, a first refresh token, and its sign-in in the history.
// Raising makes a new session and ends the old one (ASVS 7.2.4), without moving the absolute end.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { deviceOf } from './device.rules.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import {
  insertRefreshToken,
  insertSession,
  lockSession,
  selectSignInPlaces,
  selectAccount,
  updateUserSignedIn,
  type Aal,
  type Account,
  type SessionRow,
  type SignInMethodName,
} from './identity.queries.ts'
import { utcText } from './instant.text.ts'
import { storableAddress } from './origin.rules.ts'
import { hashRefreshToken, refreshTokenFrom, TOKEN_BYTES } from './refresh-token.rules.ts'
import { isNewPlace } from './sign-in-place.rules.ts'
import { sessionEnd } from './session.rules.ts'

export type OpenedSession = { account: Account; session: SessionRow; refreshToken: string }

type Start = { account: Account; method: SignInMethodName; aal: Aal; origin: RequestOrigin }

/**
 * Begins a session of an account that is active, and records the sign-in. Call it under `lockUser`.
 * @param input.aal aal2 only where the method itself showed two factors, as a passkey with user verification does
 */
export async function startSession(
  deps: Pick<IdentityDeps, 'clock' | 'notices'>,
  transaction: Queryable,
  input: Start,
): Promise<OpenedSession> {
  const { account, origin } = input
  invariant(account.isActive, 'A session begins for an active account only')
  const now = deps.clock.now()
  await tellNewPlace(deps, transaction, account, origin)
  await updateUserSignedIn(transaction, account.id, now)
  const expiresAt = sessionEnd(now, await readSettings(transaction))
  const amr = [{ method: input.method, timestamp: secondsOf(now) }]
  const opened = await store(transaction, account, { aal: input.aal, amr, now, expiresAt, origin })
  await recordActivity(transaction, {
    userId: account.id,
    activityType: 'user_login',
    description: `${account.username} signed in`,
    metadata: { address: origin.address },
  })
  await recordAudit(transaction, {
    actorId: account.id,
    action: 'signed_in',
    subjectType: 'user',
    subjectId: account.id,
    address: origin.address,
    requestId: origin.requestId,
    after: { sessionId: opened.session.id, method: input.method },
  })
  return { ...opened, account: { ...account, lastLogin: now } }
}

/** A mail that nobody expected is how an owner learns that somebody else has their password. */
async function tellNewPlace(
  deps: Pick<IdentityDeps, 'clock' | 'notices'>,
  transaction: Queryable,
  account: Account,
  origin: RequestOrigin,
): Promise<void> {
  const { address, userAgent } = origin
  if (!isNewPlace(await selectSignInPlaces(transaction, account.id), { address, userAgent })) return
  const facts = { device: deviceOf(userAgent), place: null, address, at: utcText(deps.clock.now()) }
  await deps.notices.notify(transaction, {
    userId: account.id,
    kind: 'new_sign_in',
    recipient: account.email,
    facts: { username: account.username, ...facts },
  })
}

/**
 * Replaces a live session by one at aal2, after its user showed a second factor. Call it under `lockUser`; null when
 * the session is over.
 */
export async function raiseSession(
  deps: Pick<IdentityDeps, 'clock'>,
  transaction: Queryable,
  input: { userId: string; sessionId: string; method: SignInMethodName; origin: RequestOrigin },
): Promise<OpenedSession | null> {
  const now = deps.clock.now()
  const former = await lockSession(transaction, input.sessionId)
  const account = await selectAccount(transaction, input.userId)
  if (!former || former.userId !== input.userId || former.endedAt !== null || former.expiresAt <= now) return null
  if (!account?.isActive) return null
  // The newest of each method: a long session that shows its factor every day keeps its token short.
  const others = former.amr.filter(({ method }) => method !== input.method)
  const amr = [...others, { method: input.method, timestamp: secondsOf(now) }]
  const facts = { aal: 'aal2', amr, now, expiresAt: former.expiresAt, origin: input.origin } as const
  const opened = await store(transaction, account, facts)
  await endSessions(transaction, account.id, 'raised', { now, onlyId: former.id })
  await recordAudit(transaction, {
    actorId: account.id,
    action: 'second_factor_shown',
    subjectType: 'user',
    subjectId: account.id,
    address: input.origin.address,
    requestId: input.origin.requestId,
    after: { sessionId: opened.session.id, formerSessionId: former.id, method: input.method },
  })
  return opened
}

async function store(
  transaction: Queryable,
  account: Account,
  facts: { aal: Aal; amr: SessionRow['amr']; now: Date; expiresAt: Date; origin: RequestOrigin },
): Promise<OpenedSession> {
  const { origin, now, ...rest } = facts
  const session = await insertSession(transaction, {
    ...rest,
    userId: account.id,
    now,
    address: storableAddress(origin.address),
    userAgent: origin.userAgent.slice(0, 500),
  })
  const refreshToken = refreshTokenFrom(randomBytes(TOKEN_BYTES))
  await insertRefreshToken(transaction, { sessionId: session.id, tokenHash: hashRefreshToken(refreshToken), now })
  return { account, session, refreshToken }
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
