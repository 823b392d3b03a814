// Whether a message is one that the reader asked for, decided here for what arrives as the server decides it for what
// is read: the words of a text by one rule, senders and numbers by a part of them. Pure.
import { foldText, readTextQuery, textMatcher } from '@inrange/contract/message-text'
import type { CallOutput } from './api.ts'

export type LiveMessage = CallOutput<'messages.list'>['items'][number]
export type LiveFilter = {
  /** Words that all occur; "words in quotes" occur exactly so. */
  text: string
  /** A part of it. */
  sender: string
  /** A part of it; all but digits is passed over. */
  number: string
  rangeId: string | null
  read: 'read' | 'unread' | null
}
export type LiveMatcher = (message: LiveMessage) => boolean

export const everything: LiveFilter = { text: '', sender: '', number: '', rangeId: null, read: null }

/** One function for a filter, made once for however many messages; null for a filter that lets everything through. */
export function matcherOf(filter: LiveFilter): LiveMatcher | null {
  const text = filter.text.trim() === '' ? null : textMatcher(readTextQuery(filter.text))
  const sender = foldText(filter.sender.trim())
  const digits = filter.number.replace(/\D/g, '')
  const { rangeId, read } = filter
  if (text === null && sender === '' && digits === '' && rangeId === null && read === null) return null
  return (message) =>
    (read === null || message.isRead === (read === 'read')) &&
    (rangeId === null || message.range.id === rangeId) &&
    (digits === '' || message.to.includes(digits)) &&
    (sender === '' || foldText(message.from).includes(sender)) &&
    (text === null || text(message.content))
}
