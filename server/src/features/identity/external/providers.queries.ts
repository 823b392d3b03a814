// All SQL of identity providers: the services that may vouch for somebody.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

/** Those whose identities open a session now. The table is a handful of rows. */
export async function selectEnabledProviderIds(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from identity_providers where is_enabled`.execute(database)
  return rows.map(({ id }) => id)
}
