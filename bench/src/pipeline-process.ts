// The pipeline in a process of its own, so that its CPU and memory are its own: SMPP server, stages, commit, answers; no console, no jobs. Talks to the
// benchmark over IPC: says its port when it is ready, and what it used whenever it is asked.
import { openIngest } from '@inrange/server/ingest/open-ingest'
import { startConnections, type ConnectionsRuntime } from '@inrange/server/features/carriers/carriers.public'
import { systemClock } from '@inrange/server/platform/clock'
import { openDatabase } from '@inrange/server/platform/database'
import { createLog } from '@inrange/server/platform/log'
import { createSecrets, generateKeyText, parseKeyRing } from '@inrange/server/platform/secrets'

const connectionString = process.argv[2] ?? ''
const log = createLog({ level: 'warn' })
const database = await openDatabase({ connectionString, log })
let runtime: ConnectionsRuntime | undefined
const ingest = await openIngest({
  database,
  connectionString,
  clock: systemClock,
  log,
  factsOf: (connectionId) => {
    const facts = runtime?.factsOf(connectionId)
    if (!facts) throw new Error('the benchmark has one connection')
    return facts
  },
})
runtime = await startConnections({
  database,
  connectionString: null,
  intake: ingest,
  log,
  clock: systemClock,
  secrets: createSecrets(parseKeyRing(generateKeyText())),
  smpp: { host: '127.0.0.1', port: 0, tls: null },
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
