// The archive's address: filters, the page, and the message whose trace is open.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type MessagesSearch = {
  text?: string
  sender?: string
  recipient?: string
  range?: string
  owner?: string
  read?: 'read' | 'unread'
  /** A period that ends now; takes the place of from and until. */
  period?: 'hour' | 'day' | 'week' | 'month'
  from?: string
  until?: string
  cursor?: string
  message?: string
}

export function parseMessagesSearch(raw: RawSearch): MessagesSearch {
  return compact({
    text: textOf(raw, 'text'),
    sender: textOf(raw, 'sender'),
    recipient: textOf(raw, 'recipient'),
    range: textOf(raw, 'range'),
    owner: textOf(raw, 'owner'),
    read: choiceOf(raw, 'read', ['read', 'unread']),
    period: choiceOf(raw, 'period', ['hour', 'day', 'week', 'month']),
    from: textOf(raw, 'from'),
    until: textOf(raw, 'until'),
    cursor: textOf(raw, 'cursor'),
    message: textOf(raw, 'message'),
  })
}
