// How sessions are listed, and how a place reads. Pure.
import { locale } from '../../i18n/language.ts'

const regions = new Intl.DisplayNames(locale, { type: 'region' })

/** 'Germany' from 'DE'; a private address is the local network, and what no one knows is said so. */
export function placeName(place: string | null, words: { local: string; unknown: string }): string {
  if (place === 'local') return words.local
  if (place === null || !/^[A-Z]{2}$/.test(place)) return words.unknown
  return regions.of(place) ?? place
}

/** The session that asks comes first; the others stay in the server's order, the last seen first. */
export function inOrder<T extends { isCurrent: boolean }>(sessions: readonly T[]): T[] {
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}
