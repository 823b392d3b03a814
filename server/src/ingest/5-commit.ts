// Stage 5: makes a located and rated batch durable in one statement (see COMMIT_BATCH for why it is one, and its
// locks). Builds the columns of the batch as binary arrays and sums what rollups need, so that PostgreSQL aggregates
// nothing per message.
import { alphabetCodes } from '../features/messages/messages.public.ts'
import { limits } from '../limits.ts'
import {
  byteaArray,
  int2Array,
  int4Array,
  int8Array,
  int8ArrayOfNumbers,
  textArray,
  timestampArray,
  timestampOctets,
  uuidArray,
  uuidOctets,
} from '../platform/pg-array.ts'
import type { Composed } from './1-decode.ts'
import type { Owner } from './3-locate.ts'
import { COMMIT_BATCH } from './ingest.queries.ts'

/** A message that lands: composed, located, rated. */
export type Landing = {
  message: Composed
  owner: Owner
  /** Index in the routing table that the batch was located with. */
  rangeIndex: number
  rangeOctets: Buffer
  rateMicros: bigint
  earnedMicros: bigint
  flags: number
  /** Not known to have received before; PostgreSQL decides. */
  isNewNumber: boolean
}
export type SetAside = { message: Composed; reason: 'no_range' | 'inactive_range' | 'no_owner' | 'bad_recipient' }
/** Digests of the items that a session sent in this batch. */
export type SessionDigests = { sessionId: string; digests: readonly number[] }

export type Batch = {
  batchId: string
  routingVersion: bigint
  atMs: number
  landings: readonly Landing[]
  setAside: readonly SetAside[]
  sessions: readonly SessionDigests[]
}

type Sums = { messages: number; segments: number; earnedMicros: bigint }
type OwnerSums = Sums & { octets: Buffer; hours: Map<number, HourSums> }
type HourSums = Sums & { owner: Buffer; range: Buffer; hourMs: number }
type RangeSums = Sums & { octets: Buffer; lastMs: number }
type ConnectionHourSums = Sums & { octets: Buffer; hourMs: number }

const HOUR_MS = 3_600_000
const DIGEST_OCTETS = 8

/** A pool, a connection of it, or whatever else runs a statement. */
type CommitClient = {
  query(query: { name: string; text: string; values: unknown[] }): Promise<{ rows: { fresh: number }[] }>
}

/**
 * Writes the batch and commits it, or, within a transaction of the caller, writes it.
 * @returns 'stale' when the routing table has changed since the batch was located: nothing was written
 * @throws a unique violation of ingest_commits_pkey when this very batch has been committed before
 */
export async function commitBatch(client: CommitClient, batch: Batch): Promise<'written' | 'stale'> {
  const result = await client.query({
    name: 'commit_batch',
    text: COMMIT_BATCH,
    values: columns(batch),
  })
  return result.rows[0]?.fresh === 1 ? 'written' : 'stale'
}

function columns(batch: Batch): unknown[] {
  const rollups = sum(batch.landings)
  return [
    batch.routingVersion.toString(),
    batch.batchId,
    timestampOctets(BigInt(Math.trunc(batch.atMs)) * 1_000n),
    uuidArray(batch.sessions.map(({ sessionId }) => uuidOctets(sessionId))),
    byteaArray(batch.sessions.map(({ digests }) => packDigests(digests))),
    ...ownerColumns([...rollups.owners.values()]),
    ...messageColumns(batch.landings, rollups.owners),
    ...hourColumns([...rollups.owners.values()].flatMap((owner) => [...owner.hours.values()])),
    ...numberColumns(batch.landings),
    ...rangeColumns([...rollups.ranges.values()]),
    ...connectionHourColumns([...rollups.connectionHours.values()]),
    ...setAsideColumns(batch.setAside),
    laneColumn(batch.landings),
  ]
}

/** Rows of connections are kept apart by the owners of the batch, as its lane is. */
function laneColumn([first]: readonly Landing[]): number {
  return (first?.owner.index ?? 0) % limits.ingestLanes
}

function ownerColumns(owners: readonly OwnerSums[]): Buffer[] {
  return [uuidArray(owners.map((o) => o.octets)), ...sumColumns(owners)]
}

function sumColumns(sums: readonly Sums[]): Buffer[] {
  return [
    int8ArrayOfNumbers(sums.map((s) => s.messages)),
    int8ArrayOfNumbers(sums.map((s) => s.segments)),
    int8Array(sums.map((s) => s.earnedMicros)),
  ]
}

function messageColumns(landings: readonly Landing[], owners: ReadonlyMap<Owner, OwnerSums>): Buffer[] {
  // How many messages of the same owner come after this one in the batch: its distance in microseconds from the
  // owner's newest place.
  const left = new Map<Owner, number>()
  const back = landings.map(({ owner }) => {
    const rest = (left.get(owner) ?? owners.get(owner)?.messages ?? 1) - 1
    left.set(owner, rest)
    return rest
  })
  return [
    uuidArray(landings.map((l) => l.owner.octets)),
    int4Array(back),
    timestampArray(landings.map((l) => l.message.receivedAtMs)),
    uuidArray(landings.map((l) => l.rangeOctets)),
    uuidArray(landings.map((l) => connectionOctets(l.message.connection.connectionId))),
    textArray(landings.map((l) => l.message.sender)),
    int8ArrayOfNumbers(landings.map((l) => l.message.recipient)),
    textArray(landings.map((l) => l.message.content)),
    int2Array(landings.map((l) => alphabetCodes[l.message.alphabet])),
    int2Array(landings.map((l) => l.message.segments)),
    int2Array(landings.map((l) => l.flags)),
    int8Array(landings.map((l) => l.rateMicros)),
    int8Array(landings.map((l) => l.earnedMicros)),
    textArray(landings.map((l) => l.message.providerId)),
    byteaArray(landings.map((l) => l.message.raw)),
  ]
}

function hourColumns(hours: readonly HourSums[]): Buffer[] {
  return [
    uuidArray(hours.map((h) => h.owner)),
    uuidArray(hours.map((h) => h.range)),
    timestampArray(hours.map((h) => h.hourMs)),
    ...sumColumns(hours),
  ]
}

function numberColumns(landings: readonly Landing[]): Buffer[] {
  const fresh = new Map<number, Landing>()
  for (const landing of landings) {
    if (landing.isNewNumber && !fresh.has(landing.message.recipient)) fresh.set(landing.message.recipient, landing)
  }
  const rows = [...fresh.values()]
  return [
    uuidArray(rows.map((l) => l.rangeOctets)),
    int8ArrayOfNumbers(rows.map((l) => l.message.recipient)),
    timestampArray(rows.map((l) => l.message.receivedAtMs)),
  ]
}

function rangeColumns(ranges: readonly RangeSums[]): Buffer[] {
  return [uuidArray(ranges.map((r) => r.octets)), ...sumColumns(ranges), timestampArray(ranges.map((r) => r.lastMs))]
}

function connectionHourColumns(hours: readonly ConnectionHourSums[]): Buffer[] {
  return [uuidArray(hours.map((h) => h.octets)), timestampArray(hours.map((h) => h.hourMs)), ...sumColumns(hours)]
}

function setAsideColumns(setAside: readonly SetAside[]): Buffer[] {
  const messages = setAside.map(({ message }) => message)
  return [
    timestampArray(messages.map((m) => m.receivedAtMs)),
    uuidArray(messages.map((m) => connectionOctets(m.connection.connectionId))),
    textArray(setAside.map(({ reason }) => reason)),
    textArray(messages.map((m) => m.sender)),
    textArray(messages.map((m) => m.recipientText)),
    textArray(messages.map((m) => m.content)),
    int2Array(messages.map((m) => alphabetCodes[m.alphabet])),
    int2Array(messages.map((m) => m.segments)),
    int2Array(messages.map((m) => m.flags)),
    textArray(messages.map((m) => m.providerId)),
    byteaArray(messages.map((m) => m.raw)),
  ]
}

function sum(landings: readonly Landing[]) {
  const owners = new Map<Owner, OwnerSums>()
  const ranges = new Map<number, RangeSums>()
  const connectionHours = new Map<string, ConnectionHourSums>()
  for (const landing of landings) {
    const { owner, rangeIndex, rangeOctets, message } = landing
    const hour = Math.floor(message.receivedAtMs / HOUR_MS)
    const ofOwner = owners.get(owner) ?? put(owners, owner, { ...ZERO, octets: owner.octets, hours: new Map() })
    const hourKey = rangeIndex * HOUR_KEY_SPAN + hour
    const ofHour =
      ofOwner.hours.get(hourKey) ??
      put(ofOwner.hours, hourKey, { ...ZERO, owner: owner.octets, range: rangeOctets, hourMs: hour * HOUR_MS })
    const ofRange = ranges.get(rangeIndex) ?? put(ranges, rangeIndex, { ...ZERO, octets: rangeOctets, lastMs: 0 })
    ofRange.lastMs = Math.max(ofRange.lastMs, message.receivedAtMs)
    const connectionKey = `${message.connection.connectionId} ${hour}`
    const octets = connectionOctets(message.connection.connectionId)
    const ofConnection =
      connectionHours.get(connectionKey) ??
      put(connectionHours, connectionKey, { ...ZERO, octets, hourMs: hour * HOUR_MS })
    addTo(ofOwner, landing)
    addTo(ofHour, landing)
    addTo(ofRange, landing)
    addTo(ofConnection, landing)
  }
  return { owners, ranges, connectionHours }
}

const ZERO: Sums = { messages: 0, segments: 0, earnedMicros: 0n }
/** More hours than there will be by the year 2089; a range's index times this stays an exact integer. */
const HOUR_KEY_SPAN = 1 << 20

function put<Key, Row>(rows: Map<Key, Row>, key: Key, row: Row): Row {
  rows.set(key, row)
  return row
}

function addTo(sums: Sums, landing: Landing): void {
  sums.messages += 1
  sums.segments += landing.message.segments
  sums.earnedMicros += landing.earnedMicros
}

function packDigests(digests: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(digests.length * DIGEST_OCTETS)
  for (const [index, digest] of digests.entries()) packed.writeDoubleBE(digest, index * DIGEST_OCTETS)
  return packed
}

/** The digests of a packed column, as written by `commitBatch`. */
export function unpackDigests(packed: Buffer): number[] {
  return Array.from({ length: packed.length / DIGEST_OCTETS }, (_, index) => packed.readDoubleBE(index * DIGEST_OCTETS))
}

// A platform has some dozens of connections; their octets are made once.
const octetsOfConnection = new Map<string, Buffer>()
const CONNECTIONS_REMEMBERED_MAX = 10_000

function connectionOctets(connectionId: string): Buffer {
  const known = octetsOfConnection.get(connectionId)
  if (known) return known
  if (octetsOfConnection.size >= CONNECTIONS_REMEMBERED_MAX) octetsOfConnection.clear()
  return put(octetsOfConnection, connectionId, uuidOctets(connectionId))
}
