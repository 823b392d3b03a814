// What a new password must be. Pure. The least length is a setting; the specification's default is 6.

/** Longer texts are refused before they are hashed. */
export const PASSWORD_CHARS_MAX = 512

export type PasswordFault = { reason: 'length' | 'characters'; message: string }

/** The fault of a new password, or null. Counted in characters as a person sees code points, not in UTF-16 units. */
export function passwordFault(
  password: string,
  user: { username: string; email: string },
  lengthMin: number,
): PasswordFault | null {
  const length = Array.from(password).length
  if (length < lengthMin) return { reason: 'length', message: `Minimum ${lengthMin} characters` }
  if (length > PASSWORD_CHARS_MAX) return { reason: 'length', message: `Maximum ${PASSWORD_CHARS_MAX} characters` }
  const lowered = password.toLowerCase()
  if (lowered === user.username.toLowerCase() || lowered === user.email.toLowerCase()) {
    return { reason: 'characters', message: 'The password may not be the username or the email address.' }
  }
  return null
}
