// All SQL of cases. Guarantees: whoever changes a case has locked its row first, and only then the owner's accounts, so
// that two never wait for each other in a circle.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import type { caseSignals, caseStates } from '@inrange/contract/cases'
import type { Figure } from './signals.rules.ts'

export type CaseState = (typeof caseStates)[number]
export type CaseRow = {
  id: string
  ownerId: string
  ownerName: string
  ownerEmail: string
  rangeId: string
  rangeName: string
  signal: (typeof caseSignals)[number]
  state: CaseState
  fromHour: Date
  untilHour: Date
  summary: string
  figures: Figure[]
  openedBy: string | null
  openedByName: string | null
  openedAt: Date
  proposedBy: string | null
  proposedByName: string | null
  endedBy: string | null
  endedByName: string | null
  endedAt: Date | null
  endedFrozenMicros: bigint | null
  endedHeldMicros: bigint | null
  /** What waits for its maturity in the range, and is kept from it. */
  frozenMicros: bigint
  heldMicros: bigint
}

const columns = sql`
  c.id, c.owner_id as "ownerId", o.username as "ownerName", o.email as "ownerEmail", c.range_id as "rangeId",
  r.name as "rangeName", c.signal, c.state, c.from_hour as "fromHour", c.until_hour as "untilHour", c.summary,
  c.figures, c.opened_by as "openedBy", opener.username as "openedByName", c.opened_at as "openedAt",
  c.proposed_by as "proposedBy", proposer.username as "proposedByName", c.ended_by as "endedBy",
  ender.username as "endedByName", c.ended_at as "endedAt", c.ended_frozen_micros as "endedFrozenMicros",
  c.ended_held_micros as "endedHeldMicros",
  case when c.ended_at is null then (
    select coalesce(sum(m.amount_micros), 0)::bigint from ledger.maturing_lines m
    where m.owner_id = c.owner_id and m.range_id = c.range_id) else 0 end as "frozenMicros",
  case when c.ended_at is null then (
    select coalesce(sum(h.amount_micros), 0)::bigint from case_holds h
    where h.case_id = c.id) else 0 end as "heldMicros"`
const from = sql`
  from cases c join users o on o.id = c.owner_id join ranges r on r.id = c.range_id
  left join users opener on opener.id = c.opened_by
  left join users proposer on proposer.id = c.proposed_by
  left join users ender on ender.id = c.ended_by`

/** Cases of a page, newest first. Indexes: cases_open, cases_ended; of one owner cases_of_owner. */
export async function selectCases(
  database: Queryable,
  filter: { isEnded: boolean; ownerId: string | null; beforeId: string | null; limit: number },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} ${from}
    where (c.ended_at is not null) = ${filter.isEnded}
      and (${filter.ownerId}::uuid is null or c.owner_id = ${filter.ownerId}::uuid)
      and (${filter.beforeId}::uuid is null or c.id < ${filter.beforeId}::uuid)
    order by c.id desc limit ${filter.limit}`.execute(database)
  return rows
}

export async function selectCase(database: Queryable, caseId: string): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`select ${columns} ${from} where c.id = ${caseId}`.execute(database)
  return rows[0] ?? null
}

/** Locks a case until the transaction ends; false when there is none. */
export async function lockCase(transaction: DatabaseTransaction, caseId: string): Promise<boolean> {
  const { rows } = await sql`select from cases where id = ${caseId} for no key update`.execute(transaction)
  return rows.length > 0
}

export type NewCase = {
  ownerId: string
  rangeId: string
  signal: CaseRow['signal']
  fromHour: Date
  untilHour: Date
  summary: string
  figures: readonly Figure[]
  openedBy: string | null
  now: Date
}

/** Opens a case; null when the range has one that is open. Index: cases_one_open. */
export async function insertCase(transaction: DatabaseTransaction, row: NewCase): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into cases (owner_id, range_id, signal, from_hour, until_hour, summary, figures, opened_by, opened_at)
    values (${row.ownerId}, ${row.rangeId}, ${row.signal}, ${row.fromHour}, ${row.untilHour}, ${row.summary},
      ${JSON.stringify(row.figures)}::jsonb, ${row.openedBy}, ${row.now})
    on conflict (owner_id, range_id) where ended_at is null do nothing
    returning id`.execute(transaction)
  return rows[0]?.id ?? null
}

/**
 * Lets the open case of a range reach further, and locks it; null when somebody has ended it meanwhile. What was
 * proposed for it is open again: it was proposed for less. Index: cases_one_open.
 */
export async function growOpenCase(
  transaction: DatabaseTransaction,
  row: Pick<NewCase, 'ownerId' | 'rangeId' | 'fromHour' | 'untilHour' | 'figures'>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update cases set state = 'open', proposed_by = null, proposed_at = null,
      from_hour = least(from_hour, ${row.fromHour}), until_hour = greatest(until_hour, ${row.untilHour}),
      figures = (select coalesce(jsonb_agg(figure), '[]') from (
        select figure from jsonb_array_elements(figures) figure
        where not exists (select from jsonb_array_elements(${JSON.stringify(row.figures)}::jsonb) newer
          where newer ->> 'label' = figure ->> 'label')
        union all select * from jsonb_array_elements(${JSON.stringify(row.figures)}::jsonb)) merged (figure))
    where owner_id = ${row.ownerId} and range_id = ${row.rangeId} and ended_at is null
    returning id`.execute(transaction)
  return rows[0]?.id ?? null
}

/**
 * What of the case's hours had matured, less what the case holds already, and less what earlier cases took of these
 * hours: nobody pays for an hour twice. Indexes: settlement_lines_chain, cases_of_owner.
 */
export async function selectMaturedUnheld(transaction: DatabaseTransaction, caseId: string): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    with c as (select * from cases where id = ${caseId}), matured as (
      select l.hour, l.amount_micros
      from ledger.settlement_lines l join ledger.matured_lines m using (owner_id, settlement_id, range_id, hour)
      join c on c.owner_id = l.owner_id and c.range_id = l.range_id
      where l.hour >= c.from_hour and l.hour < c.until_hour
    ), taken as (
      -- A hold does not say of which hours it is; where only some are common, they count as taken first.
      select least(
        (select coalesce(sum(h.amount_micros), 0) from case_holds h where h.case_id = f.id),
        (select coalesce(sum(l.amount_micros), 0) from matured l where l.hour >= f.from_hour and l.hour < f.until_hour)
      ) as micros
      from c join cases f on f.owner_id = c.owner_id and f.range_id = c.range_id and f.state = 'forfeited'
    )
    select greatest(0, (select coalesce(sum(amount_micros), 0) from matured)
      - (select coalesce(sum(h.amount_micros), 0) from case_holds h where h.case_id = c.id)
      - (select coalesce(sum(micros), 0) from taken))::bigint as micros
    from c`.execute(transaction)
  return rows[0]?.micros ?? 0n
}

/** Whether hours of the case have earned what is not settled yet. Index: the primary key of traffic_hourly. */
export async function hasUnsettledHours(transaction: DatabaseTransaction, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from cases c join traffic_hourly t
      on t.owner_id = c.owner_id and t.range_id = c.range_id and t.hour >= c.from_hour and t.hour < c.until_hour
    where c.id = ${caseId} and t.unsettled limit 1`.execute(transaction)
  return rows.length > 0
}

export type CaseHold = { transferId: string; amountMicros: bigint }

export async function insertCaseHold(
  transaction: DatabaseTransaction,
  hold: CaseHold & { caseId: string; ownerId: string },
): Promise<void> {
  await sql`
    insert into case_holds (case_id, owner_id, transfer_id, amount_micros)
    values (${hold.caseId}, ${hold.ownerId}, ${hold.transferId}, ${hold.amountMicros})`.execute(transaction)
}

export async function selectCaseHolds(transaction: DatabaseTransaction, caseId: string): Promise<CaseHold[]> {
  const { rows } = await sql<CaseHold>`
    select transfer_id as "transferId", amount_micros as "amountMicros" from case_holds
    where case_id = ${caseId} order by transfer_id`.execute(transaction)
  return rows
}

export type CaseNote = { at: Date; authorId: string | null; authorName: string | null; text: string }

export async function insertCaseNote(
  transaction: DatabaseTransaction,
  note: { caseId: string; authorId: string | null; text: string; now: Date },
): Promise<void> {
  await sql`
    insert into case_notes (case_id, author_id, text, at)
    values (${note.caseId}, ${note.authorId}, ${note.text}, ${note.now})`.execute(transaction)
}

/** The newest notes of these cases, at most 100 of each, oldest first. Index: the primary key. */
export async function selectCaseNotes(
  database: Queryable,
  caseIds: readonly string[],
): Promise<(CaseNote & { caseId: string })[]> {
  const { rows } = await sql<CaseNote & { caseId: string }>`
    select c.id as "caseId", n.at, n.author_id as "authorId", u.username as "authorName", n.text
    from unnest(${caseIds}::uuid[]) c (id)
    cross join lateral (
      select * from case_notes where case_id = c.id order by case_id desc, id desc limit 100
    ) n left join users u on u.id = n.author_id
    order by c.id, n.id`.execute(database)
  return rows
}

/** A proposal, or its refusal, which makes the case open again. */
export async function updateProposal(
  transaction: DatabaseTransaction,
  change: { caseId: string; state: 'open' | 'release_proposed' | 'forfeit_proposed'; by: string | null; now: Date },
): Promise<void> {
  await sql`
    update cases set state = ${change.state}, proposed_by = ${change.by},
      proposed_at = case when ${change.by}::uuid is null then null else ${change.now}::timestamptz end
    where id = ${change.caseId}`.execute(transaction)
}

export async function endCase(
  transaction: DatabaseTransaction,
  end: {
    caseId: string
    state: 'released' | 'forfeited'
    by: string
    now: Date
    frozenMicros: bigint
    heldMicros: bigint
  },
): Promise<void> {
  await sql`
    update cases set state = ${end.state}, ended_by = ${end.by}, ended_at = ${end.now},
      ended_frozen_micros = ${end.frozenMicros}, ended_held_micros = ${end.heldMicros}
    where id = ${end.caseId}`.execute(transaction)
}

export type RangeOwnerRow = { ownerId: string; rangeName: string }

/** Who owned a range at a moment. Index: range_owners_one_at_a_time. */
export async function selectOwnerAt(
  transaction: DatabaseTransaction,
  rangeId: string,
  at: Date,
): Promise<RangeOwnerRow | null> {
  const { rows } = await sql<RangeOwnerRow>`
    select ro.owner_id as "ownerId", r.name as "rangeName"
    from range_owners ro join ranges r on r.id = ro.range_id
    where ro.range_id = ${rangeId} and ro.during @> ${at}::timestamptz`.execute(transaction)
  return rows[0] ?? null
}

/** What a user is told about the open cases that hold their money. Index: cases_one_open. */
export async function selectOwnCases(database: Queryable, ownerId: string): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} ${from} where c.owner_id = ${ownerId} and c.ended_at is null order by c.id desc limit 200
  `.execute(database)
  return rows
}
