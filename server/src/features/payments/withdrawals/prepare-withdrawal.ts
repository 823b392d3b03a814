// Shows an owner what a withdrawal costs and reaches, and seals exactly that into what they have to prove. It changes
// nothing but what any job would have settled a little later.
import { AppError } from '@inrange/contract/errors'
import { microsToDecimal } from '@inrange/contract/money'
import { offerProofs } from '../../identity/identity.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { judgeRequest, type RequestFacts } from './judge-request.ts'
import { presentDestination } from './destination.presenter.ts'
import { settleNow } from './settle-now.ts'
import { intentOf } from './withdrawal.intent.ts'
import { selectDays } from './withdrawals.queries.ts'
import { feeMicrosOf, utcDay } from './withdrawals.rules.ts'

/** @throws AppError as `judgeRequest`; proof_refused when this owner has nothing to prove it with */
export async function prepareWithdrawal(deps: PaymentsDeps, facts: RequestFacts & { sessionId: string }) {
  const { ownerId, grossMicros, sessionId } = facts
  await settleNow(deps, ownerId)
  const now = deps.clock.now()
  const { kysely } = deps.database
  const days = await selectDays(kysely, { ownerId, day: utcDay(now) })
  const { settings, method, destination, balances } = await judgeRequest(kysely, facts, { days, now })
  const feeMicros = feeMicrosOf(grossMicros, method.feeBasisPoints)
  const netMicros = grossMicros - feeMicros
  const intent = intentOf({
    methodId: method.id,
    kind: method.kind,
    destinationId: destination.id,
    address: destination.address,
    grossMicros,
    feeMicros,
    feeBasisPoints: method.feeBasisPoints,
    netMicros,
  })
  const mayUsePassword = !settings.requireFactor
  const offered = await offerProofs(deps, { userId: ownerId, sessionId, intent, mayUsePassword })
  if (offered.kinds.length === 0) {
    throw new AppError('proof_refused', {
      message: 'Set up an authenticator app or a passkey in your account first: a withdrawal is confirmed with it.',
    })
  }
  return {
    intent: offered.intent,
    expiresAt: offered.expiresAt.toISOString(),
    gross: microsToDecimal(grossMicros),
    fee: microsToDecimal(feeMicros),
    feePercent: method.feeBasisPoints / 100,
    net: microsToDecimal(netMicros),
    destination: presentDestination(destination, now),
    available: microsToDecimal(balances.availableMicros),
    proofs: offered.kinds,
    passkeyOptions: offered.passkeyOptions && { ...offered.passkeyOptions },
  }
}
