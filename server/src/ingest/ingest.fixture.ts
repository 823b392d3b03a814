// A small world for the tests of the pipeline: owners, ranges and a carrier's connection in a real database, and a
// port that remembers what it was told.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { splitText, type SplitOptions } from '@inrange/smpp/text/encode-text'
import type { ConnectionFacts, IntakeItem, IntakePort, Outcome } from '../features/carriers/carriers.public.ts'
import { createManualClock } from '../platform/clock.ts'
import { createSilentLog } from '../platform/log.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { insertConnection, insertRange, insertUser } from './ingest.fixture.queries.ts'
import { openIngest, type Ingest } from './open-ingest.ts'

export type World = {
  owners: ReadonlyMap<string, string>
  ranges: ReadonlyMap<string, string>
  facts: ConnectionFacts
}

/** From when owners and rates of the fixture hold. */
export const WORLD_START = '2026-11-01T00:00:00Z'
export const NOW = '2026-11-20T10:30:00Z'

/**
 * ayse owns 447700900000…999 at $0.0043, bob owns 33612000000…999 at $0.01; 49151… is inactive, 8210… a test range of
 * bob.
 */
export async function buildWorld(owner: pg.Client, settings: Partial<ConnectionFacts> = {}): Promise<World> {
  const owners = new Map([
    ['ayse', await insertUser(owner, 'ayse')],
    ['bob', await insertUser(owner, 'bob')],
  ])
  const ranges = new Map<string, string>()
  const add = async (
    name: string,
    prefix: string,
    of: string,
    rateMicros: number,
    status = 'active',
    isTest = false,
  ) => {
    const ownerId = owners.get(of) ?? ''
    ranges.set(name, await insertRange(owner, { name, prefix, ownerId, rateMicros, status, isTest, from: WORLD_START }))
  }
  await add('UK', '447700900', 'ayse', 4_300)
  await add('FR', '33612000', 'bob', 10_000)
  await add('DE', '49151000', 'bob', 10_000, 'inactive')
  await add('KR', '82100000', 'bob', 10_000, 'active', true)
  const connection = await insertConnection(owner)
  const facts: ConnectionFacts = {
    ...connection,
    dedupePolicy: 'redelivery-aware',
    dedupeWindowMs: 60_000,
    defaultAlphabet: 'gsm7',
    reassemblyTimeoutMs: 60_000,
    ...settings,
  }
  return { owners, ranges, facts }
}

export async function openTestIngest(db: TestDatabase, facts: ConnectionFacts) {
  const clock = createManualClock(NOW)
  const ingest = await openIngest({
    database: db.database,
    connectionString: db.connectionString,
    clock,
    log: createSilentLog(),
    factsOf: () => facts,
  })
  return { ingest, clock }
}

export type TestPort = IntakePort & {
  /** Sends one item and resolves with its outcome. */
  send(content: Partial<IntakeItem['content']> & { text?: string }, receivedAtMs: number): Promise<Outcome>
  close(): void
}

/** A bound session (or an HTTP request when `sessionId` is null). */
export function testPort(ingest: Ingest, facts: ConnectionFacts, sessionId: string | null): TestPort {
  const waiting = new Map<IntakeItem, (outcome: Outcome) => void>()
  let isOpen = true
  let sequenceNumber = 0
  const port: TestPort = {
    connection: facts,
    sessionId,
    isOpen: () => isOpen,
    answer(item, outcome) {
      waiting.get(item)?.(outcome)
      waiting.delete(item)
    },
    close() {
      isOpen = false
    },
    send({ text, ...content }, receivedAtMs) {
      sequenceNumber += 1
      const userData = content.userData ?? Buffer.from(text ?? '', 'latin1')
      const whole: IntakeItem['content'] = {
        sender: 'Acme',
        recipient: '447700900123',
        esmClass: 0,
        dataCoding: 0,
        sar: null,
        providerId: null,
        isReceipt: false,
        userData,
        raw: Buffer.concat([Buffer.from(`${content.sender ?? ''} ${content.recipient ?? ''} `), userData]),
        ...content,
      }
      const item: IntakeItem = { port, sequenceNumber, commandId: 5, receivedAtMs, content: whole }
      const answered = new Promise<Outcome>((resolve) => waiting.set(item, resolve))
      ingest.submit(item)
      return answered
    },
  }
  return port
}

export async function openTestSession(ingest: Ingest, facts: ConnectionFacts): Promise<TestPort> {
  const sessionId = randomUUID()
  await ingest.openSession({
    sessionId,
    connectionId: facts.connectionId,
    remoteAddress: '192.0.2.1',
    bindType: 'transceiver',
  })
  return testPort(ingest, facts, sessionId)
}

/** The contents of the parts of a long text, as a carrier delivers them. */
export function longText(
  text: string,
  options: SplitOptions,
): { esmClass: number; dataCoding: number; userData: Buffer }[] {
  const parts = splitText(text, options)
  if (!parts) throw new RangeError('this alphabet cannot hold that text')
  return parts.map((part) => ({ esmClass: part.esmClass, dataCoding: part.dataCoding, userData: part.shortMessage }))
}
