// Guarantees the statements that make and remove whole databases for tests. It deliberately is imported by tests only.
import type pg from 'pg'

/** Creates a database, as a copy of another one when `template` is given. The template must have no connections. */
export async function createDatabase(client: pg.ClientBase, name: string, template?: string): Promise<void> {
  const source = template === undefined ? 'template1' : template
  await client.query(`create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(source)}`)
}

export async function renameDatabase(client: pg.ClientBase, name: string, newName: string): Promise<void> {
  await client.query(`alter database ${client.escapeIdentifier(name)} rename to ${client.escapeIdentifier(newName)}`)
}

export async function dropDatabase(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
}

export async function databaseExists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_database where datname = $1', [name])
  return rows.length > 0
}

/**
 * Who is still connected to a database: application name, state and last statement. Never the asker, who is
 * elsewhere.
 */
export async function readConnections(client: pg.ClientBase, name: string): Promise<string[]> {
  const { rows } = await client.query<{ who: string }>(
    `select concat_ws(', ', application_name, state, left(query, 80)) as who
     from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  )
  return rows.map((row) => row.who)
}
