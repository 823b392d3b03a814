// The SQL of payouts by PayPal: which to ask PayPal about, when one was first sent, and holding back what waits. It
// moves no state; withdrawal.moves.ts does.
import { sql } from 'kysely'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { Queryable } from '../../../platform/database.ts'
import type { WithdrawalKey } from '../withdrawals/withdrawals.queries.ts'

/**
 * Payouts under way that were not looked at since `before`, those that waited longest first. Index: withdrawals_open.
 */
export async function selectPayoutsToPoll(database: Queryable, before: Date, limit: number): Promise<WithdrawalKey[]> {
  const { rows } = await sql<WithdrawalKey>`
    select owner_id as "ownerId", id from withdrawals
    where state in ('sending', 'sent', 'unclaimed', 'needs_attention') and kind = 'paypal' and updated_at < ${before}
      and (state = 'sending' or paypal_batch_id is not null)
    order by updated_at limit ${limit}`.execute(database)
  return rows
}

/** Completed since `since`, after `afterId`: what PayPal may still take back. Index: withdrawals_over. */
export async function selectPayoutsToRecheck(
  database: Queryable,
  since: Date,
  page: { afterId: string; limit: number },
): Promise<WithdrawalKey[]> {
  const { rows } = await sql<WithdrawalKey>`
    select owner_id as "ownerId", id from withdrawals
    where state = 'completed' and kind = 'paypal' and completed_at >= ${since} and id > ${page.afterId}
    order by id limit ${page.limit}`.execute(database)
  return rows
}

/** When PayPal was first asked to send it: from then on it knows a repetition, for 30 days. Index: the primary key. */
export async function selectFirstSendingAt(database: Queryable, { ownerId, id }: WithdrawalKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from withdrawal_events
    where owner_id = ${ownerId} and withdrawal_id = ${id} and to_state = 'sending'`.execute(database)
  return rows[0]?.at ?? null
}

/** Holds back what nobody has sent and nobody holds back already. Index: the primary key, of one owner. */
export async function holdWithdrawalsOf(
  transaction: Queryable,
  { ownerId, reason, now }: { ownerId: string; reason: string; now: Date },
): Promise<{ id: string; state: WithdrawalState }[]> {
  const { rows } = await sql<{ id: string; state: WithdrawalState }>`
    update withdrawals set held_reason = ${reason}, held_until = null, held_by = null, updated_at = ${now}
    where owner_id = ${ownerId} and state in ('requested', 'in_review', 'approved') and held_reason is null
    returning id, state`.execute(transaction)
  return rows
}
