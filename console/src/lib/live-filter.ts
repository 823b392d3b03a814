// Whether a message is one that the reader asked for, decided here for what arrives as the server decides it for what
// is read: words in any order, case and accent, senders and numbers by a part of them. Pure.
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

const marks = /\p{M}+/gu
const prefixLettersMin = 3

/** Without case and accents, so that "codigo" finds "Código". */
function plain(text: string): string {
  return text.normalize('NFD').replace(marks, '').toLowerCase()
}

type Wish = { text: string; isPhrase: boolean }

function wishesOf(text: string): Wish[] {
  return [...plain(text).matchAll(/"([^"]+)"|([\p{L}\p{N}]+)/gu)].map(([, phrase, word]) => ({
    text: (phrase ?? word ?? '').trim(),
    isPhrase: phrase !== undefined,
  }))
}

/** What says whether a text holds all the words; null when nothing is asked for. */
export function textMatcher(text: string): ((content: string | null) => boolean) | null {
  const wishes = wishesOf(text).filter((wish) => wish.text !== '')
  if (wishes.length === 0) return null
  return (content) => {
    if (content === null) return false
    const shown = plain(content)
    const words = shown.match(/[\p{L}\p{N}]+/gu) ?? []
    return wishes.every((wish, index) => {
      if (wish.isPhrase) return shown.includes(wish.text)
      const mayBegin = index === wishes.length - 1 && wish.text.length >= prefixLettersMin
      return words.some((word) => word === wish.text || (mayBegin && word.startsWith(wish.text)))
    })
  }
}

/** One function for a filter, made once for however many messages; null for a filter that lets everything through. */
export function matcherOf(filter: LiveFilter): LiveMatcher | null {
  const text = textMatcher(filter.text)
  const sender = filter.sender.trim().toLowerCase()
  const digits = filter.number.replace(/\D/g, '')
  const { rangeId, read } = filter
  if (text === null && sender === '' && digits === '' && rangeId === null && read === null) return null
  return (message) =>
    (read === null || message.isRead === (read === 'read')) &&
    (rangeId === null || message.range.id === rangeId) &&
    (digits === '' || message.to.includes(digits)) &&
    (sender === '' || message.from.toLowerCase().includes(sender)) &&
    (text === null || text(message.content))
}
