// The SQL of the transaction history: settlements, deposits and withdrawals as one list, newest first, of one owner or
// of all. It reads and writes nothing. Their ids are made in order of time, so one id is the place in all three.
import { sql, type RawBuilder } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../platform/database.ts'
import type { TransactionFilter } from './transactions.rules.ts'

export type TransactionRow = {
  ownerId: string
  id: string
  type: 'deposit' | 'withdrawal' | 'earning'
  kind: MethodKind | null
  amountMicros: bigint
  feeMicros: bigint
  /** The state of a deposit or withdrawal; null of an earning, whose state is that of its lines. */
  state: string | null
  reason: string | null
  /** What a settlement says of itself; of a withdrawal where it goes; of a deposit nothing. */
  description: string
  /** What the owner calls the destination of a withdrawal; may be empty. */
  label: string
  createdAt: Date
  /** Of an earning: when the last of its lines that still wait matures. */
  maturesAt: Date | null
  waitingMicros: bigint
  /** Of what waits: what a case keeps from maturing. */
  frozenMicros: bigint
  forfeitedMicros: bigint
}

type Page = { beforeId: string | null; limit: number }

/**
 * A page from below `beforeId`. Each of the three is one walk backward along its index (the primary key for one owner,
 * the index by id for all) which ends when the page is full; a filter by status looks at what it leaves out on the way.
 * What still waits of what is shown is read from the sums by settlement, a row for each range, and when the last of it
 * matures by one look along the work list's index by settlement; what was forfeited is little.
 */
export async function selectTransactions(
  database: Queryable,
  filter: TransactionFilter,
  page: Page,
): Promise<TransactionRow[]> {
  const parts = filter.types.map((type) => sql`(${branches[type](filter, page)})`)
  if (parts.length === 0) return []
  const { rows } = await sql<TransactionRow>`
    select e."ownerId", e.id, e.type, e.kind, e."amountMicros", e."feeMicros", e.state, e.reason, e."createdAt",
           coalesce(t.description, e.destination, '') as description, coalesce(d.label, '') as label,
           last.matures_at as "maturesAt", coalesce(waiting.micros, 0)::bigint as "waitingMicros",
           coalesce(waiting.frozen_micros, 0)::bigint as "frozenMicros",
           coalesce(lost.forfeited_micros, 0)::bigint as "forfeitedMicros"
    from (
      select * from (${sql.join(parts, sql` union all `)}) entry order by id desc limit ${page.limit}
    ) e
    left join ledger.transfers t on t.owner_id = e."ownerId" and t.id = e.transfer_id
    left join payout_destinations d on d.owner_id = e."ownerId" and d.id = e.destination_id
    left join lateral (
      select sum(m.amount_micros) as micros,
             sum(m.amount_micros) filter (where exists (
               select from ledger.frozen_ranges z where z.owner_id = m.owner_id and z.range_id = m.range_id))
               as frozen_micros
      from ledger.maturing_sums m
      where e.type = 'earning' and m.owner_id = e."ownerId" and m.settlement_id = e.id
    ) waiting on true
    left join lateral (
      select m.matures_at from ledger.maturing_lines m
      where e.type = 'earning' and m.owner_id = e."ownerId" and m.settlement_id = e.id
      order by m.matures_at desc limit 1
    ) last on true
    left join lateral (
      select sum(l.amount_micros) as forfeited_micros
      from ledger.forfeited_lines f join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
      where e.type = 'earning' and f.owner_id = e."ownerId" and f.settlement_id = e.id
    ) lost on true
    order by e.id desc`.execute(database)
  return rows
}

/** In all three: whose, from where, in which period; the order of the index; no more than the page needs. */
function walk(filter: TransactionFilter, page: Page, own: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const conditions = [
    ...own,
    ...(filter.ownerId === null ? [] : [sql`x.owner_id = ${filter.ownerId}`]),
    ...(page.beforeId === null ? [] : [sql`x.id < ${page.beforeId}::uuid`]),
    ...(filter.from === null ? [] : [sql`x.id >= ${filter.from.id}::uuid and x.made_at >= ${filter.from.at}`]),
    ...(filter.until === null ? [] : [sql`x.id < ${filter.until.id}::uuid and x.made_at < ${filter.until.at}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const order = filter.ownerId === null ? sql`x.id desc` : sql`x.owner_id desc, x.id desc`
  return sql`${where} order by ${order} limit ${page.limit}`
}

const waitingLine = sql`select from ledger.maturing_sums m where m.owner_id = x.owner_id and m.settlement_id = x.id`
const maturedLine = sql`select from ledger.matured_lines m where m.owner_id = x.owner_id and m.settlement_id = x.id`
const earningIs = {
  pending: sql`exists (${waitingLine})`,
  completed: sql`not exists (${waitingLine}) and exists (${maturedLine})`,
  // Few: what was forfeited leads, not the settlements of all time.
  failed: sql`(x.owner_id, x.id) in (select owner_id, settlement_id from ledger.forfeited_lines)
    and not exists (${waitingLine}) and not exists (${maturedLine})`,
} as const

const branches: Record<TransactionRow['type'], (filter: TransactionFilter, page: Page) => RawBuilder<unknown>> = {
  earning: (filter, page) => sql`
    select x.owner_id as "ownerId", x.id, 'earning' as type, null::text as kind, x.amount_micros as "amountMicros",
           0::bigint as "feeMicros", null::text as state, null::text as reason, x.made_at as "createdAt",
           x.transfer_id, null::uuid as destination_id, null::text as destination
    from (select *, created_at as made_at from ledger.settlements) x
    ${walk(filter, page, filter.status === null ? [] : [earningIs[filter.status]])}`,
  // What came stands before what was announced.
  deposit: (filter, page) => sql`
    select x.owner_id as "ownerId", x.id, 'deposit' as type, x.kind,
           coalesce(x.amount_micros, x.expected_micros, 0) as "amountMicros", x.fee_micros as "feeMicros", x.state,
           x.state_reason as reason, x.made_at as "createdAt", null::uuid as transfer_id, null::uuid as destination_id,
           null::text as destination
    from (select *, created_at as made_at from deposits) x
    ${walk(filter, page, paymentConditions(filter, filter.depositStates))}`,
  // While it is held back, why so stands before why it is where it is.
  withdrawal: (filter, page) => sql`
    select x.owner_id as "ownerId", x.id, 'withdrawal' as type, x.kind, x.gross_micros as "amountMicros",
           x.fee_micros as "feeMicros", x.state,
           case when x.held_reason is not null and x.state in ('requested', 'in_review', 'approved')
             and (x.held_until is null or x.held_until > now()) then x.held_reason else x.state_reason end as reason,
           x.made_at as "createdAt", null::uuid as transfer_id, x.destination_id, x.destination
    from (select *, requested_at as made_at from withdrawals) x
    ${walk(filter, page, paymentConditions(filter, filter.withdrawalStates))}`,
}

function paymentConditions({ method }: TransactionFilter, states: readonly string[] | null): RawBuilder<unknown>[] {
  const isKind = method === 'paypal' ? sql`x.kind = 'paypal'` : sql`x.kind <> 'paypal'`
  return [...(states === null ? [] : [sql`x.state = any (${states}::text[])`]), ...(method === null ? [] : [isKind])]
}
