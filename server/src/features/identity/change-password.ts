// Changes one's own password. The present one must be given, except by somebody whom a temporary password or a link
// brought here a moment ago. Every other session and every open link ends; the session that changed it goes on.
import type { Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { confirmPassword } from './confirm-password.ts'
import { endSessions } from './end-sessions.ts'
import { secondFactorsOf } from './factors/factors.rules.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import { utcText } from './instant.text.ts'
import { lockUser, selectAccount, upsertPassword, type Aal, type Account } from './identity.queries.ts'
import { hashPassword, verifyPassword } from './password.hasher.ts'
import { passwordFault, type PasswordFault } from './password.rules.ts'
import { selectSessionProof, updateLinksUsed } from './recovery/recovery.queries.ts'
import { mayReplacePassword } from './recovery/recovery.rules.ts'

export type ChangePasswordOutcome =
  | { kind: 'changed'; account: Account }
  | { kind: 'weak'; fault: PasswordFault }
  | { kind: 'same_password' }
  /** There is a second factor, and the session has not shown it. */
  | { kind: 'insufficient_aal' }
  | { kind: 'current_password_missing' }
  | { kind: 'current_password_wrong' }
  | { kind: 'delayed'; retryAfterSeconds: number }
  | { kind: 'session_over' }

type Change = {
  userId: string
  sessionId: string
  aal: Aal
  password: string
  currentPassword: string | null
  origin: RequestOrigin
}

export async function changePassword(deps: IdentityDeps, input: Change): Promise<ChangePasswordOutcome> {
  const account = await selectAccount(deps.database.kysely, input.userId)
  if (!account?.isActive) return { kind: 'session_over' }
  if (lacksFactor(account, input.aal)) return { kind: 'insufficient_aal' }
  const settings = await readSettings(deps.database.kysely)
  const fault = passwordFault(input.password, account, settings.passwordLengthMin)
  if (fault) return { kind: 'weak', fault }
  const refusal = await checkCurrentPassword(deps, account, input)
  if (refusal) return refusal
  if (await verifyPassword(input.password, account.passwordHash)) return { kind: 'same_password' }
  const hash = await hashPassword(input.password)
  return deps.database.transaction((transaction) => storeChange(deps, transaction, account, hash, input))
}

/** Whoever has the password alone may not replace it (ASVS 6.4.3). */
function lacksFactor(account: Account, aal: Aal): boolean {
  return aal === 'aal1' && secondFactorsOf(account.factors).length > 0
}

async function checkCurrentPassword(
  deps: IdentityDeps,
  account: Account,
  input: Change,
): Promise<ChangePasswordOutcome | null> {
  if (input.currentPassword === null) {
    const isSpared = account.mustChangePassword || (await cameByLink(deps, account, input.sessionId))
    return isSpared ? null : { kind: 'current_password_missing' }
  }
  const { address } = input.origin
  const confirmed = await confirmPassword(deps, { userId: account.id, password: input.currentPassword, address })
  if (confirmed.kind === 'delayed') return confirmed
  if (confirmed.kind === 'wrong') return { kind: 'current_password_wrong' }
  return null
}

async function cameByLink(deps: IdentityDeps, account: Account, sessionId: string): Promise<boolean> {
  const proof = await selectSessionProof(deps.database.kysely, sessionId)
  const { passwordChangedAt } = account
  return proof !== null && mayReplacePassword(proof.amr, { passwordChangedAt, now: deps.clock.now() })
}

async function storeChange(
  deps: IdentityDeps,
  transaction: Queryable,
  verified: Account,
  hash: string,
  input: Change,
): Promise<ChangePasswordOutcome> {
  const now = deps.clock.now()
  await lockUser(transaction, verified.id)
  const present = await selectAccount(transaction, verified.id)
  // What was checked a moment ago must still hold: a reset meanwhile wins over this change.
  if (!present?.isActive || present.passwordHash !== verified.passwordHash) return { kind: 'session_over' }
  if (lacksFactor(present, input.aal)) return { kind: 'insufficient_aal' }
  await upsertPassword(transaction, { userId: verified.id, hash, mustChange: false, changedAt: now, expiresAt: null })
  await updateLinksUsed(transaction, { userId: verified.id, now })
  const ended = await endSessions(transaction, verified.id, 'password_changed', { now, exceptId: input.sessionId })
  await recordAudit(transaction, {
    actorId: verified.id,
    action: 'password_changed',
    subjectType: 'user',
    subjectId: verified.id,
    address: input.origin.address,
    requestId: input.origin.requestId,
    after: { endedSessions: ended },
  })
  await deps.notices.notify(transaction, {
    userId: verified.id,
    kind: 'password_changed',
    recipient: present.email,
    facts: { username: present.username, address: input.origin.address, at: utcText(now) },
  })
  const account = await selectAccount(transaction, verified.id)
  return account ? { kind: 'changed', account } : { kind: 'session_over' }
}
