// What the console shows about the signed-in person, and the only thing about a session that outlives the page: a
// display, never a credential. Everything here is untrusted display; the server decides what the person may do.
import { roles, type Role } from '@inrange/contract/roles'
import { forgetPreference, readPreference, writePreference } from './preference.ts'

export type SignedInUser = {
  id: string
  username: string
  email: string
  role: Role
  /** The server serves nothing but a password change until this is false. */
  mustChangePassword: boolean
}

const storedName = 'user'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}

function isSignedInUser(value: unknown): value is SignedInUser {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['username'] === 'string' &&
    typeof value['email'] === 'string' &&
    isRole(value['role']) &&
    typeof value['mustChangePassword'] === 'boolean'
  )
}

function firstText(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) if (typeof candidate === 'string' && candidate !== '') return candidate
  return ''
}

/**
 * The display of a user as the auth service describes one (`user` of its session). An unknown role is shown as
 * the least.
 */
export function displayOf(user: {
  id: string
  email?: string | undefined
  app_metadata?: unknown
  user_metadata?: unknown
}): SignedInUser {
  const app = isRecord(user.app_metadata) ? user.app_metadata : {}
  const own = isRecord(user.user_metadata) ? user.user_metadata : {}
  return {
    id: firstText(app['user_id'], user.id),
    username: firstText(app['username'], own['username'], user.email),
    email: user.email ?? '',
    role: isRole(app['role']) ? app['role'] : 'user',
    mustChangePassword: app['must_change_password'] === true,
  }
}

/** The person who was signed in when the page was last open; a value that is no such display is removed. */
export function readStoredUser(): SignedInUser | null {
  return readPreference<SignedInUser | null>(storedName, isSignedInUser, null)
}

export function writeStoredUser(user: SignedInUser | null): void {
  if (user === null) forgetPreference(storedName)
  else writePreference(storedName, user)
}
