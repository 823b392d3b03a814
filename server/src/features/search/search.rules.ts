// What typed words can mean: a pattern, digits, the hash of a transaction, the beginning of an id. Pure.
import { fromApiId, idPrefixes, type IdNoun } from '@inrange/contract/ids'

/** The text as a pattern for LIKE in which only our own wildcards mean something. */
export function containing(text: string): string {
  return `%${escaped(text)}%`
}

export function beginningWith(text: string): string {
  return `${escaped(text)}%`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * The digits of a number or a part of one, or null when the text is something else; fewer than three are in nearly
 * every number.
 */
export function digitsOf(text: string): string | null {
  const compact = text.replace(/[\s().+-]/g, '').replace(/^00(?=[1-9]\d{7})/, '')
  return /^\d{3,15}$/.test(compact) && /^[\d\s().+-]+$/.test(text) ? compact : null
}

/** The beginning of a transaction's hash as it is stored, lower case without 0x; null when it is none. */
export function hashPrefixOf(text: string): string | null {
  const compact = text.toLowerCase().replace(/^0x/, '')
  return /^[0-9a-f]{8,64}$/.test(compact) ? compact : null
}

const ID_CHARS = 26
/** The first ten characters of an id are its time; fewer than eight name a day or more. */
const PREFIX_CHARS_MIN = 8

/** The span of uuids that a whole or cut id of this noun may name; null when the text is no such id. */
export function idSpanOf(noun: IdNoun, text: string): { fromId: string; untilId: string } | null {
  const prefix = `${idPrefixes[noun]}_`
  const lower = text.toLowerCase()
  const chars = lower.length - prefix.length
  if (!lower.startsWith(prefix) || chars < PREFIX_CHARS_MIN || chars > ID_CHARS) return null
  const fromId = fromApiId(noun, lower.padEnd(prefix.length + ID_CHARS, '0'))
  const untilId = fromApiId(noun, lower.padEnd(prefix.length + ID_CHARS, 'z'))
  return fromId === null || untilId === null ? null : { fromId, untilId }
}

/** Whether the text looks like an id of ours: then nothing but what it names is meant. */
export function looksLikeId(text: string): boolean {
  return /^[a-z]{3}_[0-9a-z]{8,}$/i.test(text)
}

/** A whole uuid of this noun, or null. */
export function wholeIdOf(noun: IdNoun, text: string): string | null {
  return fromApiId(noun, text.toLowerCase())
}
