// What the signed-in admin is offered for a user. Pure. It follows the server's rules (a role never acts on one above
// it, nobody takes away their own access, one acts only for a role below), so that nothing is offered that would be
// refused; the server still decides.
import { isAbove, roleCovers, roles, type Role } from '@inrange/contract/roles'

type Person = { id: string; role: Role }
type Subject = Person & { isActive: boolean; factorCount: number; lockedUntil: string | null }

export type UserActions = {
  edit: boolean
  /** Activate and deactivate. */
  access: boolean
  resetPassword: boolean
  /** Only where there is a factor to remove. */
  resetFactors: boolean
  /** Only while the next sign-in has to wait. */
  unlock: boolean
  signOut: boolean
  actAs: boolean
  /** The roles that the actor may give to the user, the present one among them. */
  roles: readonly Role[]
}

/** @param isActing true while the actor is somebody whom an administrator acts for: then users are only looked at */
export function actionsOn(actor: Person, subject: Subject, isActing = false): UserActions {
  const covers = roleCovers(actor.role, subject.role) && !isActing
  const isSelf = actor.id === subject.id
  return {
    edit: covers,
    access: covers && !isSelf,
    resetPassword: covers && !isSelf,
    resetFactors: covers && !isSelf && subject.factorCount > 0,
    unlock: covers && subject.lockedUntil !== null,
    signOut: covers,
    actAs: covers && isAbove(actor.role, subject.role) && subject.isActive,
    roles: isSelf || !covers ? [subject.role] : roles.filter((role) => roleCovers(actor.role, role)),
  }
}
