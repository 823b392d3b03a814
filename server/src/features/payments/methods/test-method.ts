// Asks the outside of a method now and says what was found; kept with its health, so that everybody sees the same.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../../audit/audit.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { tryMethod } from './check-method.ts'
import { auditOf, type Actor } from './confirm-actor.ts'
import { writeHealth } from './health.queries.ts'
import { selectMethod } from './methods.queries.ts'

/** @throws AppError not_found */
export async function testMethod(
  deps: PaymentsDeps,
  actor: Actor,
  methodId: string,
): Promise<{ ok: boolean; detail: string; durationMs: number }> {
  const method = await selectMethod(deps.database.kysely, methodId)
  if (method === null) throw new AppError('not_found')
  const startedMs = performance.now()
  const { ok, detail, head } = await tryMethod(deps, method)
  const durationMs = Math.round(performance.now() - startedMs)
  const finalizedNumber = head?.finalizedNumber == null ? null : BigInt(head.finalizedNumber)
  const seen = head === null ? {} : { head: { number: BigInt(head.number), at: head.at, finalizedNumber } }
  await deps.database.transaction(async (transaction) => {
    await writeHealth(transaction, { methodId, isOk: ok, detail, ...seen, now: deps.clock.now() })
    const audit = auditOf(actor, 'payment_method_tested', { type: 'payment_method', id: methodId })
    await recordAudit(transaction, { ...audit, after: { ok, detail } })
  })
  return { ok, detail, durationMs }
}
