// All SQL behind the routing table of the pipeline. Everything here runs in one REPEATABLE READ, READ ONLY
// transaction, so that the version and the rows are of one moment whatever commits meanwhile; rows are fetched
// through cursors, so that a million ranges never stand in memory twice.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../platform/database.ts'

export type RangeFact = { rangeId: string; start: number; end: number; isActive: boolean; isTest: boolean }
/** Times in ms since 1970; untilMs null: open. */
type PeriodFact = { rangeId: string; fromMs: number; untilMs: number | null }
export type OwnerFact = PeriodFact & { ownerId: string }
export type RateFact = PeriodFact & { rateMicros: bigint }

/** The version that these rows have: read first, which also fixes the snapshot. One row, by its primary key. */
export async function selectRoutingVersion(transaction: DatabaseTransaction): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`select version from routing`.execute(transaction)
  return rows[0]!.version
}

/**
 * Every range by its first number. Bounds go over as doubles, exact for 15 digits. Reads the table once and sorts it:
 * wanted whole.
 */
export function eachRange(transaction: DatabaseTransaction, chunkSize: number): AsyncGenerator<RangeFact[]> {
  return fetchAll<RangeFact>(
    transaction,
    'routing_ranges',
    sql`select id as "rangeId", lower(numbers)::float8 as "start", (upper(numbers) - 1)::float8 as "end",
          status = 'active' as "isActive", is_test as "isTest"
        from ranges order by lower(numbers)`,
    chunkSize,
  )
}

/**
 * Owner periods that a message received since `since` can fall into; per range oldest first. Wanted whole, so no
 * index would help.
 */
export function eachOwnerPeriod(
  transaction: DatabaseTransaction,
  since: Date,
  chunkSize: number,
): AsyncGenerator<OwnerFact[]> {
  return fetchAll<OwnerFact>(
    transaction,
    'routing_owners',
    sql`select range_id as "rangeId", owner_id as "ownerId", ${periodColumns()}
        from range_owners where upper_inf(during) or upper(during) > ${since} order by lower(during)`,
    chunkSize,
  )
}

/** Rate periods, likewise. */
export function eachRatePeriod(
  transaction: DatabaseTransaction,
  since: Date,
  chunkSize: number,
): AsyncGenerator<RateFact[]> {
  return fetchAll<RateFact>(
    transaction,
    'routing_rates',
    sql`select range_id as "rangeId", rate_micros as "rateMicros", ${periodColumns()}
        from range_rates where upper_inf(during) or upper(during) > ${since} order by lower(during)`,
    chunkSize,
  )
}

function periodColumns() {
  return sql`(extract(epoch from lower(during)) * 1000)::float8 as "fromMs",
    case when upper_inf(during) then null else (extract(epoch from upper(during)) * 1000)::float8 end as "untilMs"`
}

async function* fetchAll<Row>(
  transaction: DatabaseTransaction,
  cursor: 'routing_ranges' | 'routing_owners' | 'routing_rates',
  query: ReturnType<typeof sql>,
  chunkSize: number,
): AsyncGenerator<Row[]> {
  const name = sql.id(cursor)
  await declare(transaction, name, query)
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(chunkSize)} from ${name}`.execute(transaction)
    if (rows.length > 0) yield rows
    if (rows.length < chunkSize) break
  }
  await sql`close ${name}`.execute(transaction)
}

async function declare(
  transaction: DatabaseTransaction,
  name: ReturnType<typeof sql.id>,
  query: ReturnType<typeof sql>,
) {
  await sql`declare ${name} no scroll cursor for ${query}`.execute(transaction)
}
