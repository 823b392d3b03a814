// Two weeks of history, through the real pipeline with a clock that stands in the past: generated PDUs are encoded,
// decoded, joined, located, rated and committed like any others; then the product's own operations settle and mature
// what is due.
import { createRandom, type SeededRandom } from '@inrange/sim/seeded-random'
import { generateMessage, messagesPerMinute, toPdus } from '@inrange/sim/traffic'
import { decodePdu, encodePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE } from '@inrange/smpp/pdu/short-message'
import type { Foundation } from '../compose.ts'
import { contentOfPdu } from '../features/carriers/received-content.rules.ts'
import type { ConnectionFacts, IntakeItem, IntakePort } from '../features/carriers/carriers.public.ts'
import { matureEarnings, settleEarnings } from '../features/ledger/ledger.public.ts'
import { openIngest, type Ingest } from '../ingest/open-ingest.ts'
import { createManualClock } from '../platform/clock.ts'
import { invariant } from '../platform/invariant.ts'
import { ensureHistoryPartitions } from './demo.queries.ts'
import { DEMO_MATURITY_DAYS, demoRanges, HISTORY_DAYS, HISTORY_MESSAGES_PER_DAY } from './demo.world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** Minutes whose messages travel as one batch: a round trip a minute would take longer than the history is worth. */
const STEP_MINUTES = 30
const SEED = 20_261
const EMPTY = { ...EMPTY_SHORT_MESSAGE, command: 'deliver_sm', commandStatus: 0, sequenceNumber: 1 } as const

export const demoNumbers = demoRanges
  .filter((range) => range.isActive !== false)
  .map(({ prefix, startNumber, endNumber }) => ({ prefix, start: startNumber, end: endNumber }))

/** @returns how many PDUs were taken */
export async function writeHistory(foundation: Foundation, connectionId: string, carrierId: string): Promise<number> {
  const { database, connectionString, log, clock: wallClock } = foundation
  const untilMs = wallClock.nowMs()
  const fromMs = untilMs - HISTORY_DAYS * DAY_MS
  const clock = createManualClock(new Date(fromMs))
  const facts: ConnectionFacts = {
    connectionId,
    carrierId,
    dedupePolicy: 'off',
    dedupeWindowMs: 0,
    defaultAlphabet: 'gsm7',
    reassemblyTimeoutMs: 600_000,
  }
  await ensureHistoryPartitions(database.kysely, new Date(fromMs), new Date(untilMs))
  const ingest = await openIngest({ database, connectionString, clock, log, factsOf: () => facts })
  const random = createRandom(SEED)
  let taken = 0
  const firstMs = fromMs - (fromMs % (STEP_MINUTES * MINUTE_MS))
  for (let atMs = firstMs; atMs < untilMs - STEP_MINUTES * MINUTE_MS; atMs += STEP_MINUTES * MINUTE_MS) {
    // Messages land when their half hour is over, so after they were received, as everywhere.
    clock.setTo(new Date(atMs + STEP_MINUTES * MINUTE_MS))
    taken += await receive(ingest, facts, messagesBetween(random, atMs))
    // Once a day, as the evening's run of the job would have found it.
    if (clock.nowMs() % DAY_MS === 0) await settleEarnings({ database, clock }, { maturityDays: DEMO_MATURITY_DAYS })
  }
  await ingest.stop()
  await settleEarnings({ database, clock: wallClock }, { maturityDays: DEMO_MATURITY_DAYS })
  await matureEarnings({ database, clock: wallClock })
  return taken
}

type Arrival = { atMs: number; frame: Buffer }

function messagesBetween(random: SeededRandom, fromMs: number): Arrival[] {
  const expected = messagesPerMinute(fromMs, HISTORY_MESSAGES_PER_DAY) * STEP_MINUTES
  const count = Math.floor(expected) + (random.next() < expected % 1 ? 1 : 0)
  return Array.from({ length: count }, () => fromMs + random.below(STEP_MINUTES * MINUTE_MS))
    .toSorted((a, b) => a - b)
    .flatMap((atMs) => {
      const message = generateMessage(random, { numbers: demoNumbers, atMs })
      const inputs = toPdus(message, { reference: random.below(65_536), via: 'udh16' })
      return inputs.map((input) => ({ atMs, frame: encodePdu({ ...EMPTY, ...input }) }))
    })
}

/** Hands everything over and resolves once all is answered. */
function receive(ingest: Ingest, connection: ConnectionFacts, arrivals: readonly Arrival[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let waiting = arrivals.length
    if (waiting === 0) return resolve(0)
    const port: IntakePort = {
      connection,
      sessionId: null,
      isOpen: () => true,
      answer(_item, outcome) {
        if (outcome === 'unavailable' || outcome === 'throttled')
          reject(new Error(`the history was answered ${outcome}`))
        waiting -= 1
        if (waiting === 0) resolve(arrivals.length)
      },
    }
    for (const { atMs, frame } of arrivals) ingest.submit(itemOf(port, atMs, frame))
  })
}

function itemOf(port: IntakePort, receivedAtMs: number, frame: Buffer): IntakeItem {
  const decoded = decodePdu(frame)
  invariant(decoded.ok && decoded.pdu.command === 'deliver_sm', 'What the simulator encodes can be decoded')
  const { pdu } = decoded
  return { port, sequenceNumber: 0, commandId: 0, receivedAtMs, content: contentOfPdu(pdu) }
}
