// The program behind `npm run ledger:check`: proves that the books balance, or says exactly what does not and exits
// with 1. It may run beside the running platform, reads one snapshot, and changes nothing; in particular it repairs
// nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { checkLedger, renderReport } from './features/ledger/ledger.public.ts'
import { openDatabase } from './platform/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog, type Log } from './platform/log.ts'
import { StartFault, startFaultText } from './platform/start-fault.ts'

type Source = { connectionString: string; close(): Promise<void> }

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

/** @returns the exit code: 0 when the books balance, 1 when they do not or could not be checked */
async function run(): Promise<number> {
  const log = createLog({ level: 'warn' })
  const source = await openSource(readConfig(), log)
  try {
    const database = await openDatabase({
      connectionString: source.connectionString,
      log,
      applicationName: 'inrange-ledger-check',
      poolSizeMax: 1,
      hotPoolSizeMax: 1,
    })
    try {
      const report = await checkLedger({ database })
      process.stdout.write(`${renderReport(report)}\n`)
      return report.isSound ? 0 : 1
    } finally {
      await database.close()
    }
  } finally {
    await source.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  process.exitCode = 1
  if (error instanceof StartFault) {
    process.exitCode = error.exitCode
    process.stderr.write(`${startFaultText(error)}\n`)
  } else throw error
}
