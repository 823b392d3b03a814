// Reading and replacing sealed values of any table, for the change of the key that seals.
import { sql } from 'kysely'
import type { Queryable } from './database.ts'

export type SealedRow = { row: string; sealed: string }

/** A page of a column's sealed values by the table's key, so that a large table is read in bounded pieces. */
export async function selectSealed(
  database: Queryable,
  page: { table: string; key: string; column: string; after: string; limit: number },
): Promise<SealedRow[]> {
  const [key, column] = [sql.ref(page.key), sql.ref(page.column)]
  const { rows } = await sql<SealedRow>`
    select ${key}::text as row, ${column} as sealed from ${sql.table(page.table)}
    where ${column} is not null and ${key}::text > ${page.after} order by ${key}::text limit ${page.limit}
  `.execute(database)
  return rows
}

/** Replaces a value, unless somebody else has meanwhile. */
export async function updateSealed(
  database: Queryable,
  value: { table: string; key: string; column: string; row: string; from: string; to: string },
): Promise<void> {
  const [key, column] = [sql.ref(value.key), sql.ref(value.column)]
  await sql`
    update ${sql.table(value.table)} set ${column} = ${value.to}
    where ${key}::text = ${value.row} and ${column} = ${value.from}
  `.execute(database)
}
