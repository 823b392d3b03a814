// The wallet's address: which list is shown, its filters and page, and what is open. In the first load, so it is one
// word a part and no more.
import { textOf, type RawSearch } from '../../lib/search.ts'

const names = [
  'tab',
  'range',
  'type',
  'status',
  'method',
  'period',
  'from',
  'until',
  'cursor',
  'dialog',
  'settlement',
  'deposit',
  'withdrawal',
  'month',
  'token',
] as const

/** `token` is what PayPal adds when it sends somebody back. */
export type WalletSearch = { [K in (typeof names)[number]]?: string }

/** What changes in the address; undefined takes it out. */
export type WalletPatch = { [K in keyof WalletSearch]?: string | undefined }

export function parseWalletSearch(raw: RawSearch): WalletSearch {
  const search: WalletSearch = {}
  for (const name of names) {
    const text = textOf(raw, name)
    if (text !== undefined) search[name] = text
  }
  return search
}
