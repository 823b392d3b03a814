// Stage 3: which range a recipient lies in, who owned it and what it earned at that moment. Pure. The table is sorted
// typed arrays, so a look-up is a binary search of about 20 steps at a million ranges, and a million ranges take some
// 60 MB instead of half a gigabyte of objects.
import { uuidOctets } from '../platform/pg-array.ts'
import type { RoutingRow } from '../features/ranges/ranges.public.ts'

/** The routing facts of one version. Immutable; a change makes a new one. */
export type RoutingTable = {
  readonly version: bigint
  readonly size: number
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly flags: Uint8Array
  /** 16 octets each. */
  readonly rangeIds: Buffer
  readonly owners: readonly Owner[]
  /** From when the owner and the rate beside it hold; before it there was none. */
  readonly since: Float64Array
  /** Index into `owners`; -1: no owner; -2: look in `periods`. */
  readonly ownerIndexes: Int32Array
  readonly rates: BigInt64Array
  /** Only ranges whose owner or rate changes within the time that matters. */
  readonly periods: ReadonlyMap<number, Pick<RoutingRow, 'owners' | 'rates'>>
}
export type Owner = { readonly id: string; readonly octets: Buffer; readonly index: number }

export type Located = { owner: Owner; rangeIndex: number; rangeOctets: Buffer; isTest: boolean; rateMicros: bigint }
export type NotLocated = 'no_range' | 'inactive_range' | 'no_owner'

const ACTIVE = 1
const TEST = 2
const NO_OWNER = -1
const BY_PERIOD = -2

/** Builds the table from rows sorted by start. O(n), once per routing change. */
export function buildRoutingTable(version: bigint, rows: readonly RoutingRow[]): RoutingTable {
  const size = rows.length
  const table = {
    version,
    size,
    starts: new Float64Array(size),
    ends: new Float64Array(size),
    flags: new Uint8Array(size),
    rangeIds: Buffer.alloc(size * 16),
    since: new Float64Array(size),
    owners: [] as Owner[],
    ownerIndexes: new Int32Array(size),
    rates: new BigInt64Array(size),
    periods: new Map<number, Pick<RoutingRow, 'owners' | 'rates'>>(),
  }
  const ownerOf = new Map<string, Owner>()
  const internOwner = (id: string): Owner => {
    const known = ownerOf.get(id)
    if (known) return known
    const owner = { id, octets: uuidOctets(id), index: table.owners.length }
    ownerOf.set(id, owner)
    table.owners.push(owner)
    return owner
  }
  for (const [index, row] of rows.entries()) {
    table.starts[index] = row.start
    table.ends[index] = row.end
    table.flags[index] = (row.isActive ? ACTIVE : 0) | (row.isTest ? TEST : 0)
    uuidOctets(row.rangeId).copy(table.rangeIds, index * 16)
    for (const { ownerId } of row.owners) internOwner(ownerId)
    const [owner] = row.owners
    const [rate] = row.rates
    if (isConstant(row)) {
      table.since[index] = owner?.fromMs ?? 0
      table.ownerIndexes[index] = owner ? internOwner(owner.ownerId).index : NO_OWNER
      table.rates[index] = rate?.rateMicros ?? 0n
    } else {
      table.ownerIndexes[index] = BY_PERIOD
      table.periods.set(index, { owners: row.owners, rates: row.rates })
    }
  }
  return table
}

/** True when one owner and one rate cover all time from the owner's start, so that a look-up compares one time only. */
function isConstant({ owners, rates }: RoutingRow): boolean {
  const [owner] = owners
  const [rate] = rates
  if (owners.length > 1 || rates.length > 1) return false
  if (!owner) return true
  return owner.untilMs === Infinity && rate !== undefined && rate.untilMs === Infinity && rate.fromMs <= owner.fromMs
}

/** @param number the recipient's E.164 digits as a number (exact: 15 digits fit in a double). */
export function locate(table: RoutingTable, number: number, atMs: number): Located | NotLocated {
  const index = findRange(table, number)
  if (index < 0) return 'no_range'
  const flags = table.flags[index] ?? 0
  if (!(flags & ACTIVE)) return 'inactive_range'
  const rangeOctets = table.rangeIds.subarray(index * 16, index * 16 + 16)
  const isTest = (flags & TEST) !== 0
  const ownerIndex = table.ownerIndexes[index] ?? NO_OWNER
  if (ownerIndex === BY_PERIOD) return locateByPeriod(table, index, rangeOctets, isTest, atMs)
  const owner = table.owners[ownerIndex]
  if (!owner || atMs < (table.since[index] ?? 0)) return 'no_owner'
  return { owner, rangeIndex: index, rangeOctets, isTest, rateMicros: table.rates[index] ?? 0n }
}

function locateByPeriod(
  table: RoutingTable,
  rangeIndex: number,
  rangeOctets: Buffer,
  isTest: boolean,
  atMs: number,
): Located | NotLocated {
  const periods = table.periods.get(rangeIndex)
  const covers = (period: { fromMs: number; untilMs: number }) => period.fromMs <= atMs && atMs < period.untilMs
  const ownerId = periods?.owners.find(covers)?.ownerId
  const owner = ownerId === undefined ? undefined : table.owners.find(({ id }) => id === ownerId)
  if (!owner) return 'no_owner'
  return { owner, rangeIndex, rangeOctets, isTest, rateMicros: periods?.rates.find(covers)?.rateMicros ?? 0n }
}

/** Index of the range that holds the number, or -1. */
export function findRange(table: RoutingTable, number: number): number {
  const { starts, ends } = table
  let low = 0
  let high = table.size - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) <= number) low = middle + 1
    else high = middle - 1
  }
  return high >= 0 && number <= (ends[high] as number) ? high : -1
}
