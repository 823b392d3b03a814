// Spends a recovery code on a session at aal2. Attempts are counted with those at other factors, before the code is
// looked at; under the lock of the user a code is spent once.
import type { Queryable } from '../../../platform/database.ts'
import { addressKey } from '../back-off.rules.ts'
import { admitAttempt } from '../admit-attempt.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { forgiveFailures, selectAccount } from '../identity.queries.ts'
import { raiseSession, type OpenedSession } from '../start-session.ts'
import { selectRecoveryCodeSet, selectUnusedRecoveryCode, updateRecoveryCodeUsed } from './factors.queries.ts'
import { factorBackOff, factorKey, proofMethods } from './factors.rules.ts'
import { lockAccount } from './lock-account.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.rules.ts'
import { recordFactorChange } from './record-factor-change.ts'
import { recordFactorRefusal } from './verify-factor.ts'

export type UseCodeOutcome =
  | ({ kind: 'verified' } & OpenedSession)
  /** Wrong, used before, or the user has none: the same to whoever asks. */
  | { kind: 'wrong_code' }
  | { kind: 'delayed'; retryAfterSeconds: number }
  | { kind: 'session_over' }

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'notices'>
type Input = { userId: string; sessionId: string; code: string; origin: RequestOrigin }

export async function useRecoveryCode(deps: Deps, input: Input): Promise<UseCodeOutcome> {
  const { userId, origin } = input
  const admission = await admitAttempt(deps, {
    accountKey: factorKey(userId),
    address: origin.address,
    login: null,
    backOff: factorBackOff,
  })
  if (admission.kind === 'delayed') return admission
  return deps.database.transaction(async (transaction) => {
    const outcome = await spend(deps, transaction, input)
    if (outcome.kind === 'wrong_code') {
      const after = { factorId: null, reason: 'wrong_recovery_code' }
      await recordFactorRefusal(transaction, { userId, origin, after })
    }
    return outcome
  })
}

async function spend(deps: Deps, transaction: Queryable, input: Input): Promise<UseCodeOutcome> {
  const { userId, sessionId, origin } = input
  const now = deps.clock.now()
  if (!(await lockAccount(transaction, { userId, sessionId, now }))) return { kind: 'session_over' }
  const code = readRecoveryCode(input.code)
  if (code === null) return { kind: 'wrong_code' }
  const codeHash = hashRecoveryCode(code)
  const found = await selectUnusedRecoveryCode(transaction, { userId, codeHash })
  if (!found) return { kind: 'wrong_code' }
  const method = proofMethods.recovery_code
  const opened = await raiseSession(deps, transaction, { userId, sessionId, method, origin })
  if (!opened) return { kind: 'session_over' }
  await updateRecoveryCodeUsed(transaction, { factorId: found.factorId, codeHash, now })
  await forgiveFailures(transaction, {
    accountKeys: [factorKey(userId)],
    addressKey: addressKey(origin.address),
  })
  await recordUsed(deps, transaction, opened, origin)
  return { kind: 'verified', ...opened, account: (await selectAccount(transaction, userId)) ?? opened.account }
}

async function recordUsed(
  deps: Deps,
  transaction: Queryable,
  { account }: OpenedSession,
  origin: RequestOrigin,
): Promise<void> {
  const remaining = (await selectRecoveryCodeSet(transaction, account.id))?.remaining ?? 0
  await recordFactorChange(deps, transaction, {
    account,
    origin,
    activityType: 'user_recovery_code_used',
    what: remaining === 1 ? 'A recovery code was used; 1 is left' : `A recovery code was used; ${remaining} are left`,
    metadata: { remaining },
    audit: { action: 'recovery_code_used', after: { remaining } },
  })
}
