// Removes a factor of one's own, a passkey included. A verified one needs a session that showed a factor lately, ends
// every other session, and takes the recovery codes along when it was the last. The last one stays while the role
// demands one. An enrolment that nobody finished may go from any session.
import type { Queryable } from '../../../platform/database.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { StepUpRefusal } from '../confirm-step-up.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import type { Account, AccountFactor } from '../identity.queries.ts'
import { selectEnabledProviderIds } from '../external/providers.queries.ts'
import { mustHaveFactor } from '../session.rules.ts'
import { anotherWayRemains } from '../sign-in-ways.rules.ts'
import { deleteFactor, deleteFactors } from './factors.queries.ts'
import { changeRefusal, secondFactorsOf } from './factors.rules.ts'
import { lockAccount } from './lock-account.ts'
import { recordFactorChange } from './record-factor-change.ts'

export type RemoveOutcome =
  | { kind: 'removed' }
  | { kind: 'not_found' }
  /** It is the last one, and the role demands one. */
  | { kind: 'demanded' }
  /** A passkey that is the last way to sign in. */
  | { kind: 'last_way' }
  | StepUpRefusal

type Deps = Pick<IdentityDeps, 'database' | 'clock' | 'publicUrl' | 'notices'>
type Input = { userId: string; sessionId: string; factorId: string; origin: RequestOrigin }

export async function removeFactor(deps: Deps, input: Input): Promise<RemoveOutcome> {
  return deps.database.transaction((transaction) => removeLocked(deps, transaction, input))
}

async function removeLocked(deps: Deps, transaction: Queryable, input: Input): Promise<RemoveOutcome> {
  const now = deps.clock.now()
  const locked = await lockAccount(transaction, { ...input, now })
  if (!locked) return { kind: 'session_over' }
  const { account, session } = locked
  const factor = account.factors.find(({ id }) => id === input.factorId)
  if (!factor || factor.factorType === 'recovery_code') return { kind: 'not_found' }
  if (factor.status === 'unverified') {
    await deleteFactor(transaction, factor.id)
    return { kind: 'removed' }
  }
  const refusal = changeRefusal(session, account.factors, now)
  if (refusal) return { kind: refusal }
  const isLast = secondFactorsOf(account.factors).length === 1
  if (isLast && mustHaveFactor(account.role, await readSettings(transaction), deps.publicUrl)) {
    return { kind: 'demanded' }
  }
  if (factor.factorType === 'webauthn') {
    const providers = new Set(await selectEnabledProviderIds(transaction))
    if (!anotherWayRemains(account, { id: factor.id, providers })) return { kind: 'last_way' }
  }
  if (isLast) await deleteFactors(transaction, account.id)
  else await deleteFactor(transaction, factor.id)
  await recordRemoved(deps, transaction, input, { account, factor })
  return { kind: 'removed' }
}

async function recordRemoved(
  deps: Deps,
  transaction: Queryable,
  { userId, sessionId, origin }: Input,
  { account, factor }: { account: Account; factor: AccountFactor },
): Promise<void> {
  const which = { now: deps.clock.now(), exceptId: sessionId }
  const endedSessions = await endSessions(transaction, userId, 'factors_changed', which)
  const { id: factorId, factorType, friendlyName } = factor
  await recordFactorChange(deps, transaction, {
    account,
    origin,
    activityType: 'user_factor_removed',
    what: `The second factor "${friendlyName}" was removed and all other sessions were ended`,
    metadata: { factorType },
    audit: { action: 'factor_removed', before: { factorId, factorType, friendlyName }, after: { endedSessions } },
  })
}
