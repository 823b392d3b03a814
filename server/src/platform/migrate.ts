// Guarantees that a database has taken exactly the files of server/sql, in order, each once and whole, also when
// several programs start together; and that a program older than its database stops before it does harm. It
// deliberately has no way back: a mistake is repaired by the next file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { clientSettings } from './database.ts'
import type { Log } from './log.ts'
import { applyMigration, ensureMigrationsTable, lockMigrations, protectMigrationsTable } from './migrate.queries.ts'
import { readApplied, unlockMigrations, type AppliedMigration } from './migrate.queries.ts'
import { EXIT_CODE_SCHEMA_AHEAD, StartFault } from './start-fault.ts'

/** The folder of the migrations. */
export const SQL_DIR = join(import.meta.dirname, '../../sql')

const FILE_NAME = /^(\d{6})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/
/** First line of a file that programs made before it cannot work with. */
const BREAKING_MARK = '--! breaking'
// schema.sql is the generated picture of the result, not a step towards it.
const GENERATED_FILE = 'schema.sql'

type MigrationFile = AppliedMigration & { text: string }

export type MigrateOptions = {
  /** Connects as the owner of the tables. */
  connectionString: string
  log: Log
  sqlDir?: string
}

/**
 * Brings a database up to date. Returns the names of the files that were applied now.
 * @throws StartFault with exit code 57 when the database is ahead by a breaking migration; with exit code 1 when an
 * applied file was changed or removed, a file has a name out of order, or its SQL fails (the file is then undone)
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = readMigrationFiles(options.sqlDir ?? SQL_DIR)
  const client = new pg.Client(clientSettings(options.connectionString, 'inrange-migrate'))
  client.on('error', () => undefined) // The statement that was running reports it.
  await client.connect()
  try {
    await lockMigrations(client)
    const applied = await readApplied(client)
    const pending = choosePending(files, applied, options.log)
    if (pending.length > 0) await ensureMigrationsTable(client)
    for (const file of pending) await applyFile(client, file, options.log)
    if (pending.length > 0) await protectMigrationsTable(client)
    await unlockMigrations(client)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** A digest over all files, in order: databases with the same digest have the same schema. */
export function digestMigrations(sqlDir: string = SQL_DIR): string {
  const hash = createHash('sha256')
  for (const file of readMigrationFiles(sqlDir)) hash.update(`${file.name} ${file.sha256}\n`)
  return hash.digest('hex')
}

function readMigrationFiles(sqlDir: string): MigrationFile[] {
  const files: MigrationFile[] = []
  for (const name of readdirSync(sqlDir).sort()) {
    if (!name.endsWith('.sql') || name === GENERATED_FILE) continue
    const id = Number(FILE_NAME.exec(name)?.[1])
    if (!Number.isSafeInteger(id)) {
      throw new StartFault(`The migration ${name} is misnamed.`, 'Name it like 000002-what-it-does.sql.')
    }
    if (files.at(-1)?.id === id) {
      throw new StartFault(
        `The migrations ${files.at(-1)?.name} and ${name} have one number.`,
        'Renumber the newer one.',
      )
    }
    // Line ends are made equal, or a checkout with other settings would look like a changed file.
    const text = readFileSync(join(sqlDir, name), 'utf8').replaceAll('\r\n', '\n')
    const sha256 = createHash('sha256').update(text).digest('hex')
    files.push({ id, name, sha256, breaking: text.startsWith(`${BREAKING_MARK}\n`), text })
  }
  return files
}

function choosePending(files: MigrationFile[], applied: AppliedMigration[], log: Log): MigrationFile[] {
  const newestFileId = files.at(-1)?.id ?? 0
  requireNotAhead(
    applied.filter((migration) => migration.id > newestFileId),
    log,
  )
  const appliedById = new Map(applied.map((migration) => [migration.id, migration]))
  const newestAppliedId = applied.at(-1)?.id ?? 0
  for (const file of files) {
    const earlier = appliedById.get(file.id)
    if (earlier) requireUnchanged(file, earlier)
    else if (file.id < newestAppliedId) {
      const problem = `The migration ${file.name} comes before ones that this database has already taken.`
      throw new StartFault(problem, 'Give it the next free number.')
    }
    appliedById.delete(file.id)
  }
  for (const missing of appliedById.values()) {
    if (missing.id > newestFileId) continue
    const problem = `This database has taken the migration ${missing.name}, which this program does not have.`
    throw new StartFault(problem, 'Restore the file: applied migrations are never removed.')
  }
  return files.filter((file) => file.id > newestAppliedId)
}

function requireUnchanged(file: MigrationFile, earlier: AppliedMigration): void {
  if (file.sha256 === earlier.sha256) return
  const problem = `The migration ${file.name} was changed after this database had taken it.`
  throw new StartFault(problem, 'Restore the file as it was, and put the change into a new one.')
}

function requireNotAhead(ahead: AppliedMigration[], log: Log): void {
  if (ahead.length === 0) return
  const breaking = ahead.find((migration) => migration.breaking)
  if (breaking) {
    const problem = `This database was migrated by a newer program (${breaking.name}), which this one cannot work with.`
    throw new StartFault(problem, 'Start the newer release.', { exitCode: EXIT_CODE_SCHEMA_AHEAD })
  }
  const names = ahead.map((migration) => migration.name)
  log.warn({ migrations: names }, 'the database was migrated by a newer program; this one can still work with it')
}

async function applyFile(client: pg.Client, file: MigrationFile, log: Log): Promise<void> {
  const startedMs = performance.now()
  try {
    await applyMigration(client, file, file.text)
  } catch (cause) {
    const { message, position } = cause as pg.DatabaseError
    const line = position === undefined ? '' : ` at line ${file.text.slice(0, Number(position)).split('\n').length}`
    const problem = `The migration ${file.name} failed${line}: ${message}. Nothing of it was kept.`
    throw new StartFault(problem, 'Repair what it names and start again.', { cause })
  }
  log.info({ migration: file.name, tookMs: Math.round(performance.now() - startedMs) }, 'migrated')
}
