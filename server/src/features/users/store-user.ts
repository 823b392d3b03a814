// Writes a new user with the activity user_created and the audit entry, in the caller's transaction, which adds how
// they get in: a password, or a link to choose one.
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import type { Actor } from './users.deps.ts'
import { insertUser, type UserRow } from './users.queries.ts'

export type UserFacts = { username: string; email: string; role: Role }

/** @param actor null for the program itself */
export async function storeUser(
  transaction: Queryable,
  actor: Actor | null,
  { username, email, role }: UserFacts,
  now: Date,
): Promise<UserRow> {
  const row = await insertUser(transaction, { username, email, role, createdAt: now })
  await recordActivity(transaction, {
    userId: row.id,
    activityType: 'user_created',
    description: `${username} was created`,
    metadata: { role },
  })
  await recordAudit(transaction, {
    actorId: actor?.userId ?? null,
    action: 'user_created',
    subjectType: 'user',
    subjectId: row.id,
    address: actor?.address ?? null,
    requestId: actor?.requestId ?? null,
    after: { username, email, role },
  })
  return row
}
