// Tells every super admin by mail that where money goes, or what vouches for it, was changed: whoever did it is told
// too, because it may not have been them.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectSuperAdmins } from './people.queries.ts'

export async function announceChange(
  deps: Pick<PaymentsDeps, 'notices' | 'clock'>,
  transaction: DatabaseTransaction,
  change: { method: string; what: string; by: string },
): Promise<void> {
  const at = `${deps.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  for (const { id, username, email } of await selectSuperAdmins(transaction)) {
    const facts = { username, method: change.method, what: change.what, by: change.by, at }
    await deps.notices.notify(transaction, { userId: id, kind: 'payment_method_changed', recipient: email, facts })
  }
}
