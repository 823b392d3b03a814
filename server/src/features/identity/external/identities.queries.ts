// All SQL of identities. Whoever changes those of a user holds the lock of that user.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

/** Whose identity this is, by identities_belong_to_one. */
export async function selectIdentityOwner(
  database: Queryable,
  identity: { providerId: string; subject: string },
): Promise<{ id: string; userId: string } | null> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from identities
    where provider_id = ${identity.providerId} and subject = ${identity.subject}
  `.execute(database)
  return rows[0] ?? null
}

/** @throws a violation of identities_belong_to_one */
export async function insertIdentity(
  database: Queryable,
  identity: {
    userId: string
    providerId: string
    subject: string
    email: string | null
    data: Record<string, string>
    now: Date
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into identities (user_id, provider_id, subject, email, identity_data, created_at, updated_at)
    values (${identity.userId}, ${identity.providerId}, ${identity.subject}, ${identity.email},
      ${JSON.stringify(identity.data)}::jsonb, ${identity.now}, ${identity.now})
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** What the provider did not say this time stays as it was. */
export async function updateIdentityUsed(
  database: Queryable,
  identity: { id: string; email: string | null; data: Record<string, string>; now: Date },
): Promise<void> {
  await sql`
    update identities set email = coalesce(${identity.email}, email),
      identity_data = identity_data || ${JSON.stringify(identity.data)}::jsonb,
      last_sign_in_at = ${identity.now}, updated_at = ${identity.now}
    where id = ${identity.id}
  `.execute(database)
}

export async function deleteIdentity(database: Queryable, id: string): Promise<void> {
  await sql`delete from identities where id = ${id}`.execute(database)
}
