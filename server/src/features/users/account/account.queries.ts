// SQL of one's own account: how one signs in, and where one is signed in. Reads whether there is a password, never what
// it is.
import { sql } from 'kysely'
import type { Language } from '@inrange/contract/languages'
import type { Queryable } from '../../../platform/database.ts'

export type AccountFacts = {
  language: Language | null
  hasPassword: boolean
  passwordChangedAt: Date | null
  totp: number
  phone: number
  passkeys: number
  recoveryCodesLeft: number
  identities: number
  aal: 'aal1' | 'aal2'
  aal2At: Date | null
}

/** How a user signs in, and how the session that asks did. Each subquery is a look at an index of its table. */
export async function selectAccountFacts(
  database: Queryable,
  account: { userId: string; sessionId: string },
): Promise<AccountFacts | null> {
  const { userId } = account
  const { rows } = await sql<AccountFacts>`
    select u.language, p.user_id is not null as "hasPassword", p.changed_at as "passwordChangedAt",
      f.totp, f.phone, f.passkeys,
      (select count(*)::int from recovery_codes r join factors c on c.id = r.factor_id
        where c.user_id = u.id and c.status = 'verified' and r.used_at is null) as "recoveryCodesLeft",
      (select count(*)::int from identities i where i.user_id = u.id) as identities,
      s.aal, s.aal2_at as "aal2At"
    from users u
      join sessions s on s.id = ${account.sessionId}
      left join passwords p on p.user_id = u.id
      cross join lateral (
        select (count(*) filter (where factor_type = 'totp'))::int as totp,
          (count(*) filter (where factor_type = 'phone'))::int as phone,
          (count(*) filter (where factor_type = 'webauthn'))::int as passkeys
        from factors where user_id = u.id and status = 'verified'
      ) f
    where u.id = ${userId}
  `.execute(database)
  return rows[0] ?? null
}

export type SessionRow = {
  id: string
  userAgent: string
  address: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  aal: 'aal1' | 'aal2'
}

/** Live sessions of a user, the last seen first, at most `limit`. Uses sessions_of_user. */
export async function selectSessions(
  database: Queryable,
  query: { userId: string; now: Date; idleSince: Date; limit: number },
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, user_agent as "userAgent", host(coalesce(last_address, address)) as address,
      created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", aal
    from sessions
    where user_id = ${query.userId} and ended_at is null and expires_at > ${query.now}
      and last_seen_at > ${query.idleSince}
    order by last_seen_at desc, id desc
    limit ${query.limit}
  `.execute(database)
  return rows
}

/** Refused by users_email_unique when another user has it, in any case of letters. Answers what it was. */
export async function updateEmail(database: Queryable, user: { id: string; email: string }): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    with former as (select id, email from users where id = ${user.id} for no key update)
    update users u set email = ${user.email} from former where u.id = former.id returning former.email
  `.execute(database)
  return rows[0]?.email ?? null
}

/** As users_language_is_known allows. */
export async function updateLanguage(database: Queryable, user: { id: string; language: Language }): Promise<void> {
  await sql`update users set language = ${user.language} where id = ${user.id}`.execute(database)
}

export async function selectSessionOwner(database: Queryable, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from sessions where id = ${sessionId}
  `.execute(database)
  return rows[0]?.userId ?? null
}
