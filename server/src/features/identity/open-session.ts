// Signs in with a password. The order is the guarantee: the attempt is counted before the password is looked at, the
// password is checked the same way whether or not the account exists, and only the right password learns that an
// account is disabled or that the password has expired. The person is told one sentence for every wrong attempt; the
// audit log holds the reason.
import type { Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { accountKey, addressKey } from './back-off.rules.ts'
import { admitAttempt } from './admit-attempt.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import { forgiveFailures, lockUser, selectAccount, selectAccountByLogin, type Account } from './identity.queries.ts'
import { verifyPassword } from './password.hasher.ts'
import { PASSWORD_CHARS_MAX } from './password.rules.ts'
import { startSession, type OpenedSession } from './start-session.ts'

export type SignInOutcome =
  | ({ kind: 'signed_in' } & OpenedSession)
  /** Unknown user, no password, wrong password: the same to whoever asks. */
  | { kind: 'refused' }
  | { kind: 'disabled' }
  /** It was a temporary one, and its days are over. */
  | { kind: 'password_expired' }
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
  if (account.passwordExpiresAt !== null && account.passwordExpiresAt <= deps.clock.now()) {
    await recordRefusal(transaction, account, 'Temporary password expired', origin)
    return { kind: 'password_expired' }
  }
  return {
    kind: 'signed_in',
    ...(await startSession(deps, transaction, { account, method: 'password', aal: 'aal1', origin })),
  }
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
