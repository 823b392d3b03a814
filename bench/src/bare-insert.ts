// The measure that the pipeline is held against: rows of the same content and size, inserted into the same
// partitioned table with the same index by multi-row `unnest` inserts of 1,000, two in flight, prepared, as binary
// arrays: the fastest way to write rows that are in memory, and nothing else.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import {
  byteaArray,
  int2Array,
  int8Array,
  int8ArrayOfNumbers,
  textArray,
  timestampArray,
  uuidArray,
  uuidOctets,
} from '@inrange/server/platform/pg-array'
import { BARE_INSERT, type StoredMessage } from './stage.queries.ts'

const ROWS_PER_INSERT = 1_000
const IN_FLIGHT = 2

/** @returns rows per second */
export async function insertBare(
  connectionString: string,
  sample: readonly StoredMessage[],
  rows: number,
): Promise<number> {
  if (sample.length < ROWS_PER_INSERT) throw new RangeError('too few messages were stored to copy')
  const batches = Array.from({ length: Math.ceil(rows / ROWS_PER_INSERT) }, (_, index) => index)
  const pool = new pg.Pool({ connectionString, max: IN_FLIGHT })
  const owners = new Map<string, Buffer>()
  const prepare = (index: number) => columns(sample, index, owners)
  // Warm connections and plans, with rows that do not count.
  await Promise.all([1, 2].map((offset) => insert(pool, prepare(batches.length + offset))))
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < batches.length) await insert(pool, prepare(batches[next++] ?? 0))
    }),
  )
  const elapsedMs = performance.now() - startedAt
  await pool.end()
  return (batches.length * ROWS_PER_INSERT * 1_000) / elapsedMs
}

async function insert(pool: pg.Pool, values: unknown[]): Promise<void> {
  await pool.query({ name: 'bare_insert', text: BARE_INSERT, values })
}

function columns(sample: readonly StoredMessage[], batch: number, owners: Map<string, Buffer>): unknown[] {
  const rows = Array.from({ length: ROWS_PER_INSERT }, (_, index) => {
    const row = sample[(batch * ROWS_PER_INSERT + index) % sample.length]
    if (!row) throw new RangeError('the sample is not empty')
    return row
  })
  // The same number of owners under other keys, so that the copies collide with nothing.
  const ownerOf = (id: string) => {
    const known = owners.get(id)
    if (known) return known
    const made = uuidOctets(randomUUID())
    owners.set(id, made)
    return made
  }
  const startMs = Date.now()
  return [
    uuidArray(rows.map((row) => ownerOf(row.owner_id))),
    timestampArray(rows.map((_, index) => startMs + (batch * ROWS_PER_INSERT + index) / 1_000)),
    timestampArray(rows.map((row) => row.received_at.getTime())),
    uuidArray(rows.map((row) => uuidOctets(row.range_id))),
    uuidArray(rows.map((row) => uuidOctets(row.connection_id))),
    textArray(rows.map((row) => row.sender)),
    int8ArrayOfNumbers(rows.map((row) => Number(row.recipient))),
    textArray(rows.map((row) => row.content)),
    int2Array(rows.map((row) => row.coding)),
    int2Array(rows.map((row) => row.segments)),
    int2Array(rows.map((row) => row.flags)),
    int8Array(rows.map((row) => BigInt(row.rate_micros))),
    int8Array(rows.map((row) => BigInt(row.earned_micros))),
    textArray(rows.map((row) => row.provider_id)),
    byteaArray(rows.map((row) => row.raw)),
  ]
}
