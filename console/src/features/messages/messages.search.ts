// The archive's address: filters, the page, the message whose trace is open, and an open dialog.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export const matchModes = ['contains', 'starts', 'ends', 'is'] as const
export type MatchMode = (typeof matchModes)[number]
export const timeWords = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const
export type TimeWord = (typeof timeWords)[number]
export const flags = ['partial', 'test', 'binary'] as const

export type MessagesSearch = {
  text?: string
  sender?: string
  senderMatch?: MatchMode
  recipient?: string
  recipientMatch?: MatchMode
  range?: string
  carrier?: string
  connection?: string
  owner?: string
  read?: 'read' | 'unread'
  flag?: (typeof flags)[number]
  language?: string
  /** A stretch of time that goes along with the clock, as days of the zone; takes the place of from and until. */
  during?: TimeWord
  zone?: string
  from?: string
  until?: string
  cursor?: string
  message?: string
  dialog?: 'export' | 'mark-matching'
}

/** What changes in the address; undefined takes it out. */
export type SearchPatch = { [K in keyof MessagesSearch]?: MessagesSearch[K] | undefined }

export function parseMessagesSearch(raw: RawSearch): MessagesSearch {
  return compact({
    text: textOf(raw, 'text'),
    sender: textOf(raw, 'sender'),
    senderMatch: choiceOf(raw, 'senderMatch', matchModes),
    recipient: textOf(raw, 'recipient'),
    recipientMatch: choiceOf(raw, 'recipientMatch', matchModes),
    range: textOf(raw, 'range'),
    carrier: textOf(raw, 'carrier'),
    connection: textOf(raw, 'connection'),
    owner: textOf(raw, 'owner'),
    read: choiceOf(raw, 'read', ['read', 'unread']),
    flag: choiceOf(raw, 'flag', flags),
    language: textOf(raw, 'language'),
    during: choiceOf(raw, 'during', timeWords),
    zone: textOf(raw, 'zone'),
    from: textOf(raw, 'from'),
    until: textOf(raw, 'until'),
    cursor: textOf(raw, 'cursor'),
    message: textOf(raw, 'message'),
    dialog: choiceOf(raw, 'dialog', ['export', 'mark-matching']),
  })
}

export function withoutUndefined(search: SearchPatch): MessagesSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
