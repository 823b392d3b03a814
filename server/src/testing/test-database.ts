// Guarantees each test file a database of its own, migrated and empty, removed afterwards; and that a file which
// leaves a connection open fails. It deliberately gives a file nothing to share with another, so that order never
// matters.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { clientSettings, openDatabase, type Database } from '../platform/database.ts'
import { createSilentLog } from '../platform/log.ts'
import { invariant } from '../platform/invariant.ts'
import { createDatabase, dropDatabase, readConnections } from './test-database.queries.ts'
import { withDatabase, type TestServerFacts } from './test-server.ts'

export type TestDatabase = {
  /** Address of the database as its owner, who may do anything in it. */
  readonly connectionString: string
  /** The database as the program sees it, working as the app role. */
  readonly database: Database
  /** A client as the owner, to look behind the program's back. */
  readonly owner: pg.Client
}

/** A database that can be closed before the end of its file. */
export type OwnDatabase = { connectionString: string; drop(): Promise<void> }

const LEAK_WAIT_MS = 3_000
const LEAK_POLL_MS = 20

/**
 * Gives the calling test file a migrated database, from before its first test until after its last. Call it at the
 * top of the file or of a describe block; the fields are there once the tests run.
 */
export function useTestDatabase(): TestDatabase {
  let own: OwnDatabase | undefined
  let database: Database | undefined
  let owner: pg.Client | undefined
  beforeAll(async () => {
    own = await createTestDatabase()
    database = await openDatabase({
      connectionString: own.connectionString,
      log: createSilentLog(),
      applicationName: 'test',
    })
    owner = new pg.Client(clientSettings(own.connectionString, 'test-owner'))
    await owner.connect()
  })
  afterAll(async () => {
    await database?.close()
    await owner?.end()
    await own?.drop()
  })
  return {
    get connectionString() {
      return required(own).connectionString
    },
    get database() {
      return required(database)
    },
    get owner() {
      return required(owner)
    },
  }
}

/**
 * Makes a database for a test that opens and closes connections itself.
 * @param options.empty true for one without any migration
 * @returns its address, and `drop`, which removes it and throws when somebody is still connected
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<OwnDatabase> {
  const facts = await askTestServer()
  const name = `inrange_test_${randomUUID().replaceAll('-', '')}`
  const template = options.empty === true ? undefined : facts.templateName
  await asAdmin(facts, (client) => createDatabase(client, name, template))
  return {
    connectionString: withDatabase(facts.adminConnectionString, name),
    drop: async () => {
      const leaked = await asAdmin(facts, (client) => dropWhenUnused(client, name))
      if (leaked.length > 0) throw new Error(`The test left connections open:\n${leaked.join('\n')}`)
    },
  }
}

// A connection that was ended a moment ago may still be listed: PostgreSQL is asked again until it is gone or time is
// up.
async function dropWhenUnused(client: pg.Client, name: string): Promise<string[]> {
  const deadlineMs = performance.now() + LEAK_WAIT_MS
  let connections = await readConnections(client, name)
  while (connections.length > 0 && performance.now() < deadlineMs) {
    await delay(LEAK_POLL_MS)
    connections = await readConnections(client, name)
  }
  await dropDatabase(client, name)
  return connections
}

async function askTestServer(): Promise<TestServerFacts> {
  const response = await fetch(inject('testServerAddress'))
  const text = await response.text()
  if (!response.ok) throw new Error(`The test server did not start: ${text}`)
  return JSON.parse(text) as TestServerFacts
}

async function asAdmin<Result>(facts: TestServerFacts, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(clientSettings(facts.adminConnectionString, 'test-admin'))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function required<Value>(value: Value | undefined): Value {
  invariant(value !== undefined, 'A test database is used inside tests and hooks only')
  return value
}
