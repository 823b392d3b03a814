// Identifiers as callers see them: a prefix that names the noun and 26 characters of Crockford base32 (the TypeID
// layout), so that a pasted id says what it is. A message id is longer: it holds the owner and the microsecond at
// which the message landed, which together are the key of the row. So no id column, no second index, and any holder
// of the id can find its partition.
import { z } from 'zod'

export const idPrefixes = {
  user: 'usr',
  session: 'ses',
  range: 'rng',
  carrier: 'car',
  connection: 'con',
  message: 'msg',
  quarantine: 'qua',
  transfer: 'trf',
  settlement: 'stl',
  transaction: 'txn',
  deposit: 'dep',
  withdrawal: 'wdr',
  destination: 'dst',
  paymentMethod: 'pmt',
  review: 'rev',
  case: 'cas',
  activity: 'act',
  audit: 'aud',
  alert: 'alr',
  export: 'exp',
  schedule: 'sch',
  notification: 'ntf',
  savedView: 'viw',
} as const
export type IdNoun = Exclude<keyof typeof idPrefixes, 'message'>

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const USER_ID_CHARS = 26
const LANDED_CHARS = 13

function encodeBase32(value: bigint, chars: number): string {
  let text = ''
  for (let rest = value, index = 0; index < chars; index++, rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text
  return text
}

function decodeBase32(text: string): bigint | null {
  let value = 0n
  for (const char of text) {
    const digit = ALPHABET.indexOf(char)
    if (digit < 0) return null
    value = (value << 5n) | BigInt(digit)
  }
  return value
}

function uuidFromBigint(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** 'rng_01h455vb4pex5vsknk084sn02q' from a database uuid. */
export function toApiId(noun: IdNoun, uuid: string): string {
  return `${idPrefixes[noun]}_${encodeBase32(BigInt(`0x${uuid.replaceAll('-', '')}`), USER_ID_CHARS)}`
}

/** The database uuid, or null when the text is no id of that noun. */
export function fromApiId(noun: IdNoun, text: string): string | null {
  const prefix = `${idPrefixes[noun]}_`
  if (!text.startsWith(prefix) || text.length !== prefix.length + USER_ID_CHARS) return null
  const value = decodeBase32(text.slice(prefix.length))
  if (value === null || value >= 1n << 128n) return null
  const uuid = uuidFromBigint(value)
  return UUID.test(uuid) ? uuid : null
}

export type MessageKey = { ownerId: string; landedAtMicros: bigint }

/** 'msg_…': owner and landing time (microseconds since 1970) in 39 characters. */
export function toMessageId(key: MessageKey): string {
  const owner = encodeBase32(BigInt(`0x${key.ownerId.replaceAll('-', '')}`), USER_ID_CHARS)
  return `${idPrefixes.message}_${owner}${encodeBase32(key.landedAtMicros, LANDED_CHARS)}`
}

/** The key of the row, or null when the text is no message id. */
export function fromMessageId(text: string): MessageKey | null {
  const prefix = `${idPrefixes.message}_`
  if (!text.startsWith(prefix) || text.length !== prefix.length + USER_ID_CHARS + LANDED_CHARS) return null
  const owner = decodeBase32(text.slice(prefix.length, prefix.length + USER_ID_CHARS))
  const landedAtMicros = decodeBase32(text.slice(prefix.length + USER_ID_CHARS))
  if (owner === null || owner >= 1n << 128n || landedAtMicros === null || landedAtMicros >= 1n << 63n) return null
  return { ownerId: uuidFromBigint(owner), landedAtMicros }
}

/** An id in a response. */
export function idSchema(noun: keyof typeof idPrefixes) {
  return z.string().meta({ description: `${noun} id, ${idPrefixes[noun]}_…` })
}

/** An id in a request, parsed to the database uuid. */
export function idInput(noun: IdNoun) {
  return z.string().transform((text, context) => {
    const uuid = fromApiId(noun, text)
    if (uuid !== null) return uuid
    context.addIssue({ code: 'custom', message: `This is not a ${noun} id; one starts with ${idPrefixes[noun]}_.` })
    return z.NEVER
  })
}

/** A message id in a request, parsed to the key of the row. */
export const messageIdInput = z.string().transform((text, context) => {
  const key = fromMessageId(text)
  if (key !== null) return key
  context.addIssue({ code: 'custom', message: 'This is not a message id; one starts with msg_.' })
  return z.NEVER
})
