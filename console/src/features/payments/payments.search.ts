// The address of Payment Settings: the tab, what is open, the filters of its lists, the page. Which values there are is
// known where they are shown; text that means nothing there shows the default.
import { textOf, type RawSearch } from '../../lib/search.ts'

const names = [
  'tab',
  'dialog',
  'item',
  'step',
  'state',
  'type',
  'status',
  'method',
  'user',
  'from',
  'until',
  'cursor',
] as const

export type PaymentsSearch = { [K in (typeof names)[number]]?: string }
/** What changes in the address; undefined takes it out. */
export type PaymentsPatch = { [K in keyof PaymentsSearch]?: string | undefined }

export function parsePaymentsSearch(raw: RawSearch): PaymentsSearch {
  const search: PaymentsSearch = {}
  for (const name of names) {
    const text = textOf(raw, name)
    if (text !== undefined) search[name] = text
  }
  return search
}
