// Guarantees one PostgreSQL for a whole test run, started when the first test file asks and never before, so that a
// run without database tests pays nothing. It deliberately gives up durability (fsync off): what it holds is
// worthless after.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clientSettings } from '../platform/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { isDataFolderClaimed } from '../platform/embedded-postgres.owner.ts'
import { createLog } from '../platform/log.ts'
import { digestMigrations, migrate } from '../platform/migrate.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { createDatabase, databaseExists, renameDatabase } from './test-database.queries.ts'

const FOLDER_USE = 'test-server'
const ABANDONED_AFTER_MS = 60_000

/** What a test file needs to make a database of its own. */
export type TestServerFacts = {
  /** Connects to the server as a role that may create databases. */
  adminConnectionString: string
  /** A migrated database that nobody connects to; copying it takes a fraction of migrating. */
  templateName: string
}

/** The starter, in the main process of the run. */
export type TestServer = { address: string; stop(): Promise<void> }

/**
 * Offers the server on a loopback address. The first GET starts it, or prepares the one that `externalUrl` names.
 */
export async function offerTestServer(externalUrl: string | undefined): Promise<TestServer> {
  let starting: Promise<Started> | undefined
  const http = createServer((_request, response) => {
    starting ??= startServer(externalUrl)
    starting.then(
      ({ facts }) => response.end(JSON.stringify(facts)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  http.unref()
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: async () => {
      await closeServer(http)
      const started = await starting?.catch(() => undefined)
      await started?.stop()
    },
  }
}

type Started = { facts: TestServerFacts; stop(): Promise<void> }

async function startServer(externalUrl: string | undefined): Promise<Started> {
  if (externalUrl !== undefined && externalUrl !== '') {
    return { facts: await prepare(externalUrl), stop: () => Promise.resolve() }
  }
  removeAbandoned()
  const folder = makeScratchFolder(FOLDER_USE)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: createLog({ level: 'error' }),
    // A crash may lose everything here, and nothing would be missed.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB' },
  })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { facts: await prepareOrStop(postgres, stop), stop }
}

// A run that was killed leaves its folder and its PostgreSQL, which ends by itself within a minute of losing the
// folder. One that is younger may belong to a run that is just starting.
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(`inrange-${FOLDER_USE}-`)) continue
    const facts = statSync(folder, { throwIfNoEntry: false })
    if (!facts || Date.now() - facts.mtimeMs < ABANDONED_AFTER_MS || isDataFolderClaimed(join(folder, 'data'))) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepareOrStop(postgres: EmbeddedPostgres, stop: () => Promise<void>): Promise<TestServerFacts> {
  try {
    return await prepare(postgres.connectionString)
  } catch (error) {
    await stop()
    throw error
  }
}

// Named after the digest of the migrations, so that a lasting server keeps one template per schema. Made under
// another name and renamed, so that one cut short is never copied from.
async function prepare(adminConnectionString: string): Promise<TestServerFacts> {
  const templateName = `inrange_template_${digestMigrations().slice(0, 16)}`
  const client = new pg.Client(clientSettings(adminConnectionString, 'inrange-test-server'))
  await client.connect()
  try {
    if (!(await databaseExists(client, templateName))) {
      const unfinished = `${templateName}_${process.pid}`
      await createDatabase(client, unfinished)
      await migrate({
        connectionString: withDatabase(adminConnectionString, unfinished),
        log: createLog({ level: 'error' }),
      })
      await renameDatabase(client, unfinished, templateName)
    }
    return { adminConnectionString, templateName }
  } finally {
    await client.end()
  }
}

/** The same address with another database. */
export function withDatabase(connectionString: string, name: string): string {
  const address = new URL(connectionString)
  address.pathname = `/${name}`
  return address.href
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}
