// The cheapest question that only a working database answers.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

/** Nothing is read but the connection itself. */
export async function selectNothing(database: Queryable): Promise<void> {
  await sql`select 1`.execute(database)
}
