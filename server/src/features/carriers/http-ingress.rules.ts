// How a carrier's HTTP request is proven and read. Pure, but for the comparison of secrets, which takes the same time
// whatever differs.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { AppError, type FieldErrors } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { HttpSettings } from './connections.rules.ts'
import type { HttpMessage } from './received-content.rules.ts'

/** Largest body, in octets: a message of 255 parts in UTF-8 with room for what carriers add. */
export const BODY_OCTETS_MAX = 64 * 1024
/** How far the clock of a carrier may be off, in seconds. */
export const SIGNATURE_AGE_SECONDS_MAX = 300

const ID_CHARS_MAX = 128
/**
 * SMPP's longest address (data_sm, 4.7.1) without its NUL; what a recipient must look like is for the pipeline to say.
 */
const ADDRESS_CHARS_MAX = 64

/** The path that a carrier posts to. */
export function ingressPath(connectionId: string): string {
  return `/in/http/${toApiId('connection', connectionId)}`
}

/** Lower-case hex of HMAC-SHA256 over the timestamp, a dot and the body as it is sent. */
export function signatureOf(secret: string, timestamp: string, body: Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
}

export type ProofHeaders = {
  timestamp: string | undefined
  signature: string | undefined
  authorization: string | undefined
}

/** Why the request is not proven to come from the carrier, as a line for the log, or null when it is. */
export function proofFault(
  request: { headers: ProofHeaders; body: Buffer },
  connection: { authentication: HttpSettings['authentication']; secret: string },
  nowMs: number,
): string | null {
  const { headers, body } = request
  if (connection.authentication === 'token') {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) return 'The Authorization header holds no bearer token.'
    return isSame(token, connection.secret) ? null : 'The token is wrong.'
  }
  const { timestamp, signature } = headers
  if (timestamp === undefined || signature === undefined) return 'The headers of the signature are missing.'
  if (!/^\d{1,12}$/.test(timestamp)) return 'x-inrange-timestamp is not in whole seconds since 1970.'
  const ageSeconds = Math.abs(nowMs / 1_000 - Number(timestamp))
  if (ageSeconds > SIGNATURE_AGE_SECONDS_MAX)
    return `The timestamp is ${Math.round(ageSeconds)} seconds away from our clock.`
  return isSame(signature.toLowerCase(), signatureOf(connection.secret, timestamp, body))
    ? null
    : 'The signature is wrong.'
}

// Digests have one length, so that the comparison tells nothing, not even how long the secret is.
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Reads the body by its content type.
 * @throws AppError unsupported_media_type, malformed_request, or invalid_request naming the carrier's own field
 */
export function readHttpMessage(contentType: string, body: Buffer, names: HttpSettings['fields']): HttpMessage {
  const fields = readFields(contentType, body)
  const faults: FieldErrors = {}
  const message = {
    id: takeText(fields, names.id, ID_CHARS_MAX, faults),
    sender: takeText(fields, names.sender, ADDRESS_CHARS_MAX, faults),
    recipient: takeText(fields, names.recipient, ADDRESS_CHARS_MAX, faults),
    text: takeText(fields, names.text, null, faults),
  }
  if (Object.keys(faults).length > 0) throw new AppError('invalid_request', { fields: faults })
  return message
}

type Fields = (name: string) => unknown

function readFields(contentType: string, body: Buffer): Fields {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
  const text = decodeUtf8(body)
  if (mediaType === 'application/json') {
    const value = parseJson(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new AppError('malformed_request', { message: 'The body is not a JSON object.' })
    }
    return (name) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined)
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(text)
    return (name) => form.get(name) ?? undefined
  }
  throw new AppError('unsupported_media_type')
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('malformed_request', { message: 'The body is not UTF-8.' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed_request')
  }
}

/** @param charsMax of an identifier, which also must not be empty; null for text, which may be */
function takeText(fields: Fields, name: string, charsMax: number | null, faults: FieldErrors): string {
  const value = fields(name)
  // Carriers write numbers as JSON numbers too; one beyond 2^53 has already lost digits and is refused.
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (text === undefined || text === null) faults[name] = 'This field is missing.'
  else if (typeof text !== 'string') faults[name] = 'This field is not text.'
  else if (charsMax !== null && text.trim() === '') faults[name] = 'This field is empty.'
  else if (charsMax !== null && text.length > charsMax)
    faults[name] = `This field has more than ${charsMax} characters.`
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  else if (charsMax !== null && /[\u0000-\u001f\u007f]/.test(text)) faults[name] = 'This field has control characters.'
  else return charsMax === null ? text : text.trim().toWellFormed()
  return ''
}
