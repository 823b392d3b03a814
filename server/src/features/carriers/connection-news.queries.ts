// What is told of a connection that is down or up again.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type ConnectionNewsRow = { carrierId: string; carrier: string; connection: string; lastError: string | null }

/** Names and the last fault of a connection, by primary keys; undefined when it is gone. */
export async function selectConnectionNews(
  database: Queryable,
  connectionId: string,
): Promise<ConnectionNewsRow | undefined> {
  const { rows } = await sql<ConnectionNewsRow>`
    select a.id as "carrierId", a.name as carrier, c.name as connection, n.last_error as "lastError"
    from connections c join carriers a on a.id = c.carrier_id
    left join connection_counters n on n.connection_id = c.id
    where c.id = ${connectionId}`.execute(database)
  return rows[0]
}
