// The stages of the pipeline for a message that had been set aside: located by the same table, rated by the same rule,
// landed by the same statement. Guarantees that a route that is tried, previewed or taken is the one that a carrier's
// message would take. It deliberately decides nothing about whether it should land.
import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { alphabetCodes, messageFlagBits } from '../features/messages/messages.public.ts'
import type { Landing as LandingAgain, LandingStages, Locator } from '../features/quarantine/quarantine.public.ts'
import type { DatabaseTransaction } from '../platform/database.ts'
import { invariant } from '../platform/invariant.ts'
import { uuidOctets } from '../platform/pg-array.ts'
import { recipientNumber } from './1-decode.ts'
import { buildRoutingTable, locate, type Owner } from './3-locate.ts'
import { rate } from './4-rate.ts'
import { commitBatch, type Landing } from './5-commit.ts'
import { NOTIFY_INBOX, PLACES_OF_INBOXES } from './ingest.queries.ts'

type Alphabet = keyof typeof alphabetCodes
const alphabetOfCode = new Map<number, Alphabet>(
  Object.entries(alphabetCodes).map(([name, code]) => [code, name as Alphabet]),
)

/** The stages, as quarantine asks for them. */
export const landingStages: LandingStages = {
  parseRecipient: recipientNumber,
  createLocator,
  land,
}

function createLocator(rows: Parameters<LandingStages['createLocator']>[0]): Locator {
  const table = buildRoutingTable(0n, rows)
  return ({ number, atMs, segments }) => {
    const located = locate(table, number, atMs)
    if (typeof located === 'string') return { kind: 'stays', reason: located }
    const { owner, rangeIndex, isTest, rateMicros } = located
    const rangeId = rows[rangeIndex]?.rangeId ?? ''
    const earnedMicros = rate(rateMicros, segments, isTest)
    return { kind: 'lands', rangeId, ownerId: owner.id, isTest, rateMicros, earnedMicros }
  }
}

async function land(
  transaction: DatabaseTransaction,
  batch: { routingVersion: bigint; atMs: number; landings: readonly LandingAgain[] },
): Promise<bigint[]> {
  const landings = toLandings(batch.landings)
  const client = {
    query: async <Row>(query: { text: string; values: unknown[] }) =>
      transaction.executeQuery<Row>(CompiledQuery.raw(query.text, query.values)),
  }
  const { routingVersion, atMs } = batch
  const facts = { batchId: randomUUID(), routingVersion, atMs, landings, setAside: [], sessions: [] }
  const written = await commitBatch(client, facts)
  invariant(written === 'written', 'The caller holds the routing version')
  const owners = [...new Set(batch.landings.map(({ ownerId }) => ownerId))]
  const inboxes = await client.query<{ owner_id: string; last_landed: bigint }>({
    text: PLACES_OF_INBOXES,
    values: [owners],
  })
  await client.query({ text: NOTIFY_INBOX, values: [owners.length > OWNERS_NAMED_MAX ? '*' : owners.join(',')] })
  return placesOf(batch.landings, new Map(inboxes.rows.map((row) => [row.owner_id, row.last_landed])))
}

/** A payload has at most 8000 octets; a uuid and a comma take 37. */
const OWNERS_NAMED_MAX = 200

/** Places of one owner are handed out in the order given, the last one being the newest of the inbox. */
function placesOf(landings: readonly LandingAgain[], lastPlaces: ReadonlyMap<string, bigint>): bigint[] {
  const next = new Map(lastPlaces)
  return landings
    .toReversed()
    .map(({ ownerId }) => {
      const place = next.get(ownerId)
      invariant(place !== undefined, 'Whoever received a message has an inbox')
      next.set(ownerId, place - 1n)
      return place
    })
    .toReversed()
}

function toLandings(landings: readonly LandingAgain[]): Landing[] {
  const owners = new Map<string, Owner>()
  const ranges = new Map<string, number>()
  return landings.map((landing) => {
    const { ownerId, rangeId, connectionId, number, isTest, flags } = landing
    const known = owners.get(ownerId)
    const owner = known ?? { id: ownerId, octets: uuidOctets(ownerId), index: owners.size }
    owners.set(ownerId, owner)
    const rangeIndex = ranges.get(rangeId) ?? ranges.size
    ranges.set(rangeId, rangeIndex)
    const { receivedAtMs, sender, content, segments, providerId, raw, rateMicros, earnedMicros } = landing
    const alphabet = alphabetOfCode.get(landing.coding) ?? 'binary'
    const message = { receivedAtMs, sender, content, segments, providerId, raw, alphabet, recipient: number }
    return {
      // Of the connection only its id is written.
      message: { ...message, connection: { connectionId }, recipientText: String(number), flags } as Landing['message'],
      owner,
      rangeIndex,
      rangeOctets: uuidOctets(rangeId),
      rateMicros,
      earnedMicros,
      flags: flags | (isTest ? messageFlagBits.test : 0),
      isNewNumber: true,
    }
  })
}
