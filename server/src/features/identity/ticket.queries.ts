// All SQL of tickets.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

/**
 * Writes that a ticket was spent; false when it was before, also by a request that runs at the same time. Takes a few
 * rows away whose tickets have long been over, so that the table stays as small as what minutes can spend; a minute is
 * left to whoever read theirs just before its end. Index: spent_tickets_by_end.
 */
export async function insertSpentTicket(
  database: Queryable,
  ticket: { id: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const longOver = new Date(ticket.now.getTime() - 60_000)
  await sql`
    delete from spent_tickets where id in (
      select id from spent_tickets where expires_at < ${longOver} order by expires_at limit 10 for update skip locked
    )
  `.execute(database)
  const { rows } = await sql`
    insert into spent_tickets (id, expires_at) values (${ticket.id}, ${ticket.expiresAt})
    on conflict (id) do nothing returning id
  `.execute(database)
  return rows.length === 1
}
