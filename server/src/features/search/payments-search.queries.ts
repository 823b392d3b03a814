// The SQL by which search finds deposits, withdrawals and settlements. `ownerId` null: of everybody, by the indexes on
// their ids and hashes; otherwise of one owner, by the primary keys.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type PaymentRow = {
  noun: 'deposit' | 'withdrawal' | 'settlement'
  id: string
  ownerId: string
  ownerName: string
  amountMicros: bigint
  state: string | null
  at: Date
}
type Span = { fromId: string; untilId: string }

const sources = {
  deposit: sql`select 'deposit' as noun, x.id, x.owner_id, coalesce(x.amount_micros, x.expected_micros, 0) as micros,
    x.state, x.created_at as at from deposits x`,
  withdrawal: sql`select 'withdrawal' as noun, x.id, x.owner_id, x.gross_micros as micros, x.state,
    x.requested_at as at from withdrawals x`,
  settlement: sql`select 'settlement' as noun, x.id, x.owner_id, x.amount_micros as micros, null::text as state,
    x.created_at as at from ledger.settlements x`,
} as const

function isOwn(ownerId: string | null): RawBuilder<unknown> {
  return ownerId === null ? sql`true` : sql`x.owner_id = ${ownerId}`
}

async function read(database: Queryable, parts: RawBuilder<unknown>[], limit: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.noun, p.id, p.owner_id as "ownerId", u.username as "ownerName", p.micros::bigint as "amountMicros",
      p.state, p.at
    from (${sql.join(parts, sql` union all `)}) p join users u on u.id = p.owner_id
    order by p.id desc limit ${limit}`.execute(database)
  return rows
}

/** By a whole or cut id; each noun one stretch of deposits_by_id, withdrawals_by_id, settlements_by_id. */
export function selectPaymentsById(
  database: Queryable,
  asked: { nouns: readonly PaymentRow['noun'][]; span: Span; ownerId: string | null; limit: number },
): Promise<PaymentRow[]> {
  const { span, ownerId, limit } = asked
  const parts = asked.nouns.map(
    (noun) =>
      sql`(${sources[noun]} where x.id between ${span.fromId}::uuid and ${span.untilId}::uuid and ${isOwn(ownerId)}
        order by x.id desc limit ${limit})`,
  )
  return read(database, parts, limit)
}

/**
 * By the beginning of a transaction's hash: withdrawals_tx_once and the primary key of chain_receipts, one stretch for
 * each network; hashes are lower case, with or without the 0x of their chain.
 */
export function selectPaymentsByHash(
  database: Queryable,
  asked: { prefix: string; ownerId: string | null; limit: number },
): Promise<PaymentRow[]> {
  const { ownerId, limit } = asked
  const begins = sql`(t.hash like ${`${asked.prefix}%`} or t.hash like ${`0x${asked.prefix}%`})`
  const parts = [
    sql`(${sources.withdrawal} cross join lateral (select x.tx_hash as hash) t
      where x.kind like 'usdt%' and x.tx_hash is not null and ${begins} and ${isOwn(ownerId)} limit ${limit})`,
    sql`(${sources.deposit} join (select c.owner_id, c.deposit_id, c.tx_hash as hash from chain_receipts c) t
      on t.owner_id = x.owner_id and t.deposit_id = x.id
      where ${begins} and ${isOwn(ownerId)} limit ${limit})`,
  ]
  return read(database, parts, limit)
}

/** By a transfer of the ledger that made, moved or ended it. Of one owner, by the primary keys: few beside messages. */
export function selectPaymentsByTransfer(
  database: Queryable,
  asked: { transferId: string; ownerId: string; limit: number },
): Promise<PaymentRow[]> {
  const { transferId, ownerId, limit } = asked
  const parts = [
    sql`(${sources.settlement} where x.transfer_id = ${transferId} and ${isOwn(ownerId)} limit ${limit})`,
    sql`(${sources.deposit} where x.deposit_transfer_id = ${transferId} and ${isOwn(ownerId)} limit ${limit})`,
    sql`(${sources.withdrawal} where ${transferId}::uuid in
      (x.hold_transfer_id, x.settled_transfer_id, x.released_transfer_id) and ${isOwn(ownerId)} limit ${limit})`,
  ]
  return read(database, parts, limit)
}
