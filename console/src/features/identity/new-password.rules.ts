// What a new password has to be before the server is asked. The server checks again, and knows more (the policy,
// the old password).
export const newPasswordLengthMin = 6

export type NewPassword = { current: string; next: string; repeated: string }
export type NewPasswordFaults = {
  current?: 'passwordNeeded'
  next?: 'minimum' | 'same'
  repeated?: 'different'
}

/** The faults by field, in the order of the form; empty when there are none. */
export function faultsOfNewPassword({ current, next, repeated }: NewPassword): NewPasswordFaults {
  const faults: NewPasswordFaults = {}
  if (current === '') faults.current = 'passwordNeeded'
  if (Array.from(next).length < newPasswordLengthMin) faults.next = 'minimum'
  else if (next === current) faults.next = 'same'
  if (repeated !== next) faults.repeated = 'different'
  return faults
}
