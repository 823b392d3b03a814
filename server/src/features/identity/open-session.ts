// Signs in with a password. The order is the guarantee: the attempt is counted before the password is looked at, the
// password is checked the same way whether or not the account exists, and only the right password learns that an
// account is disabled. The person is told one sentence for every wrong attempt; the audit log holds the reason.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/database.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { accountKey, addressKey } from './back-off.rules.ts'
import { admitAttempt } from './admit-attempt.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import {
  forgiveFailures,
  insertRefreshToken,
  insertSession,
  lockUser,
  selectAccount,
  selectAccountByLogin,
  updateUserSignedIn,
  type Account,
  type SessionRow,
} from './identity.queries.ts'
import { storableAddress } from './origin.rules.ts'
import { verifyPassword } from './password.hasher.ts'
import { PASSWORD_CHARS_MAX } from './password.rules.ts'
import { hashRefreshToken, refreshTokenFrom, TOKEN_BYTES } from './refresh-token.rules.ts'
import { sessionEnd } from './session.rules.ts'

export type OpenedSession = { account: Account; session: SessionRow; refreshToken: string }
export type SignInOutcome =
  | ({ kind: 'signed_in' } & OpenedSession)
  /** Unknown user, no password, wrong password: the same to whoever asks. */
  | { kind: 'refused' }
  | { kind: 'disabled' }
  | { kind: 'delayed'; retryAfterSeconds: number }

/** @param input.login a username or an email address */
export async function openSession(
  deps: IdentityDeps,
  input: { login: string; password: string; origin: RequestOrigin },
): Promise<SignInOutcome> {
  const login = input.login.trim().slice(0, 254)
  const admission = await admitAttempt(deps, {
    accountKey: accountKey(login),
    address: input.origin.address,
    login,
  })
  if (admission.kind === 'delayed') return admission
  const account = await selectAccountByLogin(deps.database.kysely, login)
  const matches = await checkPassword(input.password, account)
  if (!account || !matches) {
    await recordRefusal(deps.database.kysely, account, refusalReason(account), input.origin)
    return { kind: 'refused' }
  }
  return deps.database.transaction((transaction) => finishSignIn(deps, transaction, account, input.origin))
}

/** A text too long to be a password still costs one check, so that its length says nothing. */
async function checkPassword(password: string, account: Account | null): Promise<boolean> {
  const fits = password.length <= PASSWORD_CHARS_MAX * 2
  return verifyPassword(fits ? password : '', fits ? (account?.passwordHash ?? null) : null)
}

async function finishSignIn(
  deps: IdentityDeps,
  transaction: Queryable,
  verified: Account,
  origin: RequestOrigin,
): Promise<SignInOutcome> {
  const now = deps.clock.now()
  await lockUser(transaction, verified.id)
  const account = await selectAccount(transaction, verified.id)
  // The password was right a moment ago; a reset that committed meanwhile makes it wrong.
  if (!account || account.passwordHash !== verified.passwordHash) {
    await recordRefusal(transaction, account, 'Invalid password', origin)
    return { kind: 'refused' }
  }
  await forgiveFailures(transaction, {
    accountKeys: [accountKey(account.username), accountKey(account.email)],
    addressKey: addressKey(origin.address),
  })
  if (!account.isActive) {
    await recordRefusal(transaction, account, 'Account is disabled', origin)
    return { kind: 'disabled' }
  }
  await updateUserSignedIn(transaction, account.id, now)
  const settings = await readSettings(transaction)
  const session = await insertSession(transaction, {
    userId: account.id,
    now,
    expiresAt: sessionEnd(now, settings),
    address: storableAddress(origin.address),
    userAgent: origin.userAgent.slice(0, 500),
  })
  const refreshToken = refreshTokenFrom(randomBytes(TOKEN_BYTES))
  await insertRefreshToken(transaction, { sessionId: session.id, tokenHash: hashRefreshToken(refreshToken), now })
  await recordSignIn(transaction, account, session, origin)
  return { kind: 'signed_in', account: { ...account, lastLogin: now }, session, refreshToken }
}

async function recordSignIn(
  transaction: Queryable,
  account: Account,
  session: SessionRow,
  origin: RequestOrigin,
): Promise<void> {
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
    after: { sessionId: session.id },
  })
}

function refusalReason(account: Account | null): string {
  if (!account) return 'User not found'
  return account.passwordHash === null ? 'User has no password' : 'Invalid password'
}

/** Of an unknown user nothing that was typed is kept: people type their password into the wrong field. */
async function recordRefusal(
  database: Queryable,
  account: Account | null,
  reason: string,
  origin: RequestOrigin,
): Promise<void> {
  await recordAudit(database, {
    actorId: null,
    action: 'sign_in_refused',
    subjectType: 'user',
    subjectId: account?.id ?? 'unknown',
    address: origin.address,
    requestId: origin.requestId,
    after: { reason },
  })
}
