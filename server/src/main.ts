// The program, top-down: configuration, database, migrations, platform, and an orderly end. `--demo` adds demo users,
// ranges and carriers and starts the simulator as a carrier (server/src/demo).
import { parseArgs } from 'node:util'
import { startPlatform, type Foundation, type Platform } from './compose.ts'
import { readConfig, type Config } from './config.ts'
import { prepareDemo, startDemo, type Demo } from './demo/start-demo.ts'
import { ensureSuperAdmin } from './features/identity/identity.public.ts'
import { assertLimits } from './limits.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase, waitForDatabase } from './platform/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { StartFault, startFaultText } from './platform/start-fault.ts'

const STOP_PATIENCE_MS = 30_000

type Running = { foundation: Foundation; platform: Platform; demo: Demo | null; postgres: EmbeddedPostgres | null }

try {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
  const running = await start(values.demo)
  endOnSignal(running)
} catch (error) {
  if (!(error instanceof StartFault)) throw error
  console.error(startFaultText(error))
  process.exit(error.exitCode)
}

async function start(isDemo: boolean): Promise<Running> {
  assertLimits()
  const config = readConfig()
  const log = createLog({ level: isDemo && config.logLevel === 'info' ? 'warn' : config.logLevel })
  const postgres =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, log }) : null
  try {
    const connectionString = config.databaseUrl ?? postgres?.connectionString ?? ''
    const foundation = await openFoundation(config, connectionString, log)
    const admin = await ensureSuperAdmin(foundation, { password: config.superadminPassword })
    // Said at once: whatever fails later in this start, the account is there and nobody could say its password again.
    if (admin.kind === 'created' && admin.generatedPassword !== null) printFirstPassword(admin.generatedPassword)
    const demoSecrets = isDemo ? await prepareDemo(foundation) : null
    const platform = await startPlatform(foundation).catch((error: unknown) => {
      throw startFaultOf(error, config)
    })
    const demo = demoSecrets ? await startDemo(foundation, platform, demoSecrets) : null
    printWelcome(config, platform, demo)
    return { foundation, platform, demo, postgres }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

async function openFoundation(config: Config, connectionString: string, log: Log): Promise<Foundation> {
  await waitForDatabase({ connectionString, log })
  await migrate({ connectionString, log })
  const database = await openDatabase({ connectionString, log })
  return { config, connectionString, database, clock: systemClock, log }
}

/** A port that is taken is the operator's to mend; anything else is ours. */
function startFaultOf(error: unknown, config: Config): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return error
  const port = 'port' in error ? String(error.port) : '?'
  const name = port === String(config.httpPort) ? 'HTTP_PORT' : 'SMPP_PORT'
  const why = error.code === 'EACCES' ? 'needs more rights' : 'is taken by another program'
  return new StartFault(`Port ${port} ${why}.`, `Stop that program, or set ${name} to another port.`, { cause: error })
}

function printFirstPassword(password: string): void {
  console.log(
    `\n  First start. Sign in as superadmin with the password ${password}\n  It is shown once, and changed at the first sign-in.`,
  )
}

function printWelcome(config: Config, platform: Platform, demo: Demo | null): void {
  const lines = [
    `  Inrange   http://localhost:${platform.httpPort}`,
    `  SMPP      ${config.smppHost}:${platform.smppPort ?? '-'}`,
  ]
  for (const { username, password, what } of demo?.accounts ?? []) {
    lines.push(`  ${username.padEnd(9)} ${password}   ${what}`)
  }
  console.log(['', ...lines, ''].join('\n'))
}

/** The first signal ends everything in order; a second one, or too long a wait, ends it at once. */
function endOnSignal({ foundation, platform, demo, postgres }: Running): void {
  let isEnding = false
  const end = async () => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
    await demo?.stop()
    await platform.stop()
    await foundation.database.close()
    await postgres?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
}
