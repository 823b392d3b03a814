// `npm run bench -- locate`: how long it takes to find the range and owner of a number, and what the table costs in
// memory, at 10, ten thousand and a million ranges. One process, no database: this is the pure stage of the pipeline.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildRoutingTable, locate, type RoutingTable } from '@inrange/server/ingest/3-locate'
import { printTable } from './print-table.ts'

const SIZES = [10, 10_000, 1_000_000]
const LOOKUPS = 2_000_000
const RANGE_WIDTH = 1_000
const FIRST_NUMBER = 447_000_000_000

export function benchLocate(): void {
  printTable(
    ['ranges', 'look-up', 'build', 'memory of the table', 'hit'],
    SIZES.map((size) => measure(size)),
  )
}

// What is garbage must be gone before memory is read, however this program was started.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The rows it is built from are garbage afterwards, but for what the table keeps of them. */
function build(size: number): { table: RoutingTable; buildMs: number } {
  const owners = Array.from({ length: Math.min(size, 5_000) }, () => crypto.randomUUID())
  const since = { fromMs: 0, untilMs: Infinity }
  const rows = Array.from({ length: size }, (_, index) => ({
    rangeId: crypto.randomUUID(),
    // Every second block belongs to nobody, so half of the look-ups miss.
    start: FIRST_NUMBER + index * 2 * RANGE_WIDTH,
    end: FIRST_NUMBER + index * 2 * RANGE_WIDTH + RANGE_WIDTH - 1,
    isActive: true,
    isTest: false,
    owners: [{ ...since, ownerId: owners[index % owners.length] ?? '' }],
    rates: [{ ...since, rateMicros: 4_300n }],
  }))
  const builtAt = performance.now()
  const table = buildRoutingTable(1n, rows)
  return { table, buildMs: performance.now() - builtAt }
}

function measure(size: number): string[] {
  const octetsBefore = octetsInUse()
  const { table, buildMs } = build(size)
  const octets = octetsInUse() - octetsBefore
  const numbers = Float64Array.from(
    { length: 4_096 },
    () => FIRST_NUMBER + Math.floor(Math.random() * size * 2 * RANGE_WIDTH),
  )
  let hits = 0
  const startedAt = performance.now()
  for (let index = 0; index < LOOKUPS; index++) {
    if (typeof locate(table, numbers[index & 4_095] ?? 0, 1_000) === 'object') hits += 1
  }
  const nanos = ((performance.now() - startedAt) * 1e6) / LOOKUPS
  return [
    size.toLocaleString('en'),
    `${nanos.toFixed(0)} ns`,
    `${buildMs.toFixed(0)} ms`,
    `${(octets / 1_048_576).toFixed(1)} MiB`,
    `${((hits / LOOKUPS) * 100).toFixed(0)} %`,
  ]
}

function octetsInUse(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
