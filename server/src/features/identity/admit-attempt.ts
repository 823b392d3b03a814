// Lets a sign-in attempt through or makes it wait. The attempt is counted as a failure at once and forgiven by success,
// so that a thousand parallel guesses are counted one by one before the first password is checked. The account's own
// wait is not asked of an address that has signed in to it before: a stranger cannot keep the owner out.
import { accountBackOff, addressBackOff, addressKey, afterAttempt, waitMsLeft, type BackOff } from './back-off.rules.ts'
import type { Queryable } from '../../platform/database.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { lockFailures, selectAddressIsKnown, upsertFailures, type FailureRow } from './identity.queries.ts'
import { storableAddress } from './origin.rules.ts'

const KNOWN_ADDRESS_MS = 90 * 86_400_000

export type Admission = { kind: 'admitted' } | { kind: 'delayed'; retryAfterSeconds: number }

/**
 * Counts the attempt when it is admitted; an attempt that is told to wait is not counted and does not prolong the wait.
 * @param attempt.login whose known addresses are spared the account's wait; null when nobody's are
 * @param attempt.backOff how the account's wait grows, where that is not how a sign-in's does
 */
export async function admitAttempt(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  attempt: { accountKey: string; address: string; login: string | null; backOff?: BackOff },
): Promise<Admission> {
  const now = deps.clock.now()
  const forAccount = attempt.accountKey
  const forAddress = addressKey(attempt.address)
  return deps.database.transaction(async (transaction) => {
    const rows = await lockFailures(transaction, [forAccount, forAddress], now)
    const recordOf = (key: string): FailureRow | null => rows.find((row) => row.key === key) ?? null
    const addressWaitMs = waitMsLeft(recordOf(forAddress), now)
    if (addressWaitMs > 0) return delayed(addressWaitMs)
    const accountWaitMs = waitMsLeft(recordOf(forAccount), now)
    if (accountWaitMs > 0) {
      if (!(await isKnownAddress(transaction, attempt, now))) return delayed(accountWaitMs)
    }
    const backOff = attempt.backOff ?? accountBackOff
    await upsertFailures(transaction, { key: forAccount, ...afterAttempt(recordOf(forAccount), backOff, now) })
    await upsertFailures(transaction, { key: forAddress, ...afterAttempt(recordOf(forAddress), addressBackOff, now) })
    return { kind: 'admitted' }
  })
}

/** Whether somebody signed in to the account from this address in the last 90 days. */
export async function isKnownAddress(
  transaction: Queryable,
  attempt: { login: string | null; address: string },
  now: Date,
): Promise<boolean> {
  const address = storableAddress(attempt.address)
  if (address === null || attempt.login === null) return false
  const since = new Date(now.getTime() - KNOWN_ADDRESS_MS)
  return selectAddressIsKnown(transaction, { login: attempt.login, address, since })
}

function delayed(waitMs: number): Admission {
  return { kind: 'delayed', retryAfterSeconds: Math.ceil(waitMs / 1000) }
}
