// What the stage of the archive asks of the database itself.
import type pg from 'pg'

/** How many inboxes hold messages that the digest has not come to. */
export async function readDigestLag(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ lag: number }>(
    `select count(*)::int as lag from inboxes i left join message_digests d on d.owner_id = i.owner_id
     where i.messages > 0 and (d.digested_through is null or d.digested_through < i.last_landed_at)`,
  )
  return rows[0]?.lag ?? 0
}

export async function findUserId(client: pg.Client, username: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>('select id from users where username = $1', [username])
  return rows[0]?.id ?? null
}

export async function hasConnection(client: pg.Client, systemId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from connections where system_id = $1', [systemId])
  return rowCount === 1
}

/** The ranges of numbers that somebody owns, as a simulated carrier knows them. */
export async function listNumbers(
  client: pg.Client,
  ownerId: string,
): Promise<{ prefix: string; start: string; end: string }[]> {
  const { rows } = await client.query<{ prefix: string; start: string; end: string }>(
    `select prefix, start_number as start, end_number as "end" from ranges join range_owners o on o.range_id = ranges.id
     where o.owner_id = $1 and upper_inf(o.during) order by ranges.id limit 40`,
    [ownerId],
  )
  return rows
}

/** Reads every table and index of the database into PostgreSQL's own memory. */
export async function readIntoMemory(client: pg.Client): Promise<void> {
  await client.query('create extension pg_prewarm')
  await client.query(
    `select pg_prewarm(oid) from pg_class where relkind in ('r', 'i', 't', 'm') and relpersistence = 'p'`,
  )
  await client.query('drop extension pg_prewarm')
}
