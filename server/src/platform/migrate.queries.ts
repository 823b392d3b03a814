// Guarantees the statements that keep the list of applied migrations: one starter at a time, each file with its
// record in one transaction. It deliberately knows neither files nor versions of the program; migrate.ts decides.
import type pg from 'pg'
import { APP_ROLE } from './database.queries.ts'

/** A migration that the database has taken. */
export type AppliedMigration = { id: number; name: string; sha256: string; breaking: boolean }

// Any fixed number will do, as long as nothing else locks it: the first eight bytes of sha256('inrange migrations').
const LOCK_KEY = '-4207217498170411183'

/**
 * Waits until no other starter migrates this database. Held by the connection, so it is given free when that ends,
 * however it ends.
 */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1::bigint)', [LOCK_KEY])
}

export async function unlockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1::bigint)', [LOCK_KEY])
}

/**
 * All applied migrations in order of id; none when the database is new. Reads only, so that an old program changes
 * nothing.
 */
export async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(`select where to_regclass('public.migrations') is not null`)
  if (found.length === 0) return []
  const { rows } = await client.query<AppliedMigration>(
    'select id, name, sha256, breaking from public.migrations order by id',
  )
  return rows
}

/** Makes the list itself. Call it while holding the lock. */
export async function ensureMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists public.migrations (
    id integer primary key,
    name text not null,
    sha256 text not null,
    breaking boolean not null,
    applied_at timestamptz not null default now()
  )`)
}

/** Runs one file and records it, or does neither. */
export async function applyMigration(client: pg.ClientBase, migration: AppliedMigration, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into public.migrations (id, name, sha256, breaking) values ($1, $2, $3, $4)', [
      migration.id,
      migration.name,
      migration.sha256,
      migration.breaking,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Migrations may grant on all tables of a schema; the list of migrations is never the program's to write. */
export async function protectMigrationsTable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (rows.length === 0) return
  await client.query(`revoke all on public.migrations from ${APP_ROLE}`)
  await client.query(`grant select on public.migrations to ${APP_ROLE}`)
}
