// The only door of the ledger for other slices. It guarantees plain answers (uuids, bigint micro-USD, Date) and
// deliberately encodes no id and formats no amount: that belongs to the edge. It offers no way to move money except
// the operations named here.
import type { Queryable } from '../../platform/database.ts'
import { selectLatestCheck, type KeptCheck } from './checks.queries.ts'
import {
  selectBalances,
  selectLinesOfHour,
  selectOwnerBalances,
  sumByKind,
  sumMaturing,
  sumUnsettled,
  type OwnerBalances,
  type SettlementLine,
} from './ledger.queries.ts'
import { accounts, custodyKinds, type AccountKind, type CustodyKind } from './ledger.rules.ts'

export type { Finding } from './check-journal.queries.ts'
export { checkLedger, type ExtraCheck, type LedgerReport } from './check-ledger.ts'
export type { KeptCheck } from './checks.queries.ts'
export { forfeitLines, type ForfeitResult } from './forfeit-lines.ts'
export { freezeRange, thawRange, type Freeze } from './freeze-range.ts'
export { ledgerJobs } from './ledger.jobs.ts'
export { matureEarnings } from './mature-earnings.ts'
export { postTransfers } from './post-transfers.ts'
export { recoverDeficits } from './recover-deficits.ts'
export { renderReport } from './render-report.ts'
export { settleEarnings } from './settle-earnings.ts'
export { custodyKinds, HOUSE_ID, lastClosedHour } from './ledger.rules.ts'
export type { AccountKind, CustodyKind, TransferCode, TransferOutcome, TransferRequest } from './ledger.rules.ts'
export type { OwnerBalances, SettlementLine } from './ledger.queries.ts'

/**
 * What each owner may withdraw now, in micro-USD. Every owner asked for has an entry; one who never earned has 0n.
 * Source: ledger.accounts, which the database keeps equal to the journal (proved by `npm run ledger:check`).
 */
export async function availableBalances(
  database: Queryable,
  ownerIds: readonly string[],
): Promise<Map<string, bigint>> {
  const balances = new Map(ownerIds.map((ownerId) => [ownerId, 0n]))
  if (ownerIds.length === 0) return balances
  for (const row of await selectBalances(database, ownerIds, 'available')) balances.set(row.ownerId, row.balanceMicros)
  return balances
}

/**
 * The settlement lines of one owner's range and hour, oldest first: the walk from a message to its transfer. Their
 * amounts add up to traffic_hourly.settled_micros of that hour. Empty while nothing of the hour is settled.
 * @param hour start of the hour, UTC
 */
export async function settlementLinesOfHour(
  database: Queryable,
  ownerId: string,
  rangeId: string,
  hour: Date,
): Promise<SettlementLine[]> {
  return await selectLinesOfHour(database, ownerId, rangeId, hour)
}

/**
 * All balances of one owner, in micro-USD, and when the next part of what matures becomes available. Zeros for one who
 * never earned.
 */
export async function balancesOf(database: Queryable, ownerId: string): Promise<OwnerBalances> {
  return await selectOwnerBalances(database, ownerId)
}

/**
 * What of an owner's settled earnings becomes available when, up to a moment, in micro-USD; what a case has frozen is
 * left out. One entry a time, the earliest first.
 */
export async function maturingByTime(
  database: Queryable,
  ownerId: string,
  until: Date,
): Promise<{ maturesAt: Date; micros: bigint }[]> {
  return await sumMaturing(database, ownerId, until)
}

/**
 * What the owner has earned and no settlement has taken yet, in micro-USD; the current hour is part of it. Source:
 * traffic_hourly.
 */
export async function earnedNotSettled(database: Queryable, ownerId: string): Promise<bigint> {
  return await sumUnsettled(database, ownerId)
}

/**
 * What all owners together, the house too, have in each kind of account, in micro-USD, by its normal side. Every kind
 * has an entry. Reads every account once: for reconciliation, not for a page of each user.
 */
export async function totalsByKind(database: Queryable): Promise<Record<AccountKind, bigint>> {
  const sums = new Map((await sumByKind(database)).map((row) => [row.kind, row.micros]))
  const entries = Object.keys(accounts).map((kind) => [kind, sums.get(kind) ?? 0n] as const)
  // Object.keys forgets which keys the record has.
  return Object.fromEntries(entries) as Record<AccountKind, bigint>
}

/**
 * What should lie in each custody: the sum of all owners' shares, in micro-USD. To be compared with the chain and with
 * PayPal.
 */
export async function custodyTotals(database: Queryable): Promise<Record<CustodyKind, bigint>> {
  const totals = await totalsByKind(database)
  const entries = custodyKinds.map((kind) => [kind, totals[`custody_${kind}`]] as const)
  return Object.fromEntries(entries) as Record<CustodyKind, bigint>
}

/** The result of the newest check that the clock started, or null before the first. Older than two hours: an alarm. */
export async function latestCheck(database: Queryable): Promise<KeptCheck | null> {
  return await selectLatestCheck(database)
}
