// The SQL that settles, matures and takes back earnings, for many owners at once. Guarantees: what is worked on is
// locked before it is read, always in one order (hours, accounts, lines), so two runners take turns and never wait for
// each other in a circle. It deliberately moves no balance: transfers do (journal.queries.ts).
import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

/**
 * Owners with something to settle in hours up to `lastHour`. Index: traffic_hourly_unsettled, which holds only such
 * hours.
 */
export async function selectOwnersToSettle(database: Queryable, lastHour: Date, ownersMax: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from traffic_hourly
    where unsettled and hour <= ${lastHour}
    order by owner_id limit ${ownersMax}`.execute(database)
  return rows.map((row) => row.ownerId)
}

export type UnsettledHour = {
  ownerId: string
  rangeId: string
  hour: Date
  earnedMicros: bigint
  settledMicros: bigint
}

/**
 * Locks the closed hours of these owners in which more is earned than settled, in the order of the primary key (of one
 * owner the oldest first), which is also the order in which the pipeline writes them. A second runner waits here and
 * then finds them settled. Index: traffic_hourly_unsettled.
 */
export async function lockUnsettledHours(
  transaction: DatabaseTransaction,
  ownerIds: readonly string[],
  lastHour: Date,
  linesMax: number,
): Promise<UnsettledHour[]> {
  const { rows } = await sql<UnsettledHour>`
    select owner_id as "ownerId", range_id as "rangeId", hour, earned_micros as "earnedMicros",
           settled_micros as "settledMicros"
    from traffic_hourly
    where owner_id = any (${ownerIds}::uuid[]) and unsettled and hour <= ${lastHour} and earned_micros > settled_micros
    order by owner_id, hour, range_id limit ${linesMax}
    for no key update`.execute(transaction)
  return rows
}

/** Ids for settlements, made by the database so that ids of one moment keep their order. */
export async function makeSettlementIds(transaction: DatabaseTransaction, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select uuidv7() as id from generate_series(1, ${count}::int)`.execute(transaction)
  return rows.map((row) => row.id)
}

export type NewLine = UnsettledHour & { amountMicros: bigint; maturesAt: Date }
export type NewSettlement = {
  ownerId: string
  settlementId: string
  transferId: string
  amountMicros: bigint
  lines: readonly NewLine[]
}

/**
 * Writes settlements, their lines, the lines' places in the work list of maturity, and raises what is settled of each
 * hour, in one statement.
 * @returns how many hours were raised; fewer than lines means that the hours were not locked
 */
export async function insertSettlements(
  transaction: DatabaseTransaction,
  settlements: readonly NewSettlement[],
): Promise<number> {
  const lines = settlements.flatMap(({ settlementId, lines: own }) => own.map((line) => ({ ...line, settlementId })))
  const { rows } = await sql<{ raised: bigint }>`
    with line as materialized (
      select * from unnest(
        ${lines.map((line) => line.ownerId)}::uuid[], ${lines.map((line) => line.settlementId)}::uuid[],
        ${lines.map((line) => line.rangeId)}::uuid[], ${lines.map((line) => line.hour)}::timestamptz[],
        ${lines.map((line) => line.settledMicros)}::bigint[], ${lines.map((line) => line.amountMicros)}::bigint[],
        ${lines.map((line) => line.maturesAt)}::timestamptz[]
      ) line (owner_id, settlement_id, range_id, hour, settled_before_micros, amount_micros, matures_at)
    ), settled as (
      insert into ledger.settlements (owner_id, id, transfer_id, amount_micros)
      select * from unnest(
        ${settlements.map((settlement) => settlement.ownerId)}::uuid[],
        ${settlements.map((settlement) => settlement.settlementId)}::uuid[],
        ${settlements.map((settlement) => settlement.transferId)}::uuid[],
        ${settlements.map((settlement) => settlement.amountMicros)}::bigint[])
    ), written as (
      insert into ledger.settlement_lines
        (owner_id, settlement_id, range_id, hour, settled_before_micros, amount_micros, matures_at)
      select owner_id, settlement_id, range_id, hour, settled_before_micros, amount_micros, matures_at from line
    ), listed as (
      insert into ledger.maturing_lines (owner_id, matures_at, settlement_id, range_id, hour, amount_micros)
      select owner_id, matures_at, settlement_id, range_id, hour, amount_micros from line
    ), raised as (
      update traffic_hourly t
      set settled_micros = t.settled_micros + line.amount_micros,
          unsettled = t.earned_micros <> t.settled_micros + line.amount_micros
      from line
      where t.owner_id = line.owner_id and t.hour = line.hour and t.range_id = line.range_id
        and t.settled_micros = line.settled_before_micros
      returning 1
    )
    select count(*) as raised from raised`.execute(transaction)
  return Number(rows[0]?.raised ?? 0n)
}

/** Of which lines of the work list `m` may mature: those of active owners, in ranges that nothing has frozen. */
const mayMature: RawBuilder<boolean> = sql`
  exists (select from users u where u.id = m.owner_id and u.is_active)
  and not exists (select from ledger.frozen_ranges f where f.owner_id = m.owner_id and f.range_id = m.range_id)`

/**
 * Owners with lines that are due and may mature; others take nobody's place in a run. Index: maturing_lines_due, which
 * holds only lines that have not matured.
 */
export async function selectOwnersToMature(database: Queryable, now: Date, ownersMax: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select distinct m.owner_id as "ownerId" from ledger.maturing_lines m
    where m.matures_at <= ${now} and ${mayMature}
    order by m.owner_id limit ${ownersMax}`.execute(database)
  return rows.map((row) => row.ownerId)
}

export type EndedLine = { ownerId: string; settlementId: string; rangeId: string; hour: Date; amountMicros: bigint }

/**
 * Takes the due lines of these owners off the work list, of one owner those due first. Call it with the owners'
 * accounts locked: then no freeze that was committed is missed, and a second runner finds none. Index: the primary key.
 */
export async function takeDueLines(
  transaction: DatabaseTransaction,
  ownerIds: readonly string[],
  now: Date,
  linesMax: number,
): Promise<EndedLine[]> {
  return await takeLines(
    transaction,
    sql`
      select m.owner_id, m.matures_at, m.settlement_id, m.range_id, m.hour from ledger.maturing_lines m
      where m.owner_id = any (${ownerIds}::uuid[]) and m.matures_at <= ${now} and ${mayMature}
      order by m.owner_id, m.matures_at, m.settlement_id, m.range_id, m.hour limit ${linesMax}`,
  )
}

/**
 * Takes every line of one owner's range whose hour starts in [from, until) off the work list, due or not. Call it with
 * the owner's accounts locked. Index: the owner's part of the primary key.
 */
export async function takeLinesOfHours(
  transaction: DatabaseTransaction,
  hours: { ownerId: string; rangeId: string; from: Date; until: Date },
): Promise<EndedLine[]> {
  return await takeLines(
    transaction,
    sql`
      select m.owner_id, m.matures_at, m.settlement_id, m.range_id, m.hour from ledger.maturing_lines m
      where m.owner_id = ${hours.ownerId} and m.range_id = ${hours.rangeId}
        and m.hour >= ${hours.from} and m.hour < ${hours.until}`,
  )
}

async function takeLines(transaction: DatabaseTransaction, due: RawBuilder<unknown>): Promise<EndedLine[]> {
  const { rows } = await sql<EndedLine>`
    with due as materialized (${due}), taken as (
      delete from ledger.maturing_lines m using due
      where m.owner_id = due.owner_id and m.matures_at = due.matures_at and m.settlement_id = due.settlement_id
        and m.range_id = due.range_id and m.hour = due.hour
      returning m.owner_id, m.settlement_id, m.range_id, m.hour
    )
    select l.owner_id as "ownerId", l.settlement_id as "settlementId", l.range_id as "rangeId", l.hour,
           l.amount_micros as "amountMicros"
    from taken join ledger.settlement_lines l using (owner_id, settlement_id, range_id, hour)
    order by l.owner_id, l.hour, l.range_id, l.settlement_id`.execute(transaction)
  return rows
}

export type RecordedLine = EndedLine & { transferId: string }

/** Records which transfer made these lines available. The primary key refuses a line that has matured before. */
export async function insertMaturedLines(
  transaction: DatabaseTransaction,
  lines: readonly RecordedLine[],
): Promise<void> {
  await sql`
    insert into ledger.matured_lines (owner_id, settlement_id, range_id, hour, transfer_id)
    ${selectRecorded(lines)}`.execute(transaction)
}

/** Records which transfer took these lines back. The database refuses a line that has matured. */
export async function insertForfeitedLines(
  transaction: DatabaseTransaction,
  lines: readonly RecordedLine[],
): Promise<void> {
  await sql`
    insert into ledger.forfeited_lines (owner_id, settlement_id, range_id, hour, transfer_id)
    ${selectRecorded(lines)}`.execute(transaction)
}

function selectRecorded(lines: readonly RecordedLine[]): RawBuilder<unknown> {
  return sql`select * from unnest(
    ${lines.map((line) => line.ownerId)}::uuid[], ${lines.map((line) => line.settlementId)}::uuid[],
    ${lines.map((line) => line.rangeId)}::uuid[], ${lines.map((line) => line.hour)}::timestamptz[],
    ${lines.map((line) => line.transferId)}::uuid[])`
}

/** One of what froze a range of an owner; the same again changes nothing. @returns whether it is new */
export async function insertFrozenRange(
  transaction: DatabaseTransaction,
  freeze: { ownerId: string; rangeId: string; frozenBy: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into ledger.frozen_ranges (owner_id, range_id, frozen_by)
    values (${freeze.ownerId}, ${freeze.rangeId}, ${freeze.frozenBy})
    on conflict do nothing returning 1`.execute(transaction)
  return rows.length > 0
}

/** @returns whether there was such a freeze */
export async function deleteFrozenRange(
  transaction: DatabaseTransaction,
  freeze: { ownerId: string; rangeId: string; frozenBy: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from ledger.frozen_ranges
    where owner_id = ${freeze.ownerId} and range_id = ${freeze.rangeId} and frozen_by = ${freeze.frozenBy}
    returning 1`.execute(transaction)
  return rows.length > 0
}

/**
 * Owners with a deficit and something available to recover it from. Index: accounts_with_deficit, which holds only
 * those who ever had one.
 */
export async function selectOwnersToRecover(database: Queryable, ownersMax: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select d.owner_id as "ownerId" from ledger.accounts d
    join ledger.accounts a on a.owner_id = d.owner_id and a.kind = 'available'
    where d.kind = 'deficit' and d.debits_micros > d.credits_micros and a.credits_micros > a.debits_micros
    order by d.owner_id limit ${ownersMax}`.execute(database)
  return rows.map((row) => row.ownerId)
}
