// All SQL of the wallet: it reads the journal, the settlement lines and the hours, of one owner at a time, and writes
// nothing.
import { sql } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'

/**
 * Beside each line `l` of settlements what ended it: `m` matured, `f` was forfeited; each null where it did not. By
 * their primary keys, one look-up a line: as plain joins, the planner takes a settlement for a line or two and compares
 * each of its lines with all of it that has ended, which for thousands of lines takes seconds.
 */
const endsOfLine = sql`
  left join lateral (
    select e.owner_id, e.transfer_id from ledger.matured_lines e
    where (e.owner_id, e.settlement_id, e.range_id, e.hour) = (l.owner_id, l.settlement_id, l.range_id, l.hour) limit 1
  ) m on true
  left join lateral (
    select e.owner_id, e.transfer_id from ledger.forfeited_lines e
    where (e.owner_id, e.settlement_id, e.range_id, e.hour) = (l.owner_id, l.settlement_id, l.range_id, l.hour) limit 1
  ) f on true`

export type WalletTotals = {
  /** Earnings that have matured, without what cases took back. */
  earningsMicros: bigint
  depositsMicros: bigint
  pendingDepositsMicros: bigint
  withdrawalsMicros: bigint
  /** Gross amounts of the withdrawals that are not over. */
  pendingWithdrawalsMicros: bigint
}

/**
 * Lifetime figures of an owner, from accounts and totals that are kept, so nothing is summed over transfers. What was
 * taken back went the way back to message earnings, so the balance of that account is what was settled and kept.
 * Indexes: accounts_one_of_a_kind, the primary key of payment_totals.
 */
export async function selectTotals(database: Queryable, ownerId: string): Promise<WalletTotals> {
  const { rows } = await sql<WalletTotals>`
    select (
             -- Settled and kept, less what of it still waits: the one account grows by debits, the other by credits.
             select coalesce(sum(debits_micros - credits_micros), 0)::bigint
             from ledger.accounts where owner_id = ${ownerId} and kind in ('message_earnings', 'maturing')
           ) as "earningsMicros",
           coalesce(sum(completed_micros) filter (where type = 'deposit'), 0)::bigint as "depositsMicros",
           coalesce(sum(pending_micros) filter (where type = 'deposit'), 0)::bigint as "pendingDepositsMicros",
           coalesce(sum(completed_micros) filter (where type = 'withdrawal'), 0)::bigint as "withdrawalsMicros",
           coalesce(sum(pending_micros) filter (where type = 'withdrawal'), 0)::bigint as "pendingWithdrawalsMicros"
    from payment_totals where owner_id = ${ownerId}`.execute(database)
  const [row] = rows
  invariant(row, 'A sum without groups is one row')
  return row
}

export type EarningRow = {
  rangeId: string
  rangeName: string
  hour: Date
  messages: bigint
  segments: bigint
  earnedMicros: bigint
  settledMicros: bigint
  /** When the last of what was settled matures, or has. */
  maturesAt: Date | null
  openMicros: bigint
  forfeitedMicros: bigint
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
           line.matures_at as "maturesAt", coalesce(line.open_micros, 0)::bigint as "openMicros",
           coalesce(line.forfeited_micros, 0)::bigint as "forfeitedMicros"
    from (
      select * from traffic_hourly where owner_id = ${ownerId} and earned_micros > 0 ${ofRange} ${before}
      order by owner_id desc, hour desc, range_id desc limit ${page.limit}
    ) t
    join ranges r on r.id = t.range_id
    left join lateral (
      select max(l.matures_at) as matures_at,
             sum(l.amount_micros) filter (where m.owner_id is null and f.owner_id is null) as open_micros,
             sum(l.amount_micros) filter (where f.owner_id is not null) as forfeited_micros
      from ledger.settlement_lines l
      ${endsOfLine}
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
  forfeitedTransferId: string | null
}

/** The lines of one settlement, newest hour first; at most as many as a settlement may have. Index: the primary key. */
export async function selectSettlementLines(
  database: Queryable,
  ownerId: string,
  settlementId: string,
): Promise<SettlementLineRow[]> {
  const { rows } = await sql<SettlementLineRow>`
    select l.range_id as "rangeId", r.name as "rangeName", l.hour, l.amount_micros as "amountMicros",
           l.matures_at as "maturesAt", m.transfer_id as "maturedTransferId",
           f.transfer_id as "forfeitedTransferId"
    from ledger.settlement_lines l
    join ranges r on r.id = l.range_id
    ${endsOfLine}
    where l.owner_id = ${ownerId} and l.settlement_id = ${settlementId}
    order by l.hour desc, r.name, l.range_id`.execute(database)
  return rows
}
