// Reads everything that decides whose a message is and what it earns, with the version that names this state.
// Guarantees that version and rows are of one snapshot and that rows come sorted by their first number. It
// deliberately builds no look-up structure: that belongs to the pipeline.
import type { Queryable } from '../../platform/database.ts'
import {
  eachOwnerPeriod,
  eachRange,
  eachRatePeriod,
  selectRoutingVersion,
  type OwnerFact,
  type RateFact,
} from './routing.queries.ts'

/** Times in ms since 1970; `untilMs` is Infinity while the period is open, and itself outside the period. */
type Period = { fromMs: number; untilMs: number }
export type RoutingRow = {
  rangeId: string
  /** First and last number, both inside the range; exact: 15 digits fit in a double. */
  start: number
  end: number
  isActive: boolean
  isTest: boolean
  /** Oldest first, never overlapping; only those that had not ended an hour ago. */
  owners: readonly (Period & { ownerId: string })[]
  rates: readonly (Period & { rateMicros: bigint })[]
}
export type Routing = { version: bigint; rows: RoutingRow[] }

type OwnerPeriod = Period & { ownerId: string }
type RatePeriod = Period & { rateMicros: bigint }

// A message is rated by who owned its number when it was received; one that waits longer than this for its commit is
// rated by who owns it now.
const PAST_MS = 3_600_000
const CHUNK_SIZE = 20_000
const NONE: never[] = []

/**
 * Loads the routing facts.
 * @param database not a transaction: it opens its own, so that the snapshot is its own
 * @param nowMs ms since 1970, from the clock of the caller
 */
export async function loadRouting(database: Queryable, nowMs: number): Promise<Routing> {
  const since = new Date(nowMs - PAST_MS)
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const version = await selectRoutingVersion(transaction)
      // Periods first, so that a row is complete when it is made.
      const owners = await collect(eachOwnerPeriod(transaction, since, CHUNK_SIZE), ownerPeriod)
      const rates = await collect(eachRatePeriod(transaction, since, CHUNK_SIZE), ratePeriod)
      const rows: RoutingRow[] = []
      for await (const chunk of eachRange(transaction, CHUNK_SIZE)) {
        for (const fact of chunk) {
          rows.push({ ...fact, owners: owners.get(fact.rangeId) ?? NONE, rates: rates.get(fact.rangeId) ?? NONE })
        }
      }
      return { version, rows }
    })
}

async function collect<Fact extends { rangeId: string }, P>(
  chunks: AsyncGenerator<Fact[]>,
  toPeriod: (fact: Fact) => P,
): Promise<Map<string, P[]>> {
  const periods = new Map<string, P[]>()
  for await (const chunk of chunks) {
    for (const fact of chunk) {
      const known = periods.get(fact.rangeId)
      if (known) known.push(toPeriod(fact))
      else periods.set(fact.rangeId, [toPeriod(fact)])
    }
  }
  return periods
}

function ownerPeriod(fact: OwnerFact): OwnerPeriod {
  return { ownerId: fact.ownerId, fromMs: fact.fromMs, untilMs: fact.untilMs ?? Infinity }
}

function ratePeriod(fact: RateFact): RatePeriod {
  return { rateMicros: fact.rateMicros, fromMs: fact.fromMs, untilMs: fact.untilMs ?? Infinity }
}
