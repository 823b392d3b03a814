// What the tests of the audit slice look at and try. Imported by tests only.
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Role } from '@inrange/contract/roles'
import type { Database, DatabaseTransaction, Queryable } from '../../platform/database.ts'
import type { DB } from '../../platform/schema.types.ts'

export async function insertAuditedUser(database: Queryable, username: string, role: Role = 'user'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role) values (${username}, ${`${username}@example.com`}, ${role}) returning id
  `.execute(database)
  return rows[0]!.id
}

export async function insertAuditedRange(database: Queryable, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ranges (name, prefix, start_number, end_number) values (${name}, '90532', '0000000', '0000099')
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** An entry of another time; its id begins with the milliseconds of `idAt`. */
export async function insertEntryAt(
  client: pg.Client,
  entry: { at: string; idAt: string; requestId: string },
): Promise<void> {
  await client.query(
    `insert into audit_log (id, at, action, subject_type, subject_id, request_id)
     select uuidv7(($1::timestamptz - clock_timestamp())), $2, 'dated', 'thing', 'one', $3`,
    [entry.idAt, entry.at, entry.requestId],
  )
}

export type DenialEntry = {
  actorId: string | null
  onBehalfOf: string | null
  action: string
  outcome: string
  subjectType: string
  subjectId: string
  address: string
  after: Record<string, unknown>
}

/** What a test recorded under its own request id, oldest first. */
export async function readDenials(database: Queryable, requestId: string): Promise<DenialEntry[]> {
  const { rows } = await sql<DenialEntry>`
    select actor_id as "actorId", on_behalf_of as "onBehalfOf", action, outcome, subject_type as "subjectType",
      subject_id as "subjectId", host(address) as address, after
    from audit_log where request_id = ${requestId} order by id
  `.execute(database)
  return rows
}

export async function countDenials(database: Queryable, requestId: string): Promise<number> {
  return (await readDenials(database, requestId)).length
}

export async function readAuditEntries(database: Queryable, subjectType: string): Promise<unknown[]> {
  const { rows } = await sql`
    select actor_id as "actorId", on_behalf_of as "onBehalfOf", action, outcome, subject_type as "subjectType", subject_id as "subjectId",
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
  'date audit_log': sql`insert into audit_log (at, action, subject_type, subject_id) values (now(), '', '', '')`,
  'place audit_log': sql`insert into audit_log (transaction_id, action, subject_type, subject_id)
    values ('3', '', '', '')`,
  'update audit_blocks': sql`update audit_blocks set entries = 1`,
  'delete audit_blocks': sql`delete from audit_blocks`,
  'update audit_verifications': sql`update audit_verifications set faults = '[]'`,
  'delete audit_verifications': sql`delete from audit_verifications`,
}
export type Statement = keyof typeof statements

export async function tamper(database: Queryable, statement: Statement): Promise<void> {
  await statements[statement].execute(database)
}

/** Deletes by the owner of the tables, as an operator with psql would. */
export async function deleteAsOwner(client: pg.Client, table: 'audit_log' | 'audit_blocks'): Promise<void> {
  await client.query(`delete from ${table}`)
}

const blockOf = `(select b.id from audit_blocks b, audit_log e
  where e.subject_id = $1 and e.transaction_id >= b.first_transaction_id and e.transaction_id < b.end_transaction_id)`

/** The block that an entry is sealed in. */
export async function readBlockOf(client: pg.Client, subjectId: string): Promise<string> {
  const { rows } = await client.query<{ id: bigint }>(`select ${blockOf} as id`, [subjectId])
  return String(rows[0]?.id)
}

export async function countEntries(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: bigint }>('select count(*) as count from audit_log')
  return Number(rows[0]?.count)
}

const tamperings = {
  'changed action': [`update audit_log set action = 'nothing_done' where subject_id = $1`],
  'changed time': [`update audit_log set at = at + interval '1 microsecond' where subject_id = $1`],
  'changed address': [`update audit_log set address = '192.0.2.9' where subject_id = $1`],
  'another actor': [`update audit_log set actor_id = uuidv7() where subject_id = $1`],
  removed: [`delete from audit_log where subject_id = $1`],
  inserted: [
    `insert into audit_log (transaction_id, action, subject_type, subject_id)
     select transaction_id, action, subject_type, 'slipped in' from audit_log where subject_id = $1`,
  ],
  'changed hash': [`update audit_blocks set hash = sha256('') where id = ${blockOf}`],
  'block removed': [`delete from audit_blocks where id = ${blockOf}`],
  'end removed': [`delete from audit_blocks where id = ${blockOf}`, `delete from audit_log where subject_id = $1`],
}

/** What somebody with the owner's rights and no scruples does to one entry, or to its block. */
export async function tamperSealed(client: pg.Client, how: keyof typeof tamperings, subjectId: string): Promise<void> {
  for (const statement of tamperings[how]) await client.query(statement, [subjectId])
}

/** Runs work as the owner, with every trigger silenced, and takes all of it back. */
export async function throughOwner<Result>(
  client: pg.Client,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  await client.query("set local session_replication_role = 'replica'")
  try {
    return await work(databaseOf(client))
  } finally {
    await client.query('rollback')
  }
}

function databaseOf(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => undefined } as unknown as pg.PoolClient
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} }
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    hot: pool as unknown as pg.Pool,
    transaction: (work) => work(kysely as DatabaseTransaction),
    pool: () => ({ open: 1, idle: 0, waiting: 0, max: 1 }),
    close: () => kysely.destroy(),
  }
}
