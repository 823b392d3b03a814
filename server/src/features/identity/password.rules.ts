// What a new password must be: long enough, none of the most used ones, and not made of what everybody knows about its
// user. Deliberately no rule about kinds of characters, and none about age: they make passwords worse (ASVS 6.2.5,
// 6.2.10). The least length is a setting; the specification's default is 6.
import { commonPasswords } from './common-passwords.list.ts'

/** Longer texts are refused before they are hashed. */
export const PASSWORD_CHARS_MAX = 512
/** Words of the product that are guessed first (ASVS 6.2.11). */
const PRODUCT_WORDS = ['inrange']
const CONTEXT_CHARS_MIN = 3
// Letters that must be there besides a word everybody knows; digits and signs around it are guessed at once.
const LETTERS_BESIDE_MIN = 4

/** `reason` in the words that auth-js knows; `pwned` is its word for a password that is in a list. */
export type PasswordFault = { reason: 'length' | 'characters' | 'pwned'; message: string }

/** The fault of a new password, or null. Counted in characters as a person sees code points, not in UTF-16 units. */
export function passwordFault(
  password: string,
  user: { username: string; email: string },
  lengthMin: number,
): PasswordFault | null {
  const length = Array.from(password).length
  if (length < lengthMin) return { reason: 'length', message: `Minimum ${lengthMin} characters` }
  if (length > PASSWORD_CHARS_MAX) return { reason: 'length', message: `Maximum ${PASSWORD_CHARS_MAX} characters` }
  const lowered = password.normalize('NFC').toLowerCase()
  if (lowered === user.username.toLowerCase() || lowered === user.email.toLowerCase()) {
    return { reason: 'characters', message: 'The password may not be the username or the email address.' }
  }
  if (commonPasswords().has(lowered)) {
    return { reason: 'pwned', message: 'This password is among the most used ones.' }
  }
  if (isMadeOfContext(lowered, user)) {
    return {
      reason: 'characters',
      message: 'The password says little besides the name of its user or of this service.',
    }
  }
  return null
}

/** Whether a context word is in it and, with every such word taken out, hardly a letter is left. */
function isMadeOfContext(lowered: string, user: { username: string; email: string }): boolean {
  const localPart = user.email.split('@')[0] ?? ''
  const words = [...PRODUCT_WORDS, user.username.toLowerCase(), localPart.toLowerCase()]
    .filter((word) => word.length >= CONTEXT_CHARS_MIN)
    .toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), lowered)
  if (rest === lowered) return false
  return (rest.match(/\p{L}/gu) ?? []).length < LETTERS_BESIDE_MIN
}
