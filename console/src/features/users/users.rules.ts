// What the signed-in admin is offered for a user. Pure. It follows the server's rules (a role never acts on one above
// it, nobody takes away their own access), so that nothing is offered that would be refused; the server still
// decides.
import { roleCovers, roles, type Role } from '@inrange/contract/roles'

type Person = { id: string; role: Role }

export type UserActions = {
  edit: boolean
  /** Activate and deactivate. */
  access: boolean
  resetPassword: boolean
  signOut: boolean
  /** The roles that the actor may give to the user, the present one among them. */
  roles: readonly Role[]
}

export function actionsOn(actor: Person, subject: Person): UserActions {
  const covers = roleCovers(actor.role, subject.role)
  const isSelf = actor.id === subject.id
  return {
    edit: covers,
    access: covers && !isSelf,
    resetPassword: covers && !isSelf,
    signOut: covers,
    roles: isSelf || !covers ? [subject.role] : roles.filter((role) => roleCovers(actor.role, role)),
  }
}
