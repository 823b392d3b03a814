// One attempt to make a sorted batch durable. Batches of plain whole messages are one statement; those with parts of
// long messages or with keys to claim are one transaction around the same statement. Nothing here retries:
// `ingest.ts` does, with the same batch id, which makes a commit whose answer was lost recognisable.
import type pg from 'pg'
import type { Outcome } from '../features/carriers/carriers.public.ts'
import { byteaArray, timestampArray, timestampOctets, uuidArray, uuidOctets } from '../platform/pg-array.ts'
import type { Composed } from './1-decode.ts'
import type { RoutingTable } from './3-locate.ts'
import { commitBatch, type Landing } from './5-commit.ts'
import { contentKey, providerKey } from './digest.ts'
import { holdParts } from './hold-parts.ts'
import { CLAIM_KEYS } from './ingest.queries.ts'
import { placeMessages, type KnownNumbers, type Sorted } from './sort-items.ts'

export type Written = { outcomes: Outcome[]; landings: readonly Landing[] }
export type WriteDeps = { hot: pg.Pool; known: KnownNumbers }

/** @returns 'stale' when the routing table has changed; nothing was written */
export async function writeBatch(
  deps: WriteDeps,
  batchId: string,
  sorted: Sorted,
  table: RoutingTable,
  atMs: number,
): Promise<Written | 'stale'> {
  const isPlain = sorted.parts.length === 0 && sorted.wholes.every(({ message }) => keyOf(message) === null)
  if (isPlain) return writeWholes(deps.hot, deps, batchId, sorted, table, atMs)
  const client = await deps.hot.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const written = await writeWithin(client, deps, batchId, sorted, table, atMs)
    await client.query(written === 'stale' ? 'rollback' : 'commit')
    return written
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      () => new Error('the connection is of no use any more', { cause: error }),
    )
    throw error
  } finally {
    client.release(broken)
  }
}

async function writeWholes(
  client: pg.Pool | pg.PoolClient,
  deps: WriteDeps,
  batchId: string,
  sorted: Sorted,
  table: RoutingTable,
  atMs: number,
): Promise<Written | 'stale'> {
  const outcomes: (Outcome | undefined)[] = [...sorted.decided]
  const placed = placeMessages(
    table,
    sorted.wholes.map(({ message }) => message),
    deps.known,
  )
  const result = await commitBatch(client, {
    batchId,
    routingVersion: table.version,
    atMs,
    sessions: sorted.sessions,
    ...placed,
  })
  if (result === 'stale') return 'stale'
  const aside = new Set(placed.setAside.map(({ message }) => message))
  for (const { index, message } of sorted.wholes) {
    // A message joined from parts belongs to no single item; its parts are answered as held.
    if (index >= 0) outcomes[index] = aside.has(message) ? 'quarantined' : 'accepted'
  }
  return { outcomes: outcomes.map(settled), landings: placed.landings }
}

async function writeWithin(
  client: pg.PoolClient,
  deps: WriteDeps,
  batchId: string,
  sorted: Sorted,
  table: RoutingTable,
  atMs: number,
): Promise<Written | 'stale'> {
  const claimed = await claimKeys(client, sorted, atMs)
  const parts = sorted.parts.map(({ part }) => part)
  const held = parts.length > 0 ? await holdParts(client, parts, atMs) : { outcomes: [], completed: [] }
  const fresh = sorted.wholes.filter(({ index }) => !claimed.duplicates.has(index))
  const completed = held.completed.map((message) => ({ index: -1, message }))
  const written = await writeWholes(client, deps, batchId, { ...sorted, wholes: [...fresh, ...completed] }, table, atMs)
  if (written === 'stale') return 'stale'
  for (const index of claimed.duplicates) written.outcomes[index] = 'duplicate'
  for (const [order, { index }] of sorted.parts.entries()) written.outcomes[index] = held.outcomes[order] ?? 'held'
  return written
}

/** Whole messages whose key has been seen, in the database or earlier in this batch. */
async function claimKeys(client: pg.PoolClient, sorted: Sorted, atMs: number): Promise<{ duplicates: Set<number> }> {
  const duplicates = new Set<number>()
  const first = new Map<string, { index: number; key: Buffer; message: Composed }>()
  for (const { index, message } of sorted.wholes) {
    const key = keyOf(message)
    if (key === null) continue
    const text = `${message.connection.connectionId} ${key.toString('hex')}`
    if (first.has(text)) duplicates.add(index)
    else first.set(text, { index, key, message })
  }
  if (first.size === 0) return { duplicates }
  const claims = [...first.values()]
  const { rows } = await client.query<{ connection_id: string; key: Buffer }>({
    name: 'claim_keys',
    text: CLAIM_KEYS,
    values: [
      uuidArray(claims.map(({ message }) => uuidOctets(message.connection.connectionId))),
      byteaArray(claims.map(({ key }) => key)),
      timestampOctets(BigInt(Math.trunc(atMs)) * 1_000n),
      timestampArray(claims.map(({ message }) => atMs + keptMs(message))),
    ],
  })
  const won = new Set(rows.map((row) => `${row.connection_id} ${row.key.toString('hex')}`))
  for (const [text, { index }] of first) if (!won.has(text)) duplicates.add(index)
  return { duplicates }
}

/** How long a carrier's own id is remembered: longer than any carrier tries again. */
const PROVIDER_ID_KEPT_MS = 30 * 24 * 3_600_000

function keptMs({ connection }: Composed): number {
  return connection.dedupePolicy === 'window' ? connection.dedupeWindowMs : PROVIDER_ID_KEPT_MS
}

/**
 * A carrier's own id identifies the message under every policy but 'off' and 'window'; without one only 'window' has
 * a key.
 */
function keyOf(message: Composed): Buffer | null {
  switch (message.connection.dedupePolicy) {
    case 'off':
      return null
    case 'window':
      return contentKey(message)
    case 'provider-id':
    case 'redelivery-aware':
      return message.providerId === null ? null : providerKey(message.providerId)
  }
}

function settled(outcome: Outcome | undefined): Outcome {
  return outcome ?? 'accepted'
}
