// Guarantees the embedded PostgreSQL of a data folder without the program on it, for an operator who restores a dump
// or looks inside, and for tests that need a second process: `node tools/run-postgres.ts [FOLDER]` prints its address
// as one line of JSON when it is up, and stops it in order on SIGINT and SIGTERM. It deliberately does not migrate.
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@inrange/server/platform/embedded-postgres'
import { createLog } from '@inrange/server/platform/log'
import { StartFault, startFaultText } from '@inrange/server/platform/start-fault'

const [dataDir = join(import.meta.dirname, '../data')] = process.argv.slice(2)
try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'error' }) })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void postgres.stop())
  console.log(JSON.stringify({ connectionString: postgres.connectionString, postgresPid: postgres.pid }))
} catch (error) {
  if (!(error instanceof StartFault)) throw error
  console.error(startFaultText(error))
  process.exitCode = error.exitCode
}
