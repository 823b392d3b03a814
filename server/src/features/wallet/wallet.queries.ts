// All SQL of the wallet: it reads the journal, the settlement lines and the hours, of one owner at a time, and writes
// nothing.
import { sql } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'

/** Lifetime sums of transfers by what their codes mean to the owner. Reads the owner's part of the primary key. */
export async function sumTransfers(
  database: Queryable,
  ownerId: string,
  codes: { deposits: readonly string[]; withdrawals: readonly string[] },
): Promise<{ depositsMicros: bigint; withdrawalsMicros: bigint }> {
  const { rows } = await sql<{ depositsMicros: bigint; withdrawalsMicros: bigint }>`
    select coalesce(sum(amount_micros) filter (where code = any (${codes.deposits}::text[])), 0)::bigint
      as "depositsMicros",
           coalesce(sum(amount_micros) filter (where code = any (${codes.withdrawals}::text[])), 0)::bigint
             as "withdrawalsMicros"
    from ledger.transfers where owner_id = ${ownerId}
      and code = any (${[...codes.deposits, ...codes.withdrawals]}::text[])
  `.execute(database)
  const [row] = rows
  invariant(row, 'A sum without groups is one row')
  return row
}

export type TransactionRow = {
  id: string
  code: string
  amountMicros: bigint
  description: string
  createdAt: Date
  settlementId: string | null
  /** When the last line of the settlement matures; null when it is no settlement. */
  maturesAt: Date | null
  /** Whether every line of the settlement has matured; null when it is no settlement. */
  isMatured: boolean | null
  /** Code of the transfer that resolved this hold; null when nothing has, or it is no hold. */
  resolvedBy: string | null
}

/**
 * Transfers of these codes, newest first, from below `beforeId`. Order and index: the primary key (owner_id, id),
 * whose ids are made in order of time. The lines of each settlement of the page are read by their primary key.
 */
export async function selectTransactions(
  database: Queryable,
  ownerId: string,
  codes: readonly string[],
  page: { beforeId: string | null; limit: number },
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.id, t.code, t.amount_micros as "amountMicros", t.description, t.created_at as "createdAt",
           s.id as "settlementId", line.matures_at as "maturesAt", line.is_matured as "isMatured",
           r.code as "resolvedBy"
    from (
      select * from ledger.transfers
      where owner_id = ${ownerId} and code = any (${codes}::text[])
        and (${page.beforeId}::uuid is null or id < ${page.beforeId}::uuid)
      order by owner_id desc, id desc limit ${page.limit}
    ) t
    left join ledger.settlements s on s.owner_id = t.owner_id and s.transfer_id = t.id
    left join lateral (
      select max(l.matures_at) as matures_at, bool_and(m.owner_id is not null) as is_matured
      from ledger.settlement_lines l left join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
      where l.owner_id = s.owner_id and l.settlement_id = s.id
    ) line on true
    left join ledger.transfers r on r.owner_id = t.owner_id and r.resolves_id = t.id
    order by t.id desc`.execute(database)
  return rows
}

export type EarningRow = {
  rangeId: string
  rangeName: string
  hour: Date
  messages: bigint
  segments: bigint
  earnedMicros: bigint
  settledMicros: bigint
  maturesAt: Date | null
  isMatured: boolean | null
}

/**
 * Hours in which something was earned, newest first, with what has become of it. Order and index: the primary key of
 * traffic_hourly (owner_id, hour, range_id), read backwards; the lines of each hour by settlement_lines_chain.
 */
export async function selectEarnings(
  database: Queryable,
  ownerId: string,
  rangeId: string | null,
  page: { before: { hour: Date; rangeId: string } | null; limit: number },
): Promise<EarningRow[]> {
  const before =
    page.before === null ? sql`` : sql`and (hour, range_id) < (${page.before.hour}, ${page.before.rangeId}::uuid)`
  const ofRange = rangeId === null ? sql`` : sql`and range_id = ${rangeId}`
  const { rows } = await sql<EarningRow>`
    select t.range_id as "rangeId", r.name as "rangeName", t.hour, t.messages, t.segments,
           t.earned_micros as "earnedMicros", t.settled_micros as "settledMicros",
           line.matures_at as "maturesAt", line.is_matured as "isMatured"
    from (
      select * from traffic_hourly where owner_id = ${ownerId} and earned_micros > 0 ${ofRange} ${before}
      order by owner_id desc, hour desc, range_id desc limit ${page.limit}
    ) t
    join ranges r on r.id = t.range_id
    left join lateral (
      select max(l.matures_at) as matures_at, bool_and(m.owner_id is not null) as is_matured
      from ledger.settlement_lines l left join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
      where l.owner_id = t.owner_id and l.range_id = t.range_id and l.hour = t.hour
    ) line on true
    order by t.hour desc, t.range_id desc`.execute(database)
  return rows
}

export type SettlementRow = {
  ownerId: string
  id: string
  transferId: string
  amountMicros: bigint
  settledAt: Date
}

/** One settlement by its id, whoever owns it; the caller decides who may see it. Index: settlements_by_id. */
export async function selectSettlement(database: Queryable, settlementId: string): Promise<SettlementRow | null> {
  const { rows } = await sql<SettlementRow>`
    select owner_id as "ownerId", id, transfer_id as "transferId", amount_micros as "amountMicros",
           created_at as "settledAt"
    from ledger.settlements where id = ${settlementId}`.execute(database)
  return rows[0] ?? null
}

export type SettlementLineRow = {
  rangeId: string
  rangeName: string
  hour: Date
  amountMicros: bigint
  maturesAt: Date
  maturedTransferId: string | null
}

/** The lines of one settlement, newest hour first; at most as many as a settlement may have. Index: the primary key. */
export async function selectSettlementLines(
  database: Queryable,
  ownerId: string,
  settlementId: string,
): Promise<SettlementLineRow[]> {
  const { rows } = await sql<SettlementLineRow>`
    select l.range_id as "rangeId", r.name as "rangeName", l.hour, l.amount_micros as "amountMicros",
           l.matures_at as "maturesAt", m.transfer_id as "maturedTransferId"
    from ledger.settlement_lines l
    join ranges r on r.id = l.range_id
    left join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
    where l.owner_id = ${ownerId} and l.settlement_id = ${settlementId}
    order by l.hour desc, r.name, l.range_id`.execute(database)
  return rows
}
