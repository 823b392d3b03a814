// The report of an import as a person reads it: a line for each row, then the sums. Pure.
import type { ImportOptions, RowResult } from './import-users.ts'

export function renderImport(
  results: readonly RowResult[],
  { isDryRun, ignoredColumns }: Pick<ImportOptions, 'isDryRun'> & { ignoredColumns: readonly string[] },
): string {
  const width = Math.max(8, ...results.map((result) => printable(result.username).length))
  const lines = results.map((result) => {
    const name = printable(result.username).padEnd(width)
    const reason = result.reason === null ? '' : `: ${result.reason}`
    const remarks = result.remarks.map((remark) => `; ${remark}`).join('')
    return `${String(result.row).padStart(6)}  ${name}  ${verb(result, isDryRun)}${reason}${printable(remarks)}`
  })
  const count = (outcome: RowResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  // A heading that is no word may be anything, also a secret in a file without headings.
  const names = ignoredColumns.filter((column) => /^\w{1,40}$/.test(column))
  const ignored = names.length === 0 ? [] : [`Columns that are not read: ${names.join(', ')}.`]
  const sums = `${count('created')} ${isDryRun ? 'would be created' : 'created'}, ${count('skipped')} skipped, ${count('refused')} refused.`
  return [...lines, '', ...ignored, isDryRun ? `Nothing was written. ${sums}` : sums].join('\n')
}

function verb({ outcome }: RowResult, isDryRun: boolean): string {
  return outcome === 'created' && isDryRun ? 'would be created' : outcome
}

/** What a terminal would act on is left out. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}
