// Who may do what to whom. Pure. A role never acts on a role above its own and never gives one; nobody takes away their
// own access; the platform never loses its last active super admin.
import type { ErrorCode } from '@inrange/contract/errors'
import { isAbove, roleCovers, type Role } from '@inrange/contract/roles'

export type Person = { id: string; role: Role; isActive: boolean }
export type RoleChange = { role?: Role | undefined; isActive?: boolean | undefined }
export type Refusal = { code: ErrorCode; message?: string }

/** Whether the actor may act on the subject at all. */
export function actingRefusal(actor: Person, subject: Person): Refusal | null {
  if (actor.isActive && roleCovers(actor.role, subject.role)) return null
  return { code: 'forbidden', message: 'You may not change a user whose role is above yours.' }
}

/** Whether the actor may create a user of this role. */
export function creatingRefusal(actor: { role: Role }, role: Role): Refusal | null {
  if (role === 'super_admin') return { code: 'forbidden', message: 'A super admin cannot be created.' }
  return roleCovers(actor.role, role) ? null : { code: 'forbidden', message: 'You may not give a role above your own.' }
}

/** Whether the actor may change role or activity of the subject as asked. */
export function updatingRefusal(
  actor: Person,
  subject: Person,
  change: RoleChange,
  activeSuperAdmins: number,
): Refusal | null {
  const acting = actingRefusal(actor, subject)
  if (acting) return acting
  const role = change.role ?? subject.role
  const isActive = change.isActive ?? subject.isActive
  if (!roleCovers(actor.role, role)) return { code: 'forbidden', message: 'You may not give a role above your own.' }
  const countsNow = subject.role === 'super_admin' && subject.isActive
  const countsThen = role === 'super_admin' && isActive
  if (countsNow && !countsThen && activeSuperAdmins <= 1) return { code: 'last_super_admin' }
  if (actor.id !== subject.id) return null
  if (!isActive) return { code: 'forbidden', message: 'You may not deactivate yourself.' }
  return role === subject.role ? null : { code: 'forbidden', message: 'You may not change your own role.' }
}

/**
 * Whether the actor may replace the subject's password or remove their factors; one's own are changed in one's own
 * account, with the present ones at hand.
 */
export function resettingRefusal(actor: Person, subject: Person): Refusal | null {
  if (actor.id === subject.id) {
    return { code: 'forbidden', message: 'Change your own password with your current one.' }
  }
  return actingRefusal(actor, subject)
}

/** Whether the actor may act for the subject: only for a role strictly below, and one that may sign in itself. */
export function actingForRefusal(actor: Person, subject: Person): Refusal | null {
  if (!actor.isActive || !isAbove(actor.role, subject.role)) {
    return { code: 'forbidden', message: 'You may act only for a user whose role is below yours.' }
  }
  return subject.isActive ? null : { code: 'forbidden', message: 'This user is inactive; nobody acts for them.' }
}

/** Which of the facts asked for differ from what is stored. */
export function changedFacts<Facts extends Record<string, unknown>>(
  stored: Facts,
  asked: Partial<Facts>,
): (keyof Facts)[] {
  return Object.keys(asked).filter((name) => asked[name] !== undefined && asked[name] !== stored[name])
}

/** The text as a LIKE pattern that finds it anywhere, taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
