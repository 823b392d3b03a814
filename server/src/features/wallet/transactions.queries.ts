// The SQL of histories: deposits, withdrawals and settlements, of one owner or of all, newest first. Every query is one
// bounded read of an index that has the order already. It writes nothing.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import type { DepositEntry, SettlementEntry, WithdrawalEntry } from './transactions.rules.ts'

/** Whose, and between which ids: at or above `fromId`, below `untilId` and `beforeId`. Null: no bound. */
export type TransactionSpan = {
  ownerId: string | null
  fromId: string | null
  untilId: string | null
  beforeId: string | null
  limit: number
}

/** Of one owner by the primary key (owner_id, id); of all by the index on id. */
function within({ ownerId, fromId, untilId, beforeId, limit }: TransactionSpan): RawBuilder<unknown> {
  return sql`where ${ownerId === null ? sql`true` : sql`e.owner_id = ${ownerId}::uuid`}
    ${fromId === null ? sql`` : sql`and e.id >= ${fromId}::uuid`}
    ${untilId === null ? sql`` : sql`and e.id < ${untilId}::uuid`}
    ${beforeId === null ? sql`` : sql`and e.id < ${beforeId}::uuid`}
    order by ${ownerId === null ? sql`` : sql`e.owner_id desc,`} e.id desc limit ${limit}`
}

/** Order and index: deposits_pkey or deposits_by_id. What came stands before what was announced. */
export async function selectDepositEntries(database: Queryable, span: TransactionSpan): Promise<DepositEntry[]> {
  const { rows } = await sql<DepositEntry>`
    select d.owner_id as "ownerId", u.username, d.id, d.kind, d.state, d.state_reason as reason,
           coalesce(d.amount_micros, d.expected_micros, 0)::bigint as "amountMicros", d.fee_micros as "feeMicros"
    from (select * from deposits e ${within(span)}) d
    join users u on u.id = d.owner_id
    order by d.id desc`.execute(database)
  return rows
}

/** Order and index: withdrawals_pkey or withdrawals_by_id. Why it is held back stands before why it is where it is. */
export async function selectWithdrawalEntries(database: Queryable, span: TransactionSpan): Promise<WithdrawalEntry[]> {
  const { rows } = await sql<WithdrawalEntry>`
    select w.owner_id as "ownerId", u.username, w.id, w.kind, w.state,
           coalesce(w.held_reason, w.state_reason) as reason,
           w.gross_micros as "grossMicros", w.fee_micros as "feeMicros", w.destination
    from (select * from withdrawals e ${within(span)}) w
    join users u on u.id = w.owner_id
    order by w.id desc`.execute(database)
  return rows
}

/**
 * Order and index: settlements_pkey or settlements_by_id; the lines of each settlement, and what has become of them, by
 * their primary keys.
 */
export async function selectSettlementEntries(database: Queryable, span: TransactionSpan): Promise<SettlementEntry[]> {
  const { rows } = await sql<SettlementEntry>`
    select s.owner_id as "ownerId", u.username, s.id, s.amount_micros as "amountMicros", t.description,
           line.matures_at as "maturesAt", line.is_waiting as "isWaiting", line.is_matured as "isMatured"
    from (select * from ledger.settlements e ${within(span)}) s
    join users u on u.id = s.owner_id
    join ledger.transfers t on t.owner_id = s.owner_id and t.id = s.transfer_id
    join lateral (
      select max(l.matures_at) as matures_at, bool_or(m.owner_id is null and f.owner_id is null) as is_waiting,
             bool_or(m.owner_id is not null) as is_matured
      from ledger.settlement_lines l
      left join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
      left join ledger.forfeited_lines f using (owner_id, settlement_id, range_id, hour)
      where l.owner_id = s.owner_id and l.settlement_id = s.id
    ) line on true
    order by s.id desc`.execute(database)
  return rows
}
