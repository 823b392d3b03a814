// The one promise, under kills: a carrier sends over real SMPP while either the program or PostgreSQL is killed
// (SIGKILL) at a random moment, again and again. Whatever was acknowledged is there exactly once, whatever was not
// lands once when it is sent again, and the books agree with the messages.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '@inrange/sim/seeded-random'
import { startEsme, type Esme } from '@inrange/sim/esme'
import { hashPassword } from '../features/identity/identity.public.ts'
import { checkLedger } from '../features/ledger/ledger.public.ts'
import { clientSettings, openDatabase, waitForDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { createSilentLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import {
  countTexts,
  insertRange,
  insertServerConnection,
  insertUser,
  readDifferences,
} from './ingest.fixture.queries.ts'
import { makeScratchFolder } from '../testing/scratch-folder.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
const MESSAGES_PER_SEED = 800
const RATE_PER_SECOND = 1_600
const log = createSilentLog()
const credentials = { systemId: 'killer', password: 'secret12' }
const numbers = [
  { prefix: '447700900', start: '000', end: '999' },
  { prefix: '33612000', start: '000', end: '999' },
]

let dataDir: string
let postgres: EmbeddedPostgres
let pipeline: { process: ChildProcess; port: number }
/** Its connection dies with PostgreSQL, so it is opened for each look, once PostgreSQL is back. */
async function look<Result>(read: (client: pg.Client) => Promise<Result>): Promise<Result> {
  await waitForDatabase({ connectionString: postgres.connectionString, log })
  const client = new pg.Client(clientSettings(postgres.connectionString, 'kills-test'))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await read(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  dataDir = makeScratchFolder('kills')
  postgres = await startEmbeddedPostgres({ dataDir, log })
  await migrate({ connectionString: postgres.connectionString, log })
  const passwordHash = await hashPassword(credentials.password)
  await look(async (client) => {
    const from = '2020-01-01T00:00:00Z'
    for (const [index, { prefix }] of numbers.entries()) {
      const ownerId = await insertUser(client, `owner${index}`)
      await insertRange(client, {
        name: prefix,
        prefix,
        ownerId,
        rateMicros: 4_300,
        status: 'active',
        isTest: false,
        from,
      })
    }
    await insertServerConnection(client, { systemId: credentials.systemId, passwordHash })
  })
  pipeline = await startPipeline(0)
})

afterAll(async () => {
  pipeline.process.kill('SIGKILL')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function startPipeline(port: number): Promise<typeof pipeline> {
  const child = fork(join(import.meta.dirname, '../testing/pipeline-process.ts'), [
    postgres.connectionString,
    String(port),
  ])
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [{ port: number }]
  if (typeof ready !== 'object') throw new Error('the pipeline did not start')
  return { process: child, port: ready.port }
}

async function killPipeline(): Promise<void> {
  const gone = once(pipeline.process, 'exit')
  pipeline.process.kill('SIGKILL')
  await gone
  pipeline = await startPipeline(pipeline.port)
}

/** The supervisor notices, recovers and starts it again by itself; the pipeline waits for it by itself. */
function killPostgres(): Promise<void> {
  process.kill(postgres.pid ?? 0, 'SIGKILL')
  return Promise.resolve()
}

function startCarrier(seed: number): Esme {
  return startEsme({
    ...credentials,
    host: '127.0.0.1',
    port: pipeline.port,
    seed,
    numbers,
    binds: 2,
    windowMax: 100,
    ratePerSecond: RATE_PER_SECOND,
    messagesMax: MESSAGES_PER_SEED,
    traceable: true,
    reconnectMs: 50,
    faults: { reorderedParts: 0.5 },
  })
}

// One test a seed, so that a failure names it and it can be run alone: vitest -t 'seed 7'.
test.each(SEEDS)('seed %d: everything acknowledged is there exactly once', { timeout: 60_000 }, async (seed) => {
  const random = createRandom(seed)
  const carrier = startCarrier(seed)
  const kill = seed % 2 === 0 ? killPostgres : killPipeline
  await delay(80 + random.below(320))
  await kill()
  await carrier.carrier.drained()
  await carrier.stop()
  const landed = await look((client) => countTexts(client, ` (${seed.toString(36)}-`))
  const wrong = carrier.carrier.fates
    .map((fate) => ({ state: fate.state, times: landed.get(fate.text ?? '') ?? 0, text: fate.text }))
    .filter(({ state, times }) => state !== 'acknowledged' || times !== 1)
  expect(wrong).toEqual([])
  expect(carrier.carrier.fates).toHaveLength(MESSAGES_PER_SEED)
  expect(landed.size).toBe(MESSAGES_PER_SEED)
})

test('the hourly traffic equals the messages, and the ledger check passes', { timeout: 60_000 }, async () => {
  expect(await look(readDifferences)).toEqual([])
  const database = await openDatabase({ connectionString: postgres.connectionString, log })
  const report = await checkLedger({ database })
  await database.close()
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
  expect(report.isSound).toBe(true)
})
