// Guarantees a process of its own that supervises the PostgreSQL of a folder until it is killed, for tests that need two
// processes: `node hold-postgres.ts FOLDER` prints one line of JSON when it is up. SIGTERM stops it in order.
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { createSilentLog } from '../platform/log.ts'

const [dataDir = ''] = process.argv.slice(2)
const postgres = await startEmbeddedPostgres({ dataDir, log: createSilentLog() })
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ connectionString: postgres.connectionString, postgresPid: postgres.pid }))
