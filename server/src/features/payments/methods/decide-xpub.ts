// Confirms or withdraws an extended public key that is to replace another. Guarantees that nobody confirms their own,
// and that a confirmed one rests a day, in which any super admin may still withdraw it.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../../audit/audit.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { announceChange } from './announce-change.ts'
import { auditOf, requireFreshActor, type Actor } from './confirm-actor.ts'
import { XPUB_REST_HOURS, xpubStanding } from './method.rules.ts'
import { lockMethod } from './methods.queries.ts'
import { confirmXpub, selectXpubs, withdrawXpub } from './xpubs.queries.ts'

const HOUR_MS = 3_600_000

/** @throws AppError not_found, state_changed, other_person_needed, reauthentication_needed */
export async function decideXpub(
  deps: PaymentsDeps,
  actor: Actor,
  { methodId, decision }: { methodId: string; decision: 'confirm' | 'withdraw' },
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const now = deps.clock.now()
    await requireFreshActor(transaction, actor, now)
    const method = await lockMethod(transaction, methodId)
    if (method === null) throw new AppError('not_found')
    const { proposed, coming } = xpubStanding(await selectXpubs(transaction, [methodId]), now)
    const decided = decision === 'confirm' ? proposed : (proposed ?? coming)
    if (decided === null) throw new AppError('state_changed')
    const { id, fingerprint } = decided
    if (decision === 'confirm') {
      if (decided.proposedBy === actor.userId) throw new AppError('other_person_needed')
      const usableFrom = new Date(now.getTime() + XPUB_REST_HOURS * HOUR_MS)
      await confirmXpub(transaction, { id, confirmedBy: actor.userId, usableFrom })
    } else {
      await withdrawXpub(transaction, id, now)
    }
    const done = decision === 'confirm' ? 'confirmed' : 'withdrawn'
    const audit = auditOf(actor, `payment_method_xpub_${done}`, { type: 'payment_method', id: methodId })
    await recordAudit(transaction, { ...audit, after: { fingerprint } })
    const rest = decision === 'confirm' ? `; it is used in ${XPUB_REST_HOURS} hours` : ''
    const what = `The extended public key ${fingerprint} was ${done}${rest}`
    await announceChange(deps, transaction, { method: method.name, what, by: actor.username })
  })
}
