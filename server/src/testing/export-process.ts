// A process that works on exports as the program does, to be killed by a test. Arguments: the address of the database,
// and how many octets a piece has. Reports over IPC how much memory it took at most (kB) and how many turns it had.
import { workExports } from '../features/reports/work-exports.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'

export type ExportReport = { turns: number; memoryKilobytesMax: number }

const [connectionString = '', pieceOctets = ''] = process.argv.slice(2)
const log = createLog({ level: 'error' })
const database = await openDatabase({ connectionString, log, poolSizeMax: 2, hotPoolSizeMax: 1 })
const notices = { isConfigured: () => Promise.resolve(false), notify: () => Promise.resolve('not_configured' as const) }
const deps = { database, clock: systemClock, log, notices, publicUrl: 'http://127.0.0.1' }
const pace = { pieceOctets: Number(pieceOctets), pieceMs: 60_000, turnMs: 60_000, runMs: 600_000, atOnceMax: 2 }
const turns = await workExports(deps, undefined, pace)
const report: ExportReport = { turns, memoryKilobytesMax: process.resourceUsage().maxRSS }
process.send?.(report)
await database.close()
process.disconnect?.()
