// What the console shows about the signed-in person, and the only thing about a session that outlives the page: a
// display, never a credential. Everything here is untrusted display; the server decides what the person may do.
import { roles, type Role } from '@inrange/contract/roles'
import { forgetPreference, readPreference, writePreference } from './preference.ts'

/** What the server asks for before it serves anything else. */
export const duties = ['second_factor', 'new_password', 'second_factor_enrolment'] as const
export type Duty = (typeof duties)[number]

export type SignedInUser = {
  id: string
  username: string
  email: string
  role: Role
  duty: Duty | null
}

const storedName = 'user'

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}

export function isSignedInUser(value: unknown): value is SignedInUser {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['username'] === 'string' &&
    typeof value['email'] === 'string' &&
    isRole(value['role']) &&
    (value['duty'] === null || duties.some((duty) => duty === value['duty']))
  )
}

/** The person who was signed in when the page was last open; a value that is no such display is removed. */
export function readStoredUser(): SignedInUser | null {
  return readPreference<SignedInUser | null>(storedName, isSignedInUser, null)
}

export function writeStoredUser(user: SignedInUser | null): void {
  if (user === null) forgetPreference(storedName)
  else writePreference(storedName, user)
}
