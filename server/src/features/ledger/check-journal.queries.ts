// The SQL that proves the journal: balances, settlements, lines, maturity and holds are what the transfers say.
// Guarantees: every query compares inside PostgreSQL and returns only what differs, for the owners of one span of ids,
// so memory stays bounded whatever the size of the journal. It deliberately repairs nothing: a repair would destroy
// the evidence. Amounts in findings are micro-USD.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

/**
 * Owners whose id is at least `from` and, unless it is null, below `until`. Spans cover all ids, so also owners that
 * should not exist.
 */
export type OwnerSpan = { from: string; until: string | null }
/** One difference: whose, where, what it should be and what it is. */
export type Finding = { ownerId: string | null; subject: string; expected: string; found: string }

/** Findings of one query that are reported; more of the same kind say nothing new. */
export const FINDINGS_PER_QUERY_MAX = 50

export function inSpan(column: string, span: OwnerSpan): RawBuilder<boolean> {
  const owner = sql.ref(column)
  return span.until === null
    ? sql`${owner} >= ${span.from}::uuid`
    : sql`${owner} >= ${span.from}::uuid and ${owner} < ${span.until}::uuid`
}

export async function findings(database: Queryable, query: RawBuilder<Finding>): Promise<Finding[]> {
  const { rows } = await sql<Finding>`${query} limit ${FINDINGS_PER_QUERY_MAX}`.execute(database)
  return rows
}

/** Ids that split the users into spans of about `ownersPerSpan`, in order. Index: the primary key of users. */
export async function selectSpanStarts(database: Queryable, ownersPerSpan: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as place from users) u
    where place % ${ownersPerSpan} = 0 order by id`.execute(database)
  return rows.map((row) => row.id)
}

/** Lets this transaction read as long as it takes, and nothing but read. */
export async function beginChecking(transaction: Queryable): Promise<void> {
  await sql`set transaction read only`.execute(transaction)
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction)
}

/** What was looked at, for the report. */
export async function countChecked(
  database: Queryable,
): Promise<{ owners: bigint; messages: bigint; transfers: bigint; blocks: bigint }> {
  const { rows } = await sql<{ owners: bigint; messages: bigint; transfers: bigint; blocks: bigint }>`
    select (select count(*) from users) as owners, (select count(*) from messages) as messages,
           (select count(*) from ledger.transfers) as transfers,
           (select count(*) from ledger.blocks) as blocks`.execute(database)
  return rows[0] ?? { owners: 0n, messages: 0n, transfers: 0n, blocks: 0n }
}

/** Debits, credits and number of movements of every account against the transfers that name it. Index: primary keys. */
export function findWrongBalances(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with moved as (
      select owner_id, id, sum(debit) as debits, sum(credit) as credits, count(*) as transfers from (
        select owner_id, debit_account_id as id, amount_micros as debit, 0 as credit from ledger.transfers
        where ${inSpan('owner_id', span)}
        union all
        select owner_id, credit_account_id, 0, amount_micros from ledger.transfers where ${inSpan('owner_id', span)}
      ) sides group by owner_id, id
    ), account as (select * from ledger.accounts where ${inSpan('owner_id', span)})
    select coalesce(a.owner_id, m.owner_id) as "ownerId", 'account ' || coalesce(a.kind, m.id::text) as subject,
      format('debits %s, credits %s, %s transfers', coalesce(m.debits, 0), coalesce(m.credits, 0),
        coalesce(m.transfers, 0))
        as expected,
      case when a.id is null then 'no such account'
           else format('debits %s, credits %s, %s transfers', a.debits_micros, a.credits_micros, a.version) end as found
    from account a full join moved m on m.owner_id = a.owner_id and m.id = a.id
    where a.id is null or (a.debits_micros, a.credits_micros, a.version)
      is distinct from (coalesce(m.debits, 0), coalesce(m.credits, 0), coalesce(m.transfers, 0))
    order by 1, 2`,
  )
}

/**
 * Per owner, what the platform owes (credit accounts) is what it counts as earned (debit accounts); and nothing is
 * negative.
 */
export function findUnbalancedOwners(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with balance as (
      select owner_id, kind, normal,
             case normal when 'C' then credits_micros - debits_micros else debits_micros - credits_micros end as micros
      from ledger.accounts where ${inSpan('owner_id', span)}
    )
    select owner_id as "ownerId", 'sum of accounts' as subject,
      coalesce(sum(micros) filter (where normal = 'D'), 0)::text as expected,
      coalesce(sum(micros) filter (where normal = 'C'), 0)::text as found
    from balance group by owner_id
    having coalesce(sum(micros) filter (where normal = 'D'), 0) <> coalesce(sum(micros) filter (where normal = 'C'), 0)
    union all
    select owner_id, 'balance of account ' || kind, 'not negative', micros::text from balance
    where micros < 0 and kind not like 'custody\\_%' and kind <> 'operator_funds'
    order by 1, 2`,
  )
}

/** Transfers that do not run between the accounts of their code, or resolve what is no hold. */
export function findWrongTransfers(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    select t.owner_id as "ownerId", 'transfer ' || t.id as subject,
      'runs between the accounts of ' || t.code as expected,
           coalesce(d.kind, 'nothing') || ' to ' || coalesce(c.kind, 'nothing') as found
    from ledger.transfers t
    left join ledger.accounts d on d.owner_id = t.owner_id and d.id = t.debit_account_id
    left join ledger.accounts c on c.owner_id = t.owner_id and c.id = t.credit_account_id
    where ${inSpan('t.owner_id', span)} and not exists (select from ledger.courses k
      where k.code = t.code and k.debit_kind = d.kind and k.credit_kind = c.kind)
    union all
    select t.owner_id, 'transfer ' || t.id, 'resolves the whole of a ' || due.code,
      format('%s of %s', coalesce(h.code, 'nothing'), coalesce(h.amount_micros, 0))
    from ledger.transfers t
    cross join lateral (select case when t.code in ('case_released', 'case_forfeited') then 'case_held'
      else 'hold' end as code) due
    left join ledger.transfers h on h.owner_id = t.owner_id and h.id = t.resolves_id
    where ${inSpan('t.owner_id', span)} and t.resolves_id is not null
      and (h.code, h.amount_micros) is distinct from (due.code, t.amount_micros)
    order by 1, 2`,
  )
}

/**
 * What is held is the sum of the holds that nothing has resolved; and a hold is resolved once. Index:
 * transfers_hold_resolves_once.
 */
export function findWrongHolds(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with hold as (
      select h.owner_id, h.id, h.amount_micros,
        (select count(*) from ledger.transfers r where r.owner_id = h.owner_id and r.resolves_id = h.id) as resolutions
      from ledger.transfers h where ${inSpan('h.owner_id', span)} and h.code in ('hold', 'case_held')
    ), open as (select owner_id, sum(amount_micros) as micros from hold where resolutions = 0 group by owner_id)
    select coalesce(a.owner_id, o.owner_id) as "ownerId", 'open holds' as subject,
      coalesce(o.micros, 0)::text as expected,
      coalesce(a.credits_micros - a.debits_micros, 0)::text as found
    from (select * from ledger.accounts where kind = 'held' and ${inSpan('owner_id', span)}) a
    full join open o on o.owner_id = a.owner_id
    where coalesce(a.credits_micros - a.debits_micros, 0) <> coalesce(o.micros, 0)
    union all
    select owner_id, 'hold ' || id, 'at most 1 resolution', resolutions::text from hold where resolutions > 1
    order by 1, 2`,
  )
}

/**
 * A settlement, the sum of its lines and its transfer are one amount; every earning_settled transfer has its
 * settlement.
 */
export function findWrongSettlements(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with line as (
      select owner_id, settlement_id, sum(amount_micros) as micros from ledger.settlement_lines
      where ${inSpan('owner_id', span)} group by owner_id, settlement_id
    ), settlement as (select * from ledger.settlements where ${inSpan('owner_id', span)})
    select coalesce(s.owner_id, l.owner_id) as "ownerId", 'settlement ' || coalesce(s.id, l.settlement_id) as subject,
      format('%s in its transfer, an earning_settled with its key', coalesce(t.amount_micros::text,
        'nothing')) as expected,
      format('%s in the settlement, %s in its lines, code %s, key %s', coalesce(s.amount_micros::text, 'nothing'),
        coalesce(l.micros::text, 'nothing'), coalesce(t.code, 'none'), coalesce(t.idempotency_key, 'none')) as found
    from settlement s
    full join line l on l.owner_id = s.owner_id and l.settlement_id = s.id
    left join ledger.transfers t on t.owner_id = s.owner_id and t.id = s.transfer_id
    where (s.amount_micros, l.micros, t.code, t.idempotency_key)
      is distinct from (t.amount_micros, t.amount_micros::numeric, 'earning_settled', 'settle:' || s.id)
    union all
    select t.owner_id, 'transfer ' || t.id, 'a settlement of ' || t.amount_micros, 'none'
    from ledger.transfers t left join settlement s on s.owner_id = t.owner_id and s.transfer_id = t.id
    where ${inSpan('t.owner_id', span)} and t.code = 'earning_settled' and s.id is null
    order by 1, 2`,
  )
}

/**
 * The lines of an hour chain from 0 without gap, and end at what the hour counts as settled. Index:
 * settlement_lines_chain.
 */
export function findBrokenChains(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with line as (
      select *, coalesce(sum(amount_micros) over (partition by owner_id, range_id, hour order by settled_before_micros
        rows between unbounded preceding and 1 preceding), 0) as before_micros
      from ledger.settlement_lines where ${inSpan('owner_id', span)}
    ), taken as (select owner_id, range_id, hour, sum(amount_micros) as micros
      from line group by owner_id, range_id, hour),
    traffic as (select * from traffic_hourly where ${inSpan('owner_id', span)} and settled_micros <> 0)
    select owner_id as "ownerId", format('line of settlement %s, range %s, hour %s', settlement_id, range_id,
      hour) as subject,
      before_micros || ' settled before' as expected, settled_before_micros || ' settled before' as found
    from line where settled_before_micros <> before_micros
    union all
    select coalesce(h.owner_id, k.owner_id),
      format('range %s, hour %s', coalesce(h.range_id, k.range_id), coalesce(h.hour, k.hour)),
      coalesce(k.micros, 0) || ' in settlement lines', coalesce(h.settled_micros, 0) || ' settled of the hour'
    from traffic h full join taken k on k.owner_id = h.owner_id and k.hour = h.hour and k.range_id = h.range_id
    where coalesce(h.settled_micros, 0) <> coalesce(k.micros, 0)
    order by 1, 2`,
  )
}

/** How a line can end: the table that records it, the code of its transfer, and the word for it. */
const ends = {
  matured: { table: sql`ledger.matured_lines`, code: 'earning_matured' },
  forfeited: { table: sql`ledger.forfeited_lines`, code: 'earning_forfeited' },
} as const

/**
 * Every transfer of the code is the sum of the lines that it ended (made available, or took back), and every such line
 * names such a transfer.
 */
export function findWrongEnds(database: Queryable, span: OwnerSpan, end: keyof typeof ends): Promise<Finding[]> {
  const { table, code } = ends[end]
  return findings(
    database,
    sql`
    with ended as (
      select m.owner_id, m.transfer_id, sum(l.amount_micros) as micros from ${table} m
      left join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
      where ${inSpan('m.owner_id', span)} group by m.owner_id, m.transfer_id
    ), transfer as (
      select * from ledger.transfers where ${inSpan('owner_id', span)}
        and (code = ${code} or (owner_id, id) in (select owner_id, transfer_id from ended))
    )
    select coalesce(t.owner_id, m.owner_id) as "ownerId", 'transfer ' || coalesce(t.id, m.transfer_id) as subject,
      format('%s in lines ${sql.raw(end)} by an ${sql.raw(code)}', coalesce(m.micros, 0)) as expected,
      coalesce(t.amount_micros, 0) || ' in a transfer of code ' || coalesce(t.code, 'none') as found
    from transfer t full join ended m on m.owner_id = t.owner_id and m.transfer_id = t.id
    where (t.code, t.amount_micros::numeric) is distinct from (${code}, m.micros)
    order by 1, 2`,
  )
}

/**
 * The work list of maturity is exactly the lines that have neither matured nor been taken back, each at its time and
 * with its amount; its sums by settlement and range are its own; no line has ended in both ways; and what is maturing
 * is their sum.
 */
export function findWrongWorkList(database: Queryable, span: OwnerSpan): Promise<Finding[]> {
  return findings(
    database,
    sql`
    with line as (
      select l.*, m.owner_id is not null as matured, f.owner_id is not null as forfeited
      from ledger.settlement_lines l
      left join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
      left join ledger.forfeited_lines f using (owner_id, settlement_id, range_id, hour)
      where ${inSpan('l.owner_id', span)}
    ), waiting as (select * from line where not matured and not forfeited),
    listed as (select * from ledger.maturing_lines where ${inSpan('owner_id', span)}),
    sums as (select owner_id, sum(amount_micros) as micros from waiting group by owner_id)
    select coalesce(w.owner_id, k.owner_id) as "ownerId",
      format('line of settlement %s, range %s, hour %s', coalesce(w.settlement_id, k.settlement_id),
        coalesce(w.range_id, k.range_id), coalesce(w.hour, k.hour)) as subject,
      coalesce(w.amount_micros || ' waits until ' || w.matures_at, 'has ended') as expected,
      coalesce(k.amount_micros || ' listed for ' || k.matures_at, 'not listed') as found
    from waiting w full join listed k on k.owner_id = w.owner_id and k.settlement_id = w.settlement_id
      and k.range_id = w.range_id and k.hour = w.hour
    where (w.matures_at, w.amount_micros) is distinct from (k.matures_at, k.amount_micros)
    union all
    select coalesce(k.owner_id, s.owner_id),
      format('waiting of settlement %s, range %s', coalesce(k.settlement_id, s.settlement_id),
        coalesce(k.range_id, s.range_id)),
      format('%s in %s lines', coalesce(k.micros, 0), coalesce(k.lines, 0)),
      format('%s in %s lines', coalesce(s.amount_micros, 0), coalesce(s.lines, 0))
    from (
      select owner_id, settlement_id, range_id, sum(amount_micros) as micros, count(*) as lines
      from listed group by owner_id, settlement_id, range_id
    ) k
    full join (select * from ledger.maturing_sums where ${inSpan('owner_id', span)}) s
      on s.owner_id = k.owner_id and s.settlement_id = k.settlement_id and s.range_id = k.range_id
    where (k.micros, k.lines) is distinct from (s.amount_micros::numeric, s.lines::bigint)
    union all
    select owner_id, format('line of settlement %s, range %s, hour %s', settlement_id, range_id, hour),
      'matured or forfeited', 'both'
    from line where matured and forfeited
    union all
    select coalesce(a.owner_id, s.owner_id), 'account maturing', coalesce(s.micros, 0) || ' in lines that wait',
      coalesce(a.credits_micros - a.debits_micros, 0)::text
    from (select * from ledger.accounts where kind = 'maturing' and ${inSpan('owner_id', span)}) a
    full join sums s on s.owner_id = a.owner_id
    where coalesce(a.credits_micros - a.debits_micros, 0) <> coalesce(s.micros, 0)
    order by 1, 2`,
  )
}
