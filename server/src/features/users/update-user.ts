// Edits a user within the hierarchy. Deactivation ends their sessions; a change of role or name is seen by their next
// request, and nobody acts for them, nor they for anybody, across a change of role or access.
import { AppError } from '@inrange/contract/errors'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { announceUserChange, endActing, endSessions, voidLinks } from '../identity/identity.public.ts'
import { presentOneUser, type User } from './user.presenter.ts'
import { nameTaken, refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { lockPeople, updateUserFacts, type UserRow } from './users.queries.ts'
import { changedFacts, updatingRefusal } from './users.rules.ts'

type Facts = { username: string; email: string; role: Role; isActive: boolean }
export type UserChange = { [Name in keyof Facts]?: Facts[Name] | undefined }

/** @throws AppError not_found, forbidden, last_super_admin, username_taken, email_taken */
export async function updateUser(deps: UsersDeps, actor: Actor, userId: string, change: UserChange): Promise<User> {
  try {
    return await deps.database.transaction(async (transaction) => {
      const people = await lockPeople(transaction, [actor.userId, userId])
      const { acting, subject } = requirePeople(people, actor, userId)
      const activeSuperAdmins = people.filter((person) => person.role === 'super_admin' && person.isActive).length
      refuse(updatingRefusal(acting, subject, change, activeSuperAdmins))
      const row = await storeChange(deps, transaction, actor, subject, change)
      return presentOneUser(transaction, row, deps.clock.now())
    })
  } catch (error) {
    throw nameTaken(error)
  }
}

/** Actor and subject as they stand now, under lock: what the actor's session said may be a moment old. */
export function requirePeople(
  people: readonly UserRow[],
  actor: Actor,
  userId: string,
): { acting: UserRow; subject: UserRow } {
  const acting = people.find((person) => person.id === actor.userId)
  const subject = people.find((person) => person.id === userId)
  if (!acting || !subject) throw new AppError('not_found')
  return { acting, subject }
}

async function storeChange(
  deps: UsersDeps,
  transaction: Queryable,
  actor: Actor,
  subject: UserRow,
  change: UserChange,
): Promise<UserRow> {
  const stored: Facts = {
    username: subject.username,
    email: subject.email,
    role: subject.role,
    isActive: subject.isActive,
  }
  const names = changedFacts(stored, change as Partial<Facts>)
  if (names.length === 0) return subject
  const wanted = { ...stored, ...(pick(change, names) as Partial<Facts>) }
  const row = await updateUserFacts(transaction, { id: subject.id, ...wanted })
  if (subject.role !== row.role || !row.isActive) {
    await endActing(transaction, { ofPerson: subject.id }, deps.clock.now())
  }
  if (subject.email !== row.email) await voidLinks(transaction, { userId: subject.id, now: deps.clock.now() })
  if (subject.isActive && !row.isActive) {
    await endSessions(transaction, subject.id, 'deactivated', { now: deps.clock.now() })
  } else {
    await announceUserChange(transaction, subject.id)
  }
  await recordAudit(transaction, {
    actorId: actor.userId,
    action: 'user_updated',
    subjectType: 'user',
    subjectId: subject.id,
    address: actor.address,
    requestId: actor.requestId,
    before: pick(stored, names),
    after: pick(wanted, names),
  })
  return row
}

function pick(facts: UserChange, names: readonly (keyof Facts)[]): UserChange {
  return Object.fromEntries(names.map((name) => [name, facts[name]]))
}
