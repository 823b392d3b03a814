// The address of Reports: which part is shown, what the report is built of, what is open. Read by the page, which keeps
// it out of the first load.
import { textOf, type RawSearch } from '../../lib/search.ts'

const names = [
  'tab',
  'period',
  'from',
  'to',
  'zone',
  'group',
  'range',
  'user',
  'sender',
  'columns',
  'export',
  'cursor',
  'dialog',
  'schedule',
] as const

export type ReportsSearch = { [K in (typeof names)[number]]?: string }
/** What changes in the address; undefined takes it out. */
export type ReportsPatch = { [K in keyof ReportsSearch]?: string | undefined }

export function parseReportsSearch(raw: RawSearch): ReportsSearch {
  const search: ReportsSearch = {}
  for (const name of names) {
    const text = textOf(raw, name)
    if (text !== undefined) search[name] = text
  }
  return search
}
