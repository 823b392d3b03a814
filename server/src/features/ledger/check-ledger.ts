// Proves that the books balance, from the bytes of a message to the balance of its owner. Guarantees: one snapshot of
// the whole database, so it may run while messages land and money moves; every difference is named with its owner,
// place, what it should be and what it is. It deliberately repairs nothing and trusts nothing that it can compute anew.
import type { Database, Queryable } from '../../platform/database.ts'
import {
  findGivenBackTooMuch,
  findStrayAccounts,
  findStrayFreezes,
  findWrongCourses,
  findWrongDeficits,
} from './check-custody.queries.ts'
import {
  beginChecking,
  countChecked,
  findBrokenChains,
  findUnbalancedOwners,
  findWrongBalances,
  findWrongEnds,
  findWrongHolds,
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
  findWrongConnectionHours,
  findWrongHours,
  findWrongInboxes,
  findWrongMessages,
  findWrongRangeTotals,
  findWrongTraffic,
} from './check-traffic.queries.ts'
import { verifyBlocks } from './seal-blocks.ts'

const OWNERS_PER_SPAN = 200
/** More of one check are of no more use, and a report must stay small. */
export const FINDINGS_PER_CHECK_MAX = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Check = {
  /** What holds when the check finds nothing. */
  promise: string
  /** Whether it reads every message; without those a check takes seconds, whatever the traffic. */
  readsMessages?: true
  run(database: Queryable, spans: readonly OwnerSpan[]): Promise<readonly Finding[]>
}

/** What another slice proves of its own tables against the journal, in the same snapshot. */
export type ExtraCheck = {
  /** What holds when the check finds nothing: 'Every completed withdrawal has settled its hold'. */
  name: string
  /** Only reads. @returns what does not hold; bounded, with amounts in micro-USD */
  run(database: Queryable): Promise<readonly Finding[]>
}

const checks = {
  balances: { promise: 'Balances are the sums of transfers', run: perSpan(findWrongBalances) },
  owners: { promise: 'Per owner, debits equal credits and nothing is negative', run: perSpan(findUnbalancedOwners) },
  accounts: { promise: 'Accounts belong to who may have them', run: perSpan(findStrayAccounts) },
  courses: { promise: 'Courses are those of the rules', run: findWrongCourses },
  transfers: { promise: 'Transfers run between the accounts of their code', run: perSpan(findWrongTransfers) },
  holds: { promise: 'What is held is the sum of open holds', run: perSpan(findWrongHolds) },
  custody: { promise: 'Nothing goes back that had not come', run: perSpan(findGivenBackTooMuch) },
  deficits: { promise: 'Deficits are losses not recovered', run: perSpan(findWrongDeficits) },
  settlements: { promise: 'Lines, settlement and transfer are one amount', run: perSpan(findWrongSettlements) },
  chains: { promise: 'Lines chain without gap up to what is settled', run: perSpan(findBrokenChains) },
  maturity: {
    promise: 'Matured lines are the sums of their transfers',
    run: perSpan((database, span) => findWrongEnds(database, span, 'matured')),
  },
  forfeits: {
    promise: 'Forfeited lines are the sums of their transfers',
    run: perSpan((database, span) => findWrongEnds(database, span, 'forfeited')),
  },
  waiting: { promise: 'Lines wait, have matured or are forfeited', run: perSpan(findWrongWorkList) },
  frozen: { promise: 'What is frozen exists', run: perSpan(findStrayFreezes) },
  hours: { promise: 'No hour is settled beyond what it earned', run: perSpan(findWrongHours) },
  traffic: { promise: 'Hourly traffic is the sum of messages', run: perSpan(findWrongTraffic), readsMessages: true },
  inboxes: { promise: 'Inboxes count their messages', run: perSpan(findWrongInboxes), readsMessages: true },
  messages: {
    promise: 'Messages earned rate times segments, for a known owner',
    run: perSpan(findWrongMessages),
    readsMessages: true,
  },
  numbers: { promise: 'Used numbers are those that received messages', run: findWrongNumbers, readsMessages: true },
  ranges: { promise: 'Ranges count their hours and used numbers', run: findWrongRangeTotals },
  connections: {
    promise: 'Connection hours are the sum of messages',
    run: findWrongConnectionHours,
    readsMessages: true,
  },
  blocks: { promise: 'Sealed blocks are as they were sealed', run: findWrongBlocks },
} satisfies Record<string, Check>
export type CheckName = keyof typeof checks

export type CheckResult = {
  /** A name of ours, or that of an extra check. */
  name: CheckName | (string & {})
  promise: string
  findings: Finding[]
  durationMs: number
}
export type LedgerReport = {
  isSound: boolean
  checks: CheckResult[]
  counted: { owners: bigint; messages: bigint; transfers: bigint; blocks: bigint }
}

/**
 * Runs every check in one repeatable-read snapshot. Needs no lock and holds none; takes as long as reading all
 * messages a few times.
 * @param deps.extraChecks checks of other slices, run after ours
 * @param deps.readsMessages false leaves out what reads every message: the journal is proved, its grounds are not
 */
export async function checkLedger(deps: {
  database: Database
  ownersPerSpan?: number
  extraChecks?: readonly ExtraCheck[]
  readsMessages?: boolean
}): Promise<LedgerReport> {
  const named = Object.entries<Check>(checks).filter(
    ([, check]) => deps.readsMessages !== false || !check.readsMessages,
  )
  const extra = (deps.extraChecks ?? []).map((check): [string, Check] => [
    check.name,
    { promise: check.name, run: (database) => check.run(database) },
  ])
  return await deps.database.transaction(
    async (transaction) => {
      await beginChecking(transaction)
      const spans = spansFrom(await selectSpanStarts(transaction, deps.ownersPerSpan ?? OWNERS_PER_SPAN))
      const results: CheckResult[] = []
      for (const [name, check] of [...named, ...extra]) {
        const startedMs = performance.now()
        const found = await check.run(transaction, spans)
        const durationMs = performance.now() - startedMs
        results.push({ name, promise: check.promise, findings: found.slice(0, FINDINGS_PER_CHECK_MAX), durationMs })
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
    for (const span of spans) {
      found.push(...(await find(database, span)))
      if (found.length >= FINDINGS_PER_CHECK_MAX) break
    }
    return found
  }
}

async function findWrongNumbers(database: Queryable, spans: readonly OwnerSpan[]): Promise<readonly Finding[]> {
  return [...(await perSpan(findUncountedNumbers)(database, spans)), ...(await findUnusedNumbers(database))]
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
