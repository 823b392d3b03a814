// What the address of the settings says about identity providers: which dialog is open, and about which provider. Text
// that is no such dialog opens nothing.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

const dialogs = ['add-provider', 'edit-provider', 'disable-provider', 'delete-provider'] as const

export type ProvidersSearch = { dialog?: (typeof dialogs)[number]; provider?: string }

/** What changes in the address; undefined takes it out. */
export type ProvidersPatch = { [K in keyof ProvidersSearch]?: ProvidersSearch[K] | undefined }

export function parseProvidersSearch(raw: RawSearch): ProvidersSearch {
  return compact({ dialog: choiceOf(raw, 'dialog', dialogs), provider: textOf(raw, 'provider') })
}
