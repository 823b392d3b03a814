// Looks at what is under way by PayPal without being told, so that a webhook which never came costs minutes and no
// money. Guarantees a bound on what one run asks, and that one that PayPal does not answer for keeps no other waiting.
import { isDatabaseUnavailable } from '../../../platform/database-fault.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { selectDepositsToRecheck, selectDepositsToSweep } from './paypal-flows.queries.ts'
import { selectPayoutsToPoll, selectPayoutsToRecheck } from './payouts.queries.ts'
import { refreshPaypalDeposit } from './refresh-deposit.ts'
import { refreshPayout } from './refresh-payout.ts'

/** What was looked at so lately is left to whoever looked. */
const LOOKED_AT_MS = 60_000
const PER_RUN_MAX = 50
const PER_PAGE = 100
const DAY_MS = 86_400_000
/** A payment by card may be charged back for so long. */
const DEPOSIT_DAYS = 180
const PAYOUT_DAYS = 60
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

type Key = { ownerId: string; id: string }

/** @returns how many were looked at, and how many PayPal did not answer for */
export async function sweepPaypal(deps: PaymentsDeps): Promise<{ looked: number; unanswered: number }> {
  const before = new Date(deps.clock.nowMs() - LOOKED_AT_MS)
  const deposits = await selectDepositsToSweep(deps.database.kysely, before, PER_RUN_MAX)
  const payouts = await selectPayoutsToPoll(deps.database.kysely, before, PER_RUN_MAX)
  const ofDeposits = await lookAtEach(deps, deposits, refreshPaypalDeposit)
  const ofPayouts = await lookAtEach(deps, payouts, refreshPayout)
  return { looked: deposits.length + payouts.length, unanswered: ofDeposits + ofPayouts }
}

/** Once a day: what is over, and may still be taken back without a word. */
export async function recheckPaypal(deps: PaymentsDeps, signal: AbortSignal): Promise<{ looked: number }> {
  const { kysely } = deps.database
  const since = (days: number): Date => new Date(deps.clock.nowMs() - days * DAY_MS)
  const deposits = await recheck(
    deps,
    signal,
    (afterId) => selectDepositsToRecheck(kysely, since(DEPOSIT_DAYS), { afterId, limit: PER_PAGE }),
    refreshPaypalDeposit,
  )
  const payouts = await recheck(
    deps,
    signal,
    (afterId) => selectPayoutsToRecheck(kysely, since(PAYOUT_DAYS), { afterId, limit: PER_PAGE }),
    refreshPayout,
  )
  return { looked: deposits + payouts }
}

async function recheck(
  deps: PaymentsDeps,
  signal: AbortSignal,
  readPage: (afterId: string) => Promise<Key[]>,
  look: (deps: PaymentsDeps, key: Key) => Promise<unknown>,
): Promise<number> {
  let looked = 0
  let afterId = LOWEST_ID
  while (!signal.aborted) {
    const page = await readPage(afterId)
    await lookAtEach(deps, page, look)
    looked += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PER_PAGE) break
    afterId = last.id
  }
  return looked
}

/** @returns how many PayPal did not answer for */
async function lookAtEach(
  deps: PaymentsDeps,
  keys: readonly Key[],
  look: (deps: PaymentsDeps, key: Key) => Promise<unknown>,
): Promise<number> {
  let unanswered = 0
  for (const key of keys) {
    try {
      await look(deps, key)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      unanswered += 1
      const reason = error instanceof PaypalFault ? error.message : String(error)
      deps.log[error instanceof PaypalFault ? 'warn' : 'error']({ id: key.id, reason }, 'a look at PayPal failed')
    }
  }
  return unanswered
}
