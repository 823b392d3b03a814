// What the queue and the timeline of withdrawals are read from, and the approvals. Every list is a page by id, which is
// the order of the requests.
import { sql } from 'kysely'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { DatabaseTransaction, Queryable } from '../../../platform/database.ts'
import type { WithdrawalKey } from './withdrawals.queries.ts'

/** Ids of a page of withdrawals in these states. Indexes: withdrawals_open, withdrawals_over, withdrawals_by_id. */
export async function selectQueueIds(
  database: Queryable,
  page: { states: readonly WithdrawalState[]; isNewestFirst: boolean; afterId: string | null; limit: number },
): Promise<string[]> {
  const { states, afterId, limit } = page
  const order = page.isNewestFirst ? sql`desc` : sql`asc`
  const beyond = page.isNewestFirst ? sql`<` : sql`>`
  const { rows } = await sql<{ id: string }>`
    select w.id from withdrawals w
    where w.state = any(${[...states]}::text[]) and (${afterId}::uuid is null or w.id ${beyond} ${afterId}::uuid)
    order by w.id ${order} limit ${limit}
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** How many wait in each state that is not over; what is over is not counted. Index: withdrawals_open. */
export async function countOpenByState(
  database: Queryable,
  states: readonly WithdrawalState[],
): Promise<Map<WithdrawalState, number>> {
  const { rows } = await sql<{ state: WithdrawalState; count: number }>`
    select state, count(*)::int as count from withdrawals
    where state in ('requested', 'in_review', 'approved', 'sending', 'sent', 'unclaimed', 'needs_attention')
      and state = any(${[...states]}::text[])
    group by state
  `.execute(database)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

export type WithdrawalNames = {
  id: string
  username: string
  methodName: string
  /** Where the operator sends USDT from. */
  treasury: string | null
  destinationLabel: string
}

export async function selectNamesOf(database: Queryable, ids: readonly string[]): Promise<WithdrawalNames[]> {
  const { rows } = await sql<WithdrawalNames>`
    select w.id, u.username, m.name as "methodName", m.address as treasury, d.label as "destinationLabel"
    from withdrawals w join users u on u.id = w.owner_id join payment_methods m on m.id = w.method_id
    join payout_destinations d on d.owner_id = w.owner_id and d.id = w.destination_id
    where w.id = any(${[...ids]}::uuid[])
  `.execute(database)
  return rows
}

export type EventRow = {
  withdrawalId: string
  at: Date
  state: WithdrawalState
  detail: string
  note: string | null
  actor: string | null
}

/** Oldest first; a withdrawal has a handful. */
export async function selectEventsOf(database: Queryable, keys: readonly WithdrawalKey[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.withdrawal_id as "withdrawalId", e.at, e.to_state as state, e.detail, e.internal_note as note,
      a.username as actor
    from unnest(${keys.map(({ ownerId }) => ownerId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (owner_id, id)
    join withdrawal_events e on e.owner_id = k.owner_id and e.withdrawal_id = k.id
    left join users a on a.id = e.actor_id
    order by e.withdrawal_id, e.id
  `.execute(database)
  return rows
}

export type ApprovalPurpose = 'send' | 'give_back'
export type ApprovalRow = {
  withdrawalId: string
  purpose: ApprovalPurpose
  approverId: string
  approverName: string
  statement: string
  at: Date
}

export async function selectApprovalsOf(database: Queryable, keys: readonly WithdrawalKey[]): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select a.withdrawal_id as "withdrawalId", a.purpose, a.approver_id as "approverId", u.username as "approverName",
      a.statement, a.at
    from unnest(${keys.map(({ ownerId }) => ownerId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (owner_id, id)
    join withdrawal_approvals a on a.owner_id = k.owner_id and a.withdrawal_id = k.id
    join users u on u.id = a.approver_id
    order by a.withdrawal_id, a.at
  `.execute(database)
  return rows
}

/** @throws a violation of the key when this person said the same before, of withdrawal_approvals_not_by_the_owner */
export async function insertApproval(
  transaction: DatabaseTransaction,
  approval: WithdrawalKey & { purpose: ApprovalPurpose; approverId: string; statement: string; now: Date },
): Promise<void> {
  await sql`
    insert into withdrawal_approvals (owner_id, withdrawal_id, purpose, approver_id, statement, at)
    values (${approval.ownerId}, ${approval.id}, ${approval.purpose}, ${approval.approverId}, ${approval.statement},
      ${approval.now})
  `.execute(transaction)
}

export async function updateHeld(
  transaction: DatabaseTransaction,
  { ownerId, id }: WithdrawalKey,
  held: { reason: string | null; until: Date | null; by: string | null; now: Date },
): Promise<void> {
  await sql`
    update withdrawals set held_reason = ${held.reason}, held_until = ${held.until}, held_by = ${held.by},
      updated_at = ${held.now}
    where owner_id = ${ownerId} and id = ${id}
  `.execute(transaction)
}
