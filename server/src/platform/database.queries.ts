// Guarantees the few statements the platform itself needs to reach a database: what server it is, which role to work
// as, and that a database of a name exists. It deliberately holds nothing of the product's tables.
import pg from 'pg'

/** Role the program works as, so that it cannot change tables, rules or grants; made by the migrations. */
export const APP_ROLE = 'inrange_app'

export type ServerFacts = {
  /** Six digits, such as 180004. */
  versionNumber: number
  versionText: string
  appRoleExists: boolean
  /** Whether the connecting role may work as the app role. */
  appRoleUsable: boolean
}

/** Reads what kind of server answers and whether the app role is there. One round trip; run once per start. */
export async function readServerFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as "versionNumber",
            current_setting('server_version') as "versionText",
            exists (select from pg_roles where rolname = $1) as "appRoleExists",
            exists (select from pg_roles where rolname = $1 and pg_has_role(oid, 'SET')) as "appRoleUsable"`,
    [APP_ROLE],
  )
  const [facts] = rows
  if (!facts) throw new Error('The server answered its own description with no row')
  return facts
}

/**
 * Creates a database of this name beside the one that is always there. Two callers at once: one creates, both return.
 */
export async function ensureDatabaseExists(connectionString: string, name: string): Promise<void> {
  const address = new URL(connectionString)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href, application_name: 'inrange-start' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    const duplicate = ['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')
    if (!duplicate) throw error
  } finally {
    await client.end()
  }
}
