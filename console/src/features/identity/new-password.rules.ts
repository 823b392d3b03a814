// What a new password has to be before the server is asked. The server checks again, and knows more (what is used most,
// the old password).
export type PasswordPolicy = { lengthMin: number; username: string; email: string }
export type NewPassword = { current: string | null; next: string; repeated: string }
export type NewPasswordFaults = {
  current?: 'passwordNeeded'
  next?: 'minimum' | 'same'
  repeated?: 'different'
}

export const lengthMinDefault = 6
/** From where on we call a password long; what the standard recommends for a password without a second factor. */
const lengthRecommended = 15

function lengthOf(password: string): number {
  return Array.from(password).length
}

/**
 * The faults by field, in the order of the form; empty when there are none. `current: null` where none is asked for.
 */
export function faultsOfNewPassword(
  { current, next, repeated }: NewPassword,
  { lengthMin }: Pick<PasswordPolicy, 'lengthMin'>,
): NewPasswordFaults {
  const faults: NewPasswordFaults = {}
  if (current === '') faults.current = 'passwordNeeded'
  if (lengthOf(next) < lengthMin) faults.next = 'minimum'
  else if (next === current) faults.next = 'same'
  if (repeated !== next) faults.repeated = 'different'
  return faults
}

export type PasswordHint = { name: 'minimum' | 'notYours' | 'longer'; isMet: boolean }

/** What is good about a password so far, for the list below its field. Empty text meets nothing. */
export function hintsOf(password: string, { lengthMin, username, email }: PasswordPolicy): PasswordHint[] {
  const own = [username, email, email.split('@')[0] ?? ''].filter((text) => text.length > 2)
  const isOwn = own.some((text) => password.toLowerCase().includes(text.toLowerCase()))
  return [
    { name: 'minimum', isMet: lengthOf(password) >= lengthMin },
    { name: 'notYours', isMet: password !== '' && !isOwn },
    { name: 'longer', isMet: lengthOf(password) >= lengthRecommended },
  ]
}
