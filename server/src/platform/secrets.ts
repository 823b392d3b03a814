// Guarantees that a sealed value opens only with the same key ring and only in the row and column it was sealed for:
// a flipped byte, a value moved to another row and a wrong key are refused. Each value has a data key of its own,
// wrapped by a key of the ring (envelope encryption), so that changing the ring's key rewraps 32 bytes and leaves the
// text alone. It deliberately does not store keys in the database, and it does not say which of the checks failed.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { StartFault } from './start-fault.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12 // NIST SP 800-38D, section 5.2.1.1: 96 bits is the length that needs no hashing.
const TAG_BYTES = 16
const FORMAT_VERSION = 1

/** Keys by their id; `activeId` seals, all of them open. */
export type KeyRing = { activeId: string; keys: ReadonlyMap<string, Buffer> }

/** Where a sealed value lives. It is bound into the seal, so a value copied elsewhere does not open. */
export type SealPlace = { table: string; row: string; column: string }

/** Seals and opens texts. Both throw; neither ever returns something half right. */
export type Secrets = {
  /** Seals UTF-8 text for its place. Returns JSON text with the fields v, kid, key (wrapped data key), text. */
  seal(text: string, place: SealPlace): string
  /** Opens what `seal` returned. @throws SealBroken when anything differs from what was sealed */
  open(sealed: string, place: SealPlace): string
  /** The same value under the ring's active key; the sealed text itself stays as it is. */
  rewrap(sealed: string, place: SealPlace): string
  /** The id of the key that a sealed value needs. */
  keyIdOf(sealed: string): string
  /** The id of the key that `seal` uses. */
  readonly activeKeyId: string
}

/** The value was changed, moved, or sealed by a key that is not in the ring. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

const envelopeSchema = z.strictObject({
  v: z.literal(FORMAT_VERSION),
  kid: z.string().min(1),
  key: z.base64(),
  text: z.base64(),
})

/** Makes the sealer over a key ring. */
export function createSecrets(ring: KeyRing): Secrets {
  return {
    seal: (text, place) => {
      const dataKey = randomBytes(KEY_BYTES)
      const sealedText = encrypt(dataKey, Buffer.from(text, 'utf8'), context('text', place))
      return envelope(ring.activeId, wrap(ring, ring.activeId, dataKey, place), sealedText)
    },
    open: (sealed, place) => {
      const parts = parse(sealed)
      const dataKey = unwrap(ring, parts.kid, parts.key, place)
      return decrypt(dataKey, parts.text, context('text', place)).toString('utf8')
    },
    rewrap: (sealed, place) => {
      const parts = parse(sealed)
      const dataKey = unwrap(ring, parts.kid, parts.key, place)
      return envelope(ring.activeId, wrap(ring, ring.activeId, dataKey, place), parts.text)
    },
    keyIdOf: (sealed) => parse(sealed).kid,
    activeKeyId: ring.activeId,
  }
}

/**
 * Reads a key ring from text: keys of 32 bytes in base64, separated by commas or line ends; the first one seals. A
 * key may be given as `id:base64`; without an id it is named after a digest of itself.
 * @throws StartFault naming the entry that is wrong, never its content
 */
export function parseKeyRing(text: string): KeyRing {
  const keys = new Map<string, Buffer>()
  const entries = text.split(/[,\s]+/).filter((entry) => entry !== '')
  for (const [index, entry] of entries.entries()) {
    const { id, key } = parseKey(entry, index + 1)
    if (keys.has(id)) throw keyFault(`Key ${index + 1} repeats the id ${id}.`)
    keys.set(id, key)
  }
  const activeId = keys.keys().next().value
  if (activeId === undefined) throw keyFault('The key ring is empty.')
  return { activeId, keys }
}

/** A new key, as text that `parseKeyRing` reads. */
export function generateKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

function parseKey(entry: string, position: number): { id: string; key: Buffer } {
  const separator = entry.indexOf(':')
  const text = entry.slice(separator + 1)
  const key = Buffer.from(text, 'base64')
  // Buffer.from skips what it cannot read, so the text is compared with what its bytes encode to.
  if (key.length !== KEY_BYTES || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    throw keyFault(`Key ${position} is not ${KEY_BYTES} bytes in base64.`)
  }
  const id = separator > 0 ? entry.slice(0, separator) : createHash('sha256').update(key).digest('hex').slice(0, 8)
  return { id, key }
}

function keyFault(problem: string): StartFault {
  return new StartFault(problem, 'Make a key with: openssl rand -base64 32')
}

function context(layer: 'key' | 'text', place: SealPlace): Buffer {
  // JSON keeps the fields apart whatever characters they hold; "a/b"+"c" and "a"+"b/c" must not be the same place.
  return Buffer.from(JSON.stringify([FORMAT_VERSION, layer, place.table, place.row, place.column]), 'utf8')
}

function wrap(ring: KeyRing, keyId: string, dataKey: Buffer, place: SealPlace): Buffer {
  return encrypt(keyOf(ring, keyId), dataKey, context('key', place))
}

function unwrap(ring: KeyRing, keyId: string, wrapped: Buffer, place: SealPlace): Buffer {
  return decrypt(keyOf(ring, keyId), wrapped, context('key', place))
}

function keyOf(ring: KeyRing, keyId: string): Buffer {
  const key = ring.keys.get(keyId)
  if (!key) throw new SealBroken(`The key ring has no key ${JSON.stringify(keyId)}`)
  return key
}

function encrypt(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(associated)
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new SealBroken('The sealed value is too short')
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(associated)
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new SealBroken('The sealed value was changed, moved, or sealed with another key', { cause })
  }
}

function envelope(keyId: string, wrappedKey: Buffer, sealedText: Buffer): string {
  const fields = { kid: keyId, key: wrappedKey.toString('base64'), text: sealedText.toString('base64') }
  return JSON.stringify({ v: FORMAT_VERSION, ...fields })
}

function parse(sealed: string): { kid: string; key: Buffer; text: Buffer } {
  const parsed = envelopeSchema.safeParse(readJson(sealed))
  if (!parsed.success) throw new SealBroken('The sealed value has an unknown form')
  const { kid, key, text } = parsed.data
  return { kid, key: Buffer.from(key, 'base64'), text: Buffer.from(text, 'base64') }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
