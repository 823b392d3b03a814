// Checks the books by the clock and keeps the result, so that a fault is known within the hour and not at the next
// withdrawal. Guarantees a row for every check that could end, with the first fault in words; its memory is bounded,
// because differences alone leave PostgreSQL. It deliberately alarms and repairs nothing.
import { toApiId } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { checkLedger, type ExtraCheck, type LedgerReport } from './check-ledger.ts'
import { countMessages, insertCheck, type KeptCheck } from './checks.queries.ts'

/**
 * Reading so many takes about a minute. With more, the checks that read every message run once a day: the traffic needs
 * the machine more.
 */
const MESSAGES_EACH_HOUR_MAX = 5_000_000n
const DAILY_HOUR_UTC = 3

/** Checks, keeps the result, and returns it with the report. */
export async function recordCheck(deps: {
  database: Database
  clock: Clock
  extraChecks?: readonly ExtraCheck[]
}): Promise<{ kept: KeptCheck; report: LedgerReport }> {
  const { database, clock, extraChecks } = deps
  const startedAt = clock.now()
  const readsMessages = isWholeCheckDue(await countMessages(database.kysely), startedAt)
  const report = await checkLedger({ database, readsMessages, ...(extraChecks ? { extraChecks } : {}) })
  const kept = { startedAt, finishedAt: clock.now(), ...summaryOf(report) }
  await insertCheck(database.kysely, kept)
  return { kept, report }
}

/** Whether the checks that read every message are part of the one that starts now. */
export function isWholeCheckDue(messages: bigint, startedAt: Date): boolean {
  return messages <= MESSAGES_EACH_HOUR_MAX || startedAt.getUTCHours() === DAILY_HOUR_UTC
}

function summaryOf(report: LedgerReport): { faults: number; firstFault: string | null } {
  const found = report.checks.flatMap((check) => check.findings.map((finding) => ({ check, finding })))
  const [first] = found
  if (!first) return { faults: 0, firstFault: null }
  const { ownerId, subject, expected, found: is } = first.finding
  const owner = ownerId === null ? '' : `${toApiId('user', ownerId)}, `
  return {
    faults: found.length,
    firstFault: `${first.check.promise}: ${owner}${subject} should be ${expected}, is ${is}`,
  }
}
