// Recovery codes as text: 120 random bits in Crockford's base32, lower case. More than the 112 bits from which ASVS
// 6.5.2 allows a plain hash at rest. Pure: the bits come from elsewhere.
import { createHash } from 'node:crypto'

export const RECOVERY_CODES_COUNT = 10
export const RECOVERY_CODE_BYTES = 15
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS_PER_CHARACTER = 5
const CODE_TEXT = /^[0-9a-hj-km-np-tv-z]{24}$/

/** 24 characters for 15 bytes. */
export function recoveryCodeFrom(random: Uint8Array): string {
  let [bits, bitCount, text] = [0, 0, '']
  for (const byte of random) {
    bits = (bits << 8) | byte
    bitCount += 8
    for (; bitCount >= BITS_PER_CHARACTER; bitCount -= BITS_PER_CHARACTER) {
      text += ALPHABET.charAt((bits >> (bitCount - BITS_PER_CHARACTER)) & 31)
    }
    bits &= (1 << bitCount) - 1
  }
  return text
}

/**
 * A code as a person types it, in its one spelling; null when it cannot be one. Case, spaces, hyphens and the letters
 * that look like digits make no difference.
 */
export function readRecoveryCode(typed: string): string | null {
  const text = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return CODE_TEXT.test(text) ? text : null
}

/** What the database knows a code by. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
