// What the programs beside the platform share, which check or import something: they find the database, running or not,
// work on one connection, print a report, and say by their exit code whether all is well.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { openDatabase, type Database } from './platform/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog, type Log } from './platform/log.ts'
import { StartFault, startFaultText } from './platform/start-fault.ts'

type Source = { connectionString: string; close(): Promise<void> }
export type CheckOutcome = { text: string; isSound: boolean }

/**
 * Runs a check as a whole process. The exit code is 0 when it is sound, 1 when it is not or could not be made.
 * @param applicationName shown in pg_stat_activity
 */
export async function runCheckProgram(
  applicationName: string,
  check: (database: Database) => Promise<CheckOutcome>,
): Promise<void> {
  try {
    const outcome = await checkSource(applicationName, check)
    process.stdout.write(`${outcome.text}\n`)
    process.exitCode = outcome.isSound ? 0 : 1
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof StartFault)) throw error
    process.exitCode = error.exitCode
    process.stderr.write(`${startFaultText(error)}\n`)
  }
}

async function checkSource(
  applicationName: string,
  check: (database: Database) => Promise<CheckOutcome>,
): Promise<CheckOutcome> {
  const log = createLog({ level: 'warn' })
  const source = await openSource(readConfig(), log)
  try {
    const { connectionString } = source
    const database = await openDatabase({
      connectionString,
      log,
      applicationName,
      poolSizeMax: 1,
      hotPoolSizeMax: 1,
    })
    try {
      return await check(database)
    } finally {
      await database.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * The database of DATABASE_URL, the embedded one that the platform is running, or, when it is not running, that one
 * started for the check.
 */
async function openSource(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Source> {
  const leaveOpen = (connectionString: string): Source => ({ connectionString, close: () => Promise.resolve() })
  if (config.databaseUrl !== undefined) return leaveOpen(config.databaseUrl)
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    throw new StartFault(
      `There is no database in ${config.dataDir} yet.`,
      'Run `npm start` or `npm run demo` first, or set DATABASE_URL.',
    )
  }
  const running = findRunningPostgres(config.dataDir)
  if (running !== undefined) return leaveOpen(running)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { connectionString: postgres.connectionString, close: () => postgres.stop() }
}
