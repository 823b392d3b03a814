// The report of a ledger check as text for a terminal: one line a check, then every difference with its owner and
// amounts. Pure.
import { toApiId } from '@inrange/contract/ids'
import { FINDINGS_PER_QUERY_MAX, type Finding } from './check-journal.queries.ts'
import type { LedgerReport } from './check-ledger.ts'

/**
 * The table of checks, and below it what is wrong, if anything is. Ends with one sentence that says whether the books
 * balance.
 */
export function renderReport(report: LedgerReport): string {
  const { owners, messages, transfers, blocks } = report.counted
  const lines = [
    `Checked ${messages} messages, ${transfers} transfers and ${blocks} sealed blocks of ${owners} users.`,
    '',
  ]
  const width = Math.max(...report.checks.map((check) => check.promise.length))
  for (const check of report.checks) {
    const result = check.findings.length === 0 ? 'holds' : `BROKEN, ${check.findings.length} found`
    lines.push(`  ${check.promise.padEnd(width)}  ${Math.round(check.durationMs).toString().padStart(6)} ms  ${result}`)
  }
  const broken = report.checks.filter((check) => check.findings.length > 0)
  for (const check of broken) lines.push('', `${check.promise}:`, ...check.findings.map(renderFinding))
  const limit = `At most ${FINDINGS_PER_QUERY_MAX} differences of a kind are listed. Amounts are micro-USD.`
  lines.push('', broken.length === 0 ? 'The books balance.' : `The books do not balance. ${limit}`)
  return lines.join('\n')
}

function renderFinding(finding: Finding): string {
  const owner = finding.ownerId === null ? '' : `${toApiId('user', finding.ownerId)} (${finding.ownerId}), `
  return `  ${owner}${finding.subject}\n    should be  ${finding.expected}\n    is         ${finding.found}`
}
