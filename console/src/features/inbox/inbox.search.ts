// The live inbox's address: which messages to show, in which order, which one is open, and whether rows are grouped
// by number.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type InboxSearch = {
  text?: string
  sender?: string
  number?: string
  range?: string
  read?: 'read' | 'unread'
  order?: 'unread'
  group?: 'number'
  message?: string
}

/** What changes in the address; undefined takes it out. */
export type SearchPatch = { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }

export function parseInboxSearch(raw: RawSearch): InboxSearch {
  return compact({
    text: textOf(raw, 'text'),
    sender: textOf(raw, 'sender'),
    number: textOf(raw, 'number'),
    range: textOf(raw, 'range'),
    read: choiceOf(raw, 'read', ['read', 'unread']),
    order: choiceOf(raw, 'order', ['unread']),
    group: choiceOf(raw, 'group', ['number']),
    message: textOf(raw, 'message'),
  })
}

export const noFilters = {
  text: undefined,
  sender: undefined,
  number: undefined,
  range: undefined,
  read: undefined,
} satisfies SearchPatch

/** Whether anything narrows the list; order and grouping do not. */
export function isFiltered(search: InboxSearch): boolean {
  return Object.keys(noFilters).some((name) => search[name as keyof typeof noFilters] !== undefined)
}
