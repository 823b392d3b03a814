// What somebody searched for and opened lately, in this browser and for this person alone. No message is remembered,
// nor a payment, nor a number: only names.
import { forgetPreference, readPreference, writePreference } from '../../lib/preference.ts'
import type { Destination, Hit } from './hit.destination.ts'
import { destinationOf } from './hit.destination.ts'

const ITEMS_MAX = 5
const TEXTS_MAX = 4
const TEXT_CHARS_MAX = 60

export type RecentItem = { type: 'range' | 'user' | 'carrier' | 'connection'; name: string; to: Destination }
export type Recent = { items: readonly RecentItem[]; texts: readonly string[] }
const nothing: Recent = { items: [], texts: [] }

const types: readonly string[] = ['range', 'user', 'carrier', 'connection']

function isItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('name' in value)) return false
  if (!('to' in value) || typeof value.to !== 'object' || value.to === null) return false
  return types.includes(String(value.type)) && typeof value.name === 'string' && 'section' in value.to
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null || !('items' in value) || !('texts' in value)) return false
  const { items, texts } = value
  return (
    Array.isArray(items) &&
    items.every(isItem) &&
    Array.isArray(texts) &&
    texts.every((text) => typeof text === 'string')
  )
}

const nameOf = (userId: string) => `search.${userId}`

export function readRecent(userId: string): Recent {
  return readPreference(nameOf(userId), isRecent, nothing)
}

export function forgetRecent(userId: string): void {
  forgetPreference(nameOf(userId))
}

/** The newest first, each once. */
function newest<T>(first: T, rest: readonly T[], isSame: (one: T, other: T) => boolean, max: number): T[] {
  return [first, ...rest.filter((other) => !isSame(first, other))].slice(0, max)
}

/** Remembers what was opened and by which words; an id or a number is no word. */
export function rememberHit(userId: string, hit: Hit, text: string): void {
  if (hit.type !== 'range' && hit.type !== 'user' && hit.type !== 'carrier' && hit.type !== 'connection') return
  const before = readRecent(userId)
  const name = hit.type === 'user' ? hit.username : hit.name
  const item: RecentItem = { type: hit.type, name, to: destinationOf(hit) }
  const items = newest(
    item,
    before.items,
    (one, other) => one.type === other.type && one.name === other.name,
    ITEMS_MAX,
  )
  const isWords = text.length <= TEXT_CHARS_MAX && /\p{L}/u.test(text) && !/^[a-z]{3}_/i.test(text)
  const texts = isWords ? newest(text, before.texts, (one, other) => one === other, TEXTS_MAX) : before.texts
  writePreference(nameOf(userId), { items, texts })
}
