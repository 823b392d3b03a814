// SQL of acting for somebody. A grant belongs to one session of one administrator and is over with it.
import { sql } from 'kysely'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../../platform/database.ts'

export type ActingGrant = {
  id: string
  actorId: string
  userId: string
  isReadOnly: boolean
  reason: string
  createdAt: Date
  expiresAt: Date
}

const grantColumns = sql`g.id, g.actor_id as "actorId", g.user_id as "userId", g.is_read_only as "isReadOnly",
  g.reason, g.created_at as "createdAt", g.expires_at as "expiresAt"`

export type LiveGrant = ActingGrant & { username: string; role: Role; actorRole: Role }

/**
 * The newest grant of this session for this user that is not over, with both roles as they stand now; nothing when
 * either is inactive. Runs for every request of an administrator who acts. Uses acting_grants_of_session.
 */
export async function selectLiveGrant(
  database: Queryable,
  grant: { sessionId: string; actorId: string; userId: string; now: Date },
): Promise<LiveGrant | null> {
  const { rows } = await sql<LiveGrant>`
    select ${grantColumns}, u.username, u.role, a.role as "actorRole"
    from acting_grants g join users u on u.id = g.user_id join users a on a.id = g.actor_id
    where g.session_id = ${grant.sessionId} and g.actor_id = ${grant.actorId} and g.user_id = ${grant.userId}
      and g.ended_at is null and g.expires_at > ${grant.now} and u.is_active and a.is_active
    order by g.created_at desc limit 1
  `.execute(database)
  return rows[0] ?? null
}

export async function insertGrant(
  database: Queryable,
  grant: {
    sessionId: string
    actorId: string
    userId: string
    isReadOnly: boolean
    reason: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into acting_grants (session_id, actor_id, user_id, is_read_only, reason, created_at, expires_at)
    values (${grant.sessionId}, ${grant.actorId}, ${grant.userId}, ${grant.isReadOnly}, ${grant.reason},
      ${grant.createdAt}, ${grant.expiresAt})
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** Which grants to end: of a session, of a person in either part, of those sessions of an administrator that ended. */
export type GrantsToEnd =
  | { ofSession: string }
  | { ofPerson: string }
  | { ofEndedSessionsOf: string }
  /** Grants whose time is up, or whose session is over, at most `limit`. */
  | { overBy: Date; limit: number }

function grantsCondition(which: GrantsToEnd) {
  if ('ofSession' in which) return sql`session_id = ${which.ofSession}`
  if ('ofPerson' in which) return sql`(actor_id = ${which.ofPerson} or user_id = ${which.ofPerson})`
  if ('ofEndedSessionsOf' in which) {
    return sql`actor_id = ${which.ofEndedSessionsOf}
      and exists (select from sessions s where s.id = g.session_id and s.ended_at is not null)`
  }
  return sql`id in (
    select o.id from acting_grants o join sessions s on s.id = o.session_id
    where o.ended_at is null
      and (o.expires_at <= ${which.overBy} or s.ended_at is not null or s.expires_at <= ${which.overBy})
    order by o.id limit ${which.limit} for update of o skip locked)`
}

/** Ends grants that are not over, each once, and answers which those were. */
export async function updateGrantsEnded(database: Queryable, which: GrantsToEnd, now: Date): Promise<ActingGrant[]> {
  const { rows } = await sql<ActingGrant>`
    update acting_grants g set ended_at = ${now}
    where g.ended_at is null and ${grantsCondition(which)}
    returning ${grantColumns}
  `.execute(database)
  return rows
}

export async function selectUsernames(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any(${[...ids]}::uuid[])
  `.execute(database)
  return new Map(rows.map((row) => [row.id, row.username]))
}
