// A PostgreSQL for the simulator as a program, as tests have it: migrated, empty, in a temporary folder, gone when it is
// closed. It deliberately gives up durability, which nobody needs here, for speed.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../platform/database.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts'
import { createLog, createSilentLog } from '../../platform/log.ts'
import { migrate } from '../../platform/migrate.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

export type MoneyServer = { database: Database; close(): Promise<void> }

export async function startMoneyServer(): Promise<MoneyServer> {
  const folder = makeScratchFolder('simulate')
  const log = createLog({ level: 'error' })
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '256MB' },
  })
  const { connectionString } = postgres
  await migrate({ connectionString, log })
  const database = await openDatabase({ connectionString, log: createSilentLog(), applicationName: 'inrange-simulate' })
  return {
    database,
    close: async () => {
      await database.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
