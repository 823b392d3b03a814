// All SQL of the ledger slice that reads. Guarantees: every query leads with the owner, so it touches one owner's rows
// and one index range, and nothing here moves money (see journal.queries.ts). 64-bit amounts arrive as bigint.
import { sql, type RawBuilder } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'

/** What one settlement took from one range and hour, and the transfer that made it available once it matured. */
export type SettlementLine = {
  settlementId: string
  transferId: string
  settledAt: Date
  amountMicros: bigint
  maturesAt: Date
  maturedTransferId: string | null
  maturedAt: Date | null
  /** The transfer by which a case took it back before it matured. */
  forfeitedTransferId: string | null
  forfeitedAt: Date | null
}

/**
 * Balances of one kind of account, by owner. Index: accounts_one_of_a_kind (owner_id, kind). Owners without an account
 * are absent.
 */
export async function selectBalances(
  database: Queryable,
  ownerIds: readonly string[],
  kind: string,
): Promise<{ ownerId: string; balanceMicros: bigint }[]> {
  const { rows } = await sql<{ ownerId: string; balanceMicros: bigint }>`
    select owner_id as "ownerId",
           case normal when 'C' then credits_micros - debits_micros else debits_micros - credits_micros end
             as "balanceMicros"
    from ledger.accounts
    where owner_id = any(${ownerIds}::uuid[]) and kind = ${kind}`.execute(database)
  return rows
}

/**
 * The lines that settlements have drawn from one hour of one range, in the order in which they chain.
 * Index: settlement_lines_chain (owner_id, range_id, hour, settled_before_micros), which also gives the order.
 */
export async function selectLinesOfHour(
  database: Queryable,
  ownerId: string,
  rangeId: string,
  hour: Date,
): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    select l.settlement_id as "settlementId", s.transfer_id as "transferId", s.created_at as "settledAt",
           l.amount_micros as "amountMicros", l.matures_at as "maturesAt",
           m.transfer_id as "maturedTransferId", t.created_at as "maturedAt",
           f.transfer_id as "forfeitedTransferId", b.created_at as "forfeitedAt"
    from ledger.settlement_lines l
    join ledger.settlements s on s.owner_id = l.owner_id and s.id = l.settlement_id
    left join ledger.matured_lines m on m.owner_id = l.owner_id and m.settlement_id = l.settlement_id
      and m.range_id = l.range_id and m.hour = l.hour
    left join ledger.transfers t on t.owner_id = m.owner_id and t.id = m.transfer_id
    left join ledger.forfeited_lines f on f.owner_id = l.owner_id and f.settlement_id = l.settlement_id
      and f.range_id = l.range_id and f.hour = l.hour
    left join ledger.transfers b on b.owner_id = f.owner_id and b.id = f.transfer_id
    where l.owner_id = ${ownerId} and l.range_id = ${rangeId} and l.hour = ${hour}
    order by l.settled_before_micros`.execute(database)
  return rows
}

export type OwnerBalances = {
  availableMicros: bigint
  maturingMicros: bigint
  heldMicros: bigint
  /** The part of what is held that cases hold; the rest waits for withdrawals. */
  heldByCasesMicros: bigint
  /** A loss already spent: a deposit that was reversed. What becomes available recovers it first. */
  deficitMicros: bigint
  /** Everything that ever matured. */
  maturedMicros: bigint
  /** The part of what is maturing that a case has frozen. */
  frozenMicros: bigint
  /** When the next part that is not frozen becomes available. */
  nextMaturityAt: Date | null
}

/**
 * One owner's balances in one row, whatever accounts are open. Indexes: accounts_one_of_a_kind; transfers_of_cases;
 * the work list's primary key for the next maturity.
 */
export async function selectOwnerBalances(database: Queryable, ownerId: string): Promise<OwnerBalances> {
  const { rows } = await sql<OwnerBalances>`
    select coalesce(sum(credits_micros - debits_micros) filter (where kind = 'available'), 0)::bigint
      as "availableMicros",
           coalesce(sum(credits_micros - debits_micros) filter (where kind = 'maturing'), 0)::bigint
             as "maturingMicros",
           coalesce(sum(credits_micros - debits_micros) filter (where kind = 'held'), 0)::bigint as "heldMicros",
           (select coalesce(sum(h.amount_micros), 0)::bigint from ledger.transfers h
            where h.owner_id = ${ownerId} and h.code = 'case_held' and not exists (
              select from ledger.transfers r where r.owner_id = h.owner_id and r.resolves_id = h.id))
             as "heldByCasesMicros",
           coalesce(sum(debits_micros - credits_micros) filter (where kind = 'deficit'), 0)::bigint as "deficitMicros",
           -- Only earning_matured and earning_forfeited take from the maturing account, and the latter is rare.
           (coalesce(sum(debits_micros) filter (where kind = 'maturing'), 0) - (
             select coalesce(sum(l.amount_micros), 0) from ledger.forfeited_lines
             join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
             where owner_id = ${ownerId}))::bigint as "maturedMicros",
           (select coalesce(sum(m.amount_micros), 0)::bigint from ledger.maturing_lines m
            where m.owner_id = ${ownerId} and m.range_id = any (${frozenRanges(ownerId)})) as "frozenMicros",
           -- In the order of the primary key, or the first of everybody's would be looked for.
           (select m.matures_at from ledger.maturing_lines m
            where m.owner_id = ${ownerId} and m.range_id <> all (${frozenRanges(ownerId)})
            order by m.matures_at, m.settlement_id limit 1) as "nextMaturityAt"
    from ledger.accounts where owner_id = ${ownerId}`.execute(database)
  const [row] = rows
  invariant(row, 'A sum without groups is one row')
  return row
}

/**
 * What becomes available when, up to a moment, without what a case has frozen; in order of time. Reads the owner's
 * stretch of the work list's primary key and nothing else: it gives the order and has the amounts.
 */
export async function sumMaturing(
  database: Queryable,
  ownerId: string,
  until: Date,
): Promise<{ maturesAt: Date; micros: bigint }[]> {
  const { rows } = await sql<{ maturesAt: Date; micros: bigint }>`
    select m.matures_at as "maturesAt", sum(m.amount_micros)::bigint as micros
    from ledger.maturing_lines m
    where m.owner_id = ${ownerId} and m.matures_at < ${until}
      and m.range_id <> all (${frozenRanges(ownerId)})
    group by m.matures_at order by m.matures_at`.execute(database)
  return rows
}

/**
 * The ranges of an owner that a case has frozen, read once as an array: as `not exists` they would be looked for again
 * for each line.
 */
function frozenRanges(ownerId: string): RawBuilder<string[]> {
  return sql`array(select f.range_id from ledger.frozen_ranges f where f.owner_id = ${ownerId})`
}

/** Sums over all owners, by kind of account. Reads every account once. */
export async function sumByKind(database: Queryable): Promise<{ kind: string; micros: bigint }[]> {
  const { rows } = await sql<{ kind: string; micros: bigint }>`
    select kind, sum(case normal when 'C' then credits_micros - debits_micros
                                 else debits_micros - credits_micros end)::bigint as micros
    from ledger.accounts group by kind`.execute(database)
  return rows
}

/**
 * Earned and not settled, over the hours where they differ. Index: traffic_hourly_unsettled, which holds only those.
 */
export async function sumUnsettled(database: Queryable, ownerId: string): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(earned_micros - settled_micros), 0)::bigint as micros
    from traffic_hourly where owner_id = ${ownerId} and unsettled`.execute(database)
  return rows[0]?.micros ?? 0n
}
