// A database as an older program left it, for tests of what a migration does to it: the migrations before one of them,
// and the rest when the test asks for it. It deliberately writes nothing into it: the life before is the test's.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientSettings, openDatabase, type Database } from '../platform/database.ts'
import { createSilentLog } from '../platform/log.ts'
import { migrate, SQL_DIR } from '../platform/migrate.ts'
import { createTestDatabase } from './test-database.ts'

export type OlderDatabase = {
  /** As the owner, who may write whatever the older program did. */
  readonly client: pg.Client
  /** Runs the newer migrations and opens the database as the program does; closed with everything else. */
  readonly takeNewer: () => Promise<{ database: Database; names: string[] }>
}

/**
 * Gives `use` a database that knows only the migrations before `firstNewer`, such as '000013-maturing-amounts.sql', and
 * removes it afterwards.
 */
export async function withOlderDatabase(
  firstNewer: string,
  use: (older: OlderDatabase) => Promise<void>,
): Promise<void> {
  const own = await createTestDatabase({ empty: true })
  const { connectionString } = own
  const folder = mkdtempSync(join(tmpdir(), 'inrange-older-'))
  const log = createSilentLog()
  const client = new pg.Client(clientSettings(connectionString, 'test-owner'))
  let database: Database | undefined
  try {
    const older = readdirSync(SQL_DIR).filter((name) => /^\d/.test(name) && name < firstNewer)
    for (const name of older) copyFileSync(join(SQL_DIR, name), join(folder, name))
    await migrate({ connectionString, log, sqlDir: folder })
    await client.connect()
    await use({
      client,
      takeNewer: async () => {
        const names = await migrate({ connectionString, log })
        database = await openDatabase({ connectionString, log, poolSizeMax: 1, hotPoolSizeMax: 1 })
        return { database, names }
      },
    })
  } finally {
    await database?.close()
    await client.end()
    rmSync(folder, { recursive: true })
    await own.drop()
  }
}
