// Hashes and checks passwords: bcrypt at cost 10. A check takes the same time whether or not there is a hash to check
// against. bcrypt reads 72 bytes and stops at a zero byte, so whatever it would cut is replaced by a digest of the
// whole first; nothing of a password is ever ignored. Deliberately knows no user and no rule of length.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/bcrypt'

const PASSWORD_HASH_COST = 10
const BCRYPT_BYTES_MAX = 72
// Keyed with a context of ours, so that a digest leaked elsewhere is of no use here.
const DIGEST_CONTEXT = 'inrange password'
const TEMPORARY_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const TEMPORARY_CHARS = 20

let decoy: Promise<string> | null = null

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(bcryptInput(password), PASSWORD_HASH_COST)
}

/**
 * Whether the password is the one behind the hash. Without a hash the same work is done against a decoy, and the answer
 * is false.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const matches = await verify(bcryptInput(password), storedHash ?? (await decoy))
  return storedHash !== null && matches
}

/** A random password of 115 bits without look-alike characters, for a person to type once. */
export function newTemporaryPassword(): string {
  return Array.from({ length: TEMPORARY_CHARS }, () => TEMPORARY_ALPHABET[randomInt(TEMPORARY_ALPHABET.length)]).join(
    '',
  )
}

function bcryptInput(password: string): string {
  const text = password.normalize('NFC')
  if (Buffer.byteLength(text) <= BCRYPT_BYTES_MAX && !text.includes('\0')) return text
  return createHmac('sha512', DIGEST_CONTEXT).update(text).digest('base64').slice(0, BCRYPT_BYTES_MAX)
}
