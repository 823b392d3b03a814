// The three roles of the platform and their order. A role may never act on a role above its own.
export const roles = ['user', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

/** True when `actor` stands at or above `subject` in the hierarchy. */
export function roleCovers(actor: Role, subject: Role): boolean {
  return roles.indexOf(actor) >= roles.indexOf(subject)
}

/** True when `actor` stands strictly above `subject`. */
export function isAbove(actor: Role, subject: Role): boolean {
  return roles.indexOf(actor) > roles.indexOf(subject)
}
