// The wallet's address: which list is shown, its page, and the settlement that is open.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type WalletSearch = { tab?: 'earnings'; range?: string; cursor?: string; settlement?: string }

/** What changes in the address; undefined takes it out. */
export type WalletPatch = { [K in keyof WalletSearch]?: WalletSearch[K] | undefined }

export function parseWalletSearch(raw: RawSearch): WalletSearch {
  return compact({
    tab: choiceOf(raw, 'tab', ['earnings']),
    range: textOf(raw, 'range'),
    cursor: textOf(raw, 'cursor'),
    settlement: textOf(raw, 'settlement'),
  })
}
