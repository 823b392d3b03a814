// The live inbox's address: which messages to show, which one is open, and whether rows are grouped by number.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type InboxSearch = { search?: string; read?: 'read' | 'unread'; group?: 'number'; message?: string }

export function parseInboxSearch(raw: RawSearch): InboxSearch {
  return compact({
    search: textOf(raw, 'search'),
    read: choiceOf(raw, 'read', ['read', 'unread']),
    group: choiceOf(raw, 'group', ['number']),
    message: textOf(raw, 'message'),
  })
}
