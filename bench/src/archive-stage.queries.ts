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
