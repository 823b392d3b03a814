// What the operations of this slice are given, and on whose behalf they act.
import { AppError } from '@inrange/contract/errors'
import type { Role } from '@inrange/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { violatedConstraint } from '../../platform/database-fault.ts'
import type { CallerContext } from '../../platform/http.ts'
import type { Places } from '../../platform/places.ts'
import type { IdentityDeps } from '../identity/identity.public.ts'
import type { Refusal } from './users.rules.ts'

export type UsersDeps = { database: Database; clock: Clock }
/** What makes links needs the address people open the console at, and mails them where it can. */
export type UsersLinkDeps = UsersDeps & Pick<IdentityDeps, 'publicUrl' | 'notices'>
export type UsersRouteDeps = UsersLinkDeps & { places: Pick<Places, 'placeOf'> }

/** Who acts, from where. */
export type Actor = { userId: string; role: Role; address: string; requestId: string }

export function actorOf(context: CallerContext): Actor {
  const { caller, address, requestId } = context
  return { userId: caller.userId, role: caller.role, address, requestId }
}

/** A refusal of the rules as the error that a caller meets. */
export function refuse(refusal: Refusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.message === undefined ? {} : { message: refusal.message })
}

/** A violated unique index as the field that the person typed; anything else as it came. */
export function nameTaken(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'users_username_unique') {
    return new AppError('username_taken', { fields: { username: 'This username is taken.' } })
  }
  if (constraint === 'users_email_unique') {
    return new AppError('email_taken', { fields: { email: 'This email address belongs to another user.' } })
  }
  return error
}

/** 2026-01-31 23:59 UTC: whoever reads a mail may be anywhere. */
export function minuteText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
