// The audit section's address: filters, the page, and the entry that is open. The page reads it, which keeps it out of
// the first load.
import { textOf, type RawSearch } from '../../lib/search.ts'

const names = [
  'actor',
  'behalf',
  'subject',
  'action',
  'outcome',
  'address',
  'request',
  'period',
  'from',
  'until',
  'cursor',
  'entry',
] as const

export type AuditSearch = { [K in (typeof names)[number]]?: string }
/** What changes in the address; undefined takes it out. */
export type AuditPatch = { [K in keyof AuditSearch]?: string | undefined }

export function parseAuditSearch(raw: RawSearch): AuditSearch {
  const search: AuditSearch = {}
  for (const name of names) {
    const text = textOf(raw, name)
    if (text !== undefined) search[name] = text
  }
  return search
}
