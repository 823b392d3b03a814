// What the tests of the audit slice look at and try. Imported by tests only.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export async function insertAuditedUser(database: Queryable, username: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email) values (${username}, ${`${username}@example.com`}) returning id
  `.execute(database)
  return rows[0]!.id
}

export async function readAuditEntries(database: Queryable, subjectType: string): Promise<unknown[]> {
  const { rows } = await sql`
    select actor_id as "actorId", action, subject_type as "subjectType", subject_id as "subjectId",
      host(address) as address,
      request_id as "requestId", before, after
    from audit_log where subject_type = ${subjectType} order by id
  `.execute(database)
  return rows
}

const statements = {
  'update activities': sql`update activities set description = ''`,
  'delete activities': sql`delete from activities`,
  'update audit_log': sql`update audit_log set action = ''`,
  'delete audit_log': sql`delete from audit_log`,
}

export async function tamper(database: Queryable, statement: keyof typeof statements): Promise<void> {
  await statements[statement].execute(database)
}
