// The pipeline in a process of its own, so that its CPU and memory are its own and it can be killed: SMPP server,
// stages, commit, answers; no console, no jobs. Arguments: the address of the database, and the port to listen on (0:
// any). Talks over IPC: says its port when it is ready, and what it used whenever it is asked.
import { openIngest } from '../ingest/open-ingest.ts'
import { startConnections, type ConnectionsRuntime } from '../features/carriers/carriers.public.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { createSecrets, generateKeyText, parseKeyRing } from '../platform/secrets.ts'

const [connectionString = '', port = '0'] = process.argv.slice(2)
const log = createLog({ level: 'error' })
const database = await openDatabase({ connectionString, log })
let runtime: ConnectionsRuntime | undefined
const ingest = await openIngest({
  database,
  connectionString,
  clock: systemClock,
  log,
  factsOf: (connectionId) => runtime?.factsOf(connectionId) ?? null,
})
runtime = await startConnections({
  database,
  connectionString: null,
  intake: ingest,
  log,
  clock: systemClock,
  secrets: createSecrets(parseKeyRing(generateKeyText())),
  smpp: { host: '127.0.0.1', port: Number(port), tls: null },
})
let peakRss = 0
setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss())
}, 50).unref()

process.on('message', (message) => {
  if (message === 'use') {
    const cpu = process.cpuUsage()
    process.send?.({ cpuMicros: cpu.user + cpu.system, rss: process.memoryUsage.rss(), peakRss, ...ingest.stats() })
  }
  if (message === 'stop') void stop()
})
process.send?.({ port: runtime.smppPort })

async function stop(): Promise<void> {
  await runtime?.stop()
  await ingest.stop()
  await database.close()
  process.disconnect?.()
}
