// The program behind `npm run users:import`: takes over the users of the old backend from an export of its table
// `users`, with a report by row. It may run beside the running platform. The exit code is 1 when a row was refused or
// nothing could be read.
import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runCheckProgram, type CheckOutcome } from './check.program.ts'
import { IMPORT_BYTES_MAX, importUsers, readImport, renderImport } from './features/users/users.public.ts'
import { systemClock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import { StartFault } from './platform/start-fault.ts'

const USAGE = 'npm run users:import -- FILE [--dry-run] [--allow-super-admin]'

type Asked = { path: string; isDryRun: boolean; allowSuperAdmin: boolean }

function readArguments(): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, 'allow-super-admin': { type: 'boolean' } },
    })
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) throw new StartFault('Name one file.', `Usage: ${USAGE}`)
    return { path, isDryRun: values['dry-run'] ?? false, allowSuperAdmin: values['allow-super-admin'] ?? false }
  } catch (error) {
    if (error instanceof StartFault) throw error
    throw new StartFault(error instanceof Error ? error.message : String(error), `Usage: ${USAGE}`)
  }
}

function readText(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new StartFault(`There is no file ${path}.`, `Usage: ${USAGE}`)
  if (stat.size > IMPORT_BYTES_MAX) {
    throw new StartFault(`${path} is larger than ${IMPORT_BYTES_MAX / 1024 / 1024} MiB.`, 'Split it by rows.')
  }
  return readFileSync(path, 'utf8')
}

async function run(database: Database): Promise<CheckOutcome> {
  const asked = readArguments()
  const { rows, ignoredColumns } = readImport(readText(asked.path))
  const results = await importUsers({ database, clock: systemClock }, rows, asked)
  const isSound = results.every(({ outcome }) => outcome !== 'refused')
  return { text: renderImport(results, { ...asked, ignoredColumns }), isSound }
}

await runCheckProgram('inrange-import-users', run)
