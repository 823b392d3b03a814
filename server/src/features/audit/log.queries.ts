// The SQL that reads the audit log for admins: pages, newest first, and the names of those it speaks of as they are
// now.
import { sql } from 'kysely'
import type { AuditOutcome } from '@inrange/contract/audit'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'

export type LogRow = {
  id: string
  at: Date
  actorId: string | null
  onBehalfOf: string | null
  action: string
  outcome: AuditOutcome
  subjectType: string
  subjectId: string
  address: string | null
  requestId: string | null
  before: unknown
  after: unknown
}

export type LogFilter = {
  actorId: string | null
  onBehalfOf: string | null
  subject: { type: string | null; id: string } | null
  /** Beginnings, any of which will do. */
  actions: string[] | null
  outcome: AuditOutcome | null
  from: Date | null
  until: Date | null
  /** Ids between which every entry of the period lies: they begin with the time, so the primary key finds the place. */
  idFrom: string | null
  idUntil: string | null
  address: string | null
  requestId: string | null
  /** Leaves out what the reader may not know the address of, lest a search by address tell it. */
  hidesAddressesOfSuperAdmins: boolean
}

const columns = sql`e.id, e.at, e.actor_id as "actorId", e.on_behalf_of as "onBehalfOf", e.action, e.outcome,
  e.subject_type as "subjectType", e.subject_id as "subjectId", host(e.address) as address,
  e.request_id as "requestId", e.before, e.after`

/**
 * A page, newest first. A walk backward along one of the indexes that end in the id (of actor, on behalf, subject,
 * address, request, outcome), or along the primary key, whose bounds the period gives; filtered on the way.
 */
export async function selectLogPage(
  database: Queryable,
  filter: LogFilter,
  page: { beforeId: string | null; limit: number },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select ${columns} from audit_log e
    where ${sql.join(conditionsOf(filter, page.beforeId), sql` and `)}
    order by e.id desc
    limit ${page.limit}
  `.execute(database)
  return rows
}

// Only what is asked for is in the statement, so that the planner sees which index serves it.
function conditionsOf(filter: LogFilter, beforeId: string | null) {
  const { actorId, onBehalfOf, subject, actions, outcome, from, until, idFrom, idUntil, address, requestId } = filter
  const conditions = [
    actorId === null ? null : sql`e.actor_id = ${actorId}`,
    onBehalfOf === null ? null : sql`e.on_behalf_of = ${onBehalfOf}`,
    subject === null ? null : sql`e.subject_id = ${subject.id}`,
    subject === null || subject.type === null ? null : sql`e.subject_type = ${subject.type}`,
    actions === null
      ? null
      : sql`exists (select from unnest(${actions}::text[]) beginning where starts_with(e.action, beginning))`,
    outcome === null ? null : sql`e.outcome = ${outcome}`,
    from === null ? null : sql`e.at >= ${from}`,
    until === null ? null : sql`e.at < ${until}`,
    idFrom === null ? null : sql`e.id >= ${idFrom}::uuid`,
    idUntil === null ? null : sql`e.id < ${idUntil}::uuid`,
    address === null ? null : sql`e.address = ${address}::inet`,
    address === null || !filter.hidesAddressesOfSuperAdmins ? null : notAboutSuperAdmins,
    requestId === null ? null : sql`e.request_id = ${requestId}`,
    beforeId === null ? null : sql`e.id < ${beforeId}::uuid`,
  ]
  return [sql`true`, ...conditions.filter((condition) => condition !== null)]
}

const notAboutSuperAdmins = sql`not exists (
  select from users u where u.role = 'super_admin' and case when e.actor_id is null
    then e.subject_type = 'user' and e.subject_id = u.id::text else u.id = e.actor_id end)`

export async function selectLogEntry(database: Queryable, id: string): Promise<LogRow | null> {
  const { rows } = await sql<LogRow>`select ${columns} from audit_log e where e.id = ${id}`.execute(database)
  return rows[0] ?? null
}

export type Named = { type: string; id: string; name: string; /** Of users only. */ role: Role | null }

/** Names, as they are now, of the users and things of a page. Each by its primary key. */
export async function selectNames(database: Queryable, ids: readonly string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const wanted = sql`any(${[...ids]}::uuid[])`
  const { rows } = await sql<Named>`
    select 'user' as type, id, username as name, role from users where id = ${wanted}
    union all select 'range', id, name, null from ranges where id = ${wanted}
    union all select 'carrier', id, name, null from carriers where id = ${wanted}
    union all select 'connection', id, name, null from connections where id = ${wanted}
    union all select 'payment_method', id, name, null from payment_methods where id = ${wanted}
  `.execute(database)
  return rows
}
