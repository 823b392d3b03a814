// Proves that the books balance, from the bytes of a message to the balance of its owner. Guarantees: one snapshot of
// the whole database, so it may run while messages land and money moves; every difference is named with its owner,
// place, what it should be and what it is. It deliberately repairs nothing and trusts nothing that it can compute anew.
import type { Database, Queryable } from '../../platform/database.ts'
import {
  beginChecking,
  countChecked,
  findBrokenChains,
  findUnbalancedOwners,
  findWrongBalances,
  findWrongHolds,
  findWrongMaturity,
  findWrongSettlements,
  findWrongTransfers,
  findWrongWorkList,
  selectSpanStarts,
  type Finding,
  type OwnerSpan,
} from './check-journal.queries.ts'
import {
  findUncountedNumbers,
  findUnusedNumbers,
  findWrongHours,
  findWrongInboxes,
  findWrongMessages,
  findWrongRangeTotals,
  findWrongTraffic,
  selectConnectionHours,
  sumConnectionHours,
  type ConnectionHour,
} from './check-traffic.queries.ts'
import { verifyBlocks } from './seal-blocks.ts'

const OWNERS_PER_SPAN = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Check = {
  /** What holds when the check finds nothing. */
  promise: string
  run(database: Queryable, spans: readonly OwnerSpan[]): Promise<Finding[]>
}

const checks = {
  balances: { promise: 'Balances are the sums of transfers', run: perSpan(findWrongBalances) },
  owners: { promise: 'Per owner, debits equal credits and nothing is negative', run: perSpan(findUnbalancedOwners) },
  transfers: { promise: 'Transfers run between the accounts of their code', run: perSpan(findWrongTransfers) },
  holds: { promise: 'What is held is the sum of open holds', run: perSpan(findWrongHolds) },
  settlements: { promise: 'Lines, settlement and transfer are one amount', run: perSpan(findWrongSettlements) },
  chains: { promise: 'Lines chain without gap up to what is settled', run: perSpan(findBrokenChains) },
  maturity: { promise: 'Matured lines are the sums of their transfers', run: perSpan(findWrongMaturity) },
  waiting: { promise: 'The lines that wait are those not matured', run: perSpan(findWrongWorkList) },
  hours: { promise: 'No hour is settled beyond what it earned', run: perSpan(findWrongHours) },
  traffic: { promise: 'Hourly traffic is the sum of messages', run: perSpan(findWrongTraffic) },
  inboxes: { promise: 'Inboxes count their messages', run: perSpan(findWrongInboxes) },
  messages: { promise: 'Messages earned rate times segments, for a known owner', run: perSpan(findWrongMessages) },
  numbers: { promise: 'Used numbers are those that received messages', run: findWrongNumbers },
  ranges: { promise: 'Ranges count their hours and used numbers', run: findWrongRangeTotals },
  connections: { promise: 'Connection hours are the sum of messages', run: findWrongConnectionHours },
  blocks: { promise: 'Sealed blocks are as they were sealed', run: findWrongBlocks },
} satisfies Record<string, Check>
export type CheckName = keyof typeof checks

export type CheckResult = { name: CheckName; promise: string; findings: Finding[]; durationMs: number }
export type LedgerReport = {
  isSound: boolean
  checks: CheckResult[]
  counted: { owners: bigint; messages: bigint; transfers: bigint; blocks: bigint }
}

/**
 * Runs every check in one repeatable-read snapshot. Needs no lock and holds none; takes as long as reading all
 * messages a few times.
 */
export async function checkLedger(deps: { database: Database; ownersPerSpan?: number }): Promise<LedgerReport> {
  return await deps.database.transaction(
    async (transaction) => {
      await beginChecking(transaction)
      const spans = spansFrom(await selectSpanStarts(transaction, deps.ownersPerSpan ?? OWNERS_PER_SPAN))
      const results: CheckResult[] = []
      for (const name of Object.keys(checks) as CheckName[]) {
        const startedMs = performance.now()
        const found = await checks[name].run(transaction, spans)
        results.push({
          name,
          promise: checks[name].promise,
          findings: found,
          durationMs: performance.now() - startedMs,
        })
      }
      const isSound = results.every((result) => result.findings.length === 0)
      return { isSound, checks: results, counted: await countChecked(transaction) }
    },
    { isolation: 'repeatable read' },
  )
}

function spansFrom(starts: readonly string[]): OwnerSpan[] {
  return [FIRST_ID, ...starts].map((from, index) => ({ from, until: starts[index] ?? null }))
}

function perSpan(find: (database: Queryable, span: OwnerSpan) => Promise<Finding[]>): Check['run'] {
  return async (database, spans) => {
    const found: Finding[] = []
    for (const span of spans) found.push(...(await find(database, span)))
    return found
  }
}

async function findWrongNumbers(database: Queryable, spans: readonly OwnerSpan[]): Promise<Finding[]> {
  return [...(await perSpan(findUncountedNumbers)(database, spans)), ...(await findUnusedNumbers(database))]
}

// A connection brings messages of many owners, so the spans are added up here: one entry per connection and hour.
async function findWrongConnectionHours(database: Queryable, spans: readonly OwnerSpan[]): Promise<Finding[]> {
  const due = new Map<string, ConnectionHour>()
  for (const span of spans) {
    for (const part of await sumConnectionHours(database, span)) {
      const key = connectionHourKey(part)
      const sum = due.get(key)
      if (!sum) due.set(key, part)
      else {
        sum.messages += part.messages
        sum.segments += part.segments
        sum.earnedMicros += part.earnedMicros
      }
    }
  }
  const found: Finding[] = []
  for (const counted of await selectConnectionHours(database)) {
    const key = connectionHourKey(counted)
    const expected = due.get(key)
    due.delete(key)
    if (describeHour(expected) !== describeHour(counted)) found.push(connectionFinding(key, expected, counted))
  }
  for (const [key, expected] of due) found.push(connectionFinding(key, expected, undefined))
  return found
}

function connectionFinding(
  key: string,
  expected: ConnectionHour | undefined,
  counted: ConnectionHour | undefined,
): Finding {
  return { ownerId: null, subject: key, expected: describeHour(expected), found: describeHour(counted) }
}

function connectionHourKey(hour: ConnectionHour): string {
  return `connection ${hour.connectionId}, hour ${hour.hour.toISOString()}`
}

function describeHour(hour: ConnectionHour | undefined): string {
  return `${hour?.messages ?? 0n} messages, ${hour?.segments ?? 0n} segments, earned ${hour?.earnedMicros ?? 0n}`
}

async function findWrongBlocks(database: Queryable): Promise<Finding[]> {
  const faults = await verifyBlocks(database)
  return faults.map((fault) => ({
    ownerId: null,
    subject: `block ${fault.blockId}: ${fault.problem}`,
    expected: fault.expected,
    found: fault.found,
  }))
}
