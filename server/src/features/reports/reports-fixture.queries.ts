// What the tests of reports arrange behind the program's back. Imported by tests only.
import type pg from 'pg'

export type Traffic = {
  ownerId: string
  rangeId: string
  connectionId: string
  /** An hour of UTC. */
  hour: string
  messages: number
  segments?: number
  earnedMicros?: number
}

/** Hours as the pipeline writes them, without their messages. */
export async function insertTraffic(client: pg.Client, traffic: Traffic): Promise<void> {
  const { ownerId, rangeId, connectionId, hour, messages, segments = messages, earnedMicros = 0 } = traffic
  await client.query(
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     values ($1, $2, $3, $4, $5, $6::bigint, $6::bigint <> 0)`,
    [ownerId, rangeId, hour, messages, segments, earnedMicros],
  )
  await client.query(
    `insert into traffic_connection_hourly as t (connection_id, hour, lane, messages, segments, earned_micros)
     values ($1, $2, 0, $3, $4, $5) on conflict (connection_id, hour, lane) do update set
       messages = t.messages + excluded.messages, segments = t.segments + excluded.segments,
       earned_micros = t.earned_micros + excluded.earned_micros`,
    [connectionId, hour, messages, segments, earnedMicros],
  )
}

export async function insertSenderDay(
  client: pg.Client,
  day: { ownerId: string; day: string; sender: string; messages: number; earnedMicros: number },
): Promise<void> {
  await client.query(
    `insert into traffic_sender_daily (owner_id, day, sender, messages, segments, earned_micros, codes)
     values ($1, $2, $3, $4, $4, $5, 0)`,
    [day.ownerId, day.day, day.sender, day.messages, day.earnedMicros],
  )
}

/** Whoever worked is dead, and its time is over. */
export async function endLeases(client: pg.Client): Promise<void> {
  await client.query(`update exports set lease_until = '-infinity'`)
}

export async function readPieces(client: pg.Client): Promise<{ pieces: number; state: string }> {
  const { rows } = await client.query<{ pieces: bigint; state: string }>(
    `select e.state, (select count(*) from export_chunks c where c.export_id = e.id) as pieces
     from exports e order by id desc limit 1`,
  )
  return { pieces: Number(rows[0]?.pieces ?? 0), state: rows[0]?.state ?? '' }
}

export async function deleteExports(client: pg.Client): Promise<void> {
  await client.query('delete from exports')
}

export async function readNotifications(
  client: pg.Client,
): Promise<{ kind: string; facts: unknown; subject: unknown }[]> {
  const { rows } = await client.query<{ kind: string; facts: unknown; subject: unknown }>(
    'select kind, facts, subject from notifications order by id',
  )
  return rows
}
