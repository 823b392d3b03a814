// The report of a verification as text for a terminal. Pure. It ends with one sentence that says whether the log is
// what was sealed, and shows the hash that has to be kept elsewhere to prove it against somebody who may rewrite
// everything.
import type { ChainReport } from './verify-audit-chain.ts'

export function renderChainReport(report: ChainReport): string {
  const { blocks, entries, unsealedEntries, headHash, faults } = report
  const lines = [
    `Checked ${entries} entries in ${blocks} sealed blocks.`,
    `Not sealed yet, so vouched for by nothing: ${unsealedEntries} entries.`,
    `Hash of the last block, which covers all before it: ${headHash ?? 'none'}`,
    '',
  ]
  for (const { blockId, problem } of faults)
    lines.push(`  ${blockId === '0' ? 'The chain' : `Block ${blockId}`}: ${problem}`)
  if (faults.length > 0) lines.push('')
  lines.push(report.isSound ? 'The audit log is as it was sealed.' : 'The audit log was changed after it was sealed.')
  return lines.join('\n')
}
