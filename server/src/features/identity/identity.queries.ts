// All SQL of the identity slice. Locks are always taken in the order user, session, refresh token, so that sign-in,
// refresh and revocation never wait for each other in a circle.
import { sql } from 'kysely'
import type { Language } from '@inrange/contract/languages'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'

export type Account = {
  id: string
  username: string
  email: string
  role: Role
  isActive: boolean
  /** As chosen; null while the browser decides. */
  language: Language | null
  createdAt: Date
  lastLogin: Date | null
  /** Null for a user who has no password. */
  passwordHash: string | null
  passwordChangedAt: Date | null
  mustChangePassword: boolean
  /** When a password that somebody else chose stops working; null for one's own. */
  passwordExpiresAt: Date | null
  /** Second factors, oldest first; a passkey is one of type webauthn. Dates are ISO texts, as auth-js shows them. */
  factors: AccountFactor[]
  /** Identities at other services, oldest first. */
  identities: AccountIdentity[]
}

export type AccountFactor = {
  id: string
  friendlyName: string
  /** A set of recovery codes stands in for a factor and never counts as one. */
  factorType: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: 'unverified' | 'verified'
  phone: string | null
  createdAt: string
  updatedAt: string
  lastUsedAt: string | null
}

export type AccountIdentity = {
  id: string
  providerId: string
  subject: string
  email: string | null
  data: Record<string, unknown>
  createdAt: string
  updatedAt: string
  lastSignInAt: string | null
}

// The lists are aggregated beside the row, so that an account is one read; both are bounded by what a user may add.
const accountFactors = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendlyName', f.friendly_name, 'factorType', f.factor_type,
    'status', f.status, 'phone', f.phone, 'createdAt', ${isoText('f.created_at')}, 'updatedAt', ${isoText('f.updated_at')},
    'lastUsedAt', ${isoText('f.last_used_at')}) order by f.created_at, f.id), '[]')
  from factors f where f.user_id = u.id)`
const accountIdentities = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'providerId', i.provider_id, 'subject', i.subject,
    'email', i.email, 'data', i.identity_data, 'createdAt', ${isoText('i.created_at')},
    'updatedAt', ${isoText('i.updated_at')}, 'lastSignInAt', ${isoText('i.last_sign_in_at')})
    order by i.created_at, i.id), '[]')
  from identities i where i.user_id = u.id)`

function isoText(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const accountColumns = sql`u.id, u.username, u.email, u.role, u.is_active as "isActive", u.language,
  u.created_at as "createdAt", u.last_login as "lastLogin", p.hash as "passwordHash", p.changed_at as "passwordChangedAt",
  coalesce(p.must_change, false) as "mustChangePassword", p.expires_at as "passwordExpiresAt",
  ${accountFactors} as "factors", ${accountIdentities} as "identities"`

/**
 * The account that a typed username or email address names. A username has no '@', so the two never name different
 * accounts.
 */
export async function selectAccountByLogin(database: Queryable, login: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select ${accountColumns} from users u left join passwords p on p.user_id = u.id
    where lower(u.username) = lower(${login}) or lower(u.email) = lower(${login})
    order by lower(u.username) = lower(${login}) desc
    limit 1
  `.execute(database)
  return rows[0] ?? null
}

export async function selectAccount(database: Queryable, userId: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select ${accountColumns} from users u left join passwords p on p.user_id = u.id where u.id = ${userId}
  `.execute(database)
  return rows[0] ?? null
}

/** Makes every other change of this user's sign-in wait for ours. What is read after it is what they left. */
export async function lockUser(database: Queryable, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(database)
}

/** Whether any super admin is stored, active or not. */
export async function superAdminExists(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select from users where role = 'super_admin' limit 1`.execute(database)
  return rows.length > 0
}

/** Serialises first starts of several processes until the transaction ends. */
export async function lockFirstStart(database: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inrange.first_start'))`.execute(database)
}

export async function insertSuperAdmin(
  database: Queryable,
  user: { username: string; email: string; createdAt: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role, created_at)
    values (${user.username}, ${user.email}, 'super_admin', ${user.createdAt})
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** The last sign-in, as the specification counts it. */
export async function updateUserSignedIn(database: Queryable, userId: string, now: Date): Promise<void> {
  await sql`
    update users set last_login = ${now}, last_activity = ${now}, total_logins = total_logins + 1 where id = ${userId}
  `.execute(database)
}

/** An account that was deactivated may be used again. */
export async function activateUser(database: Queryable, userId: string): Promise<void> {
  await sql`update users set is_active = true where id = ${userId}`.execute(database)
}

export async function updateUserSeen(database: Queryable, userId: string, now: Date): Promise<void> {
  await sql`update users set last_activity = ${now} where id = ${userId}`.execute(database)
}

// ── passwords ──

export async function upsertPassword(
  database: Queryable,
  password: { userId: string; hash: string; mustChange: boolean; changedAt: Date; expiresAt: Date | null },
): Promise<void> {
  await sql`
    insert into passwords (user_id, hash, must_change, changed_at, expires_at)
    values (${password.userId}, ${password.hash}, ${password.mustChange}, ${password.changedAt}, ${password.expiresAt})
    on conflict (user_id) do update set hash = excluded.hash, must_change = excluded.must_change,
      changed_at = excluded.changed_at, expires_at = excluded.expires_at
  `.execute(database)
}

// ── sessions ──

export type SessionRow = {
  id: string
  userId: string
  aal: Aal
  /** How the session proved who speaks, oldest first. */
  amr: SignInMethod[]
  aal2At: Date | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  endedAt: Date | null
}

export type Aal = 'aal1' | 'aal2'
/** One entry of the claim amr (RFC 8176), with the names that auth-js knows. `timestamp` in seconds since 1970. */
export type SignInMethod = { method: SignInMethodName; timestamp: number }
export type SignInMethodName =
  | 'password'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'webauthn'
  | 'recovery'
  | 'invite'
  | 'oauth'

const sessionColumns = sql`id, user_id as "userId", aal, amr, aal2_at as "aal2At", created_at as "createdAt",
  last_seen_at as "lastSeenAt", expires_at as "expiresAt", ended_at as "endedAt"`

export async function insertSession(
  database: Queryable,
  session: {
    userId: string
    aal: Aal
    amr: readonly SignInMethod[]
    now: Date
    expiresAt: Date
    address: string | null
    userAgent: string
  },
): Promise<SessionRow> {
  const aal2At = session.aal === 'aal2' ? session.now : null
  const { rows } = await sql<SessionRow>`
    insert into sessions (user_id, aal, amr, aal2_at, created_at, last_seen_at, expires_at, address, user_agent)
    values (${session.userId}, ${session.aal}, ${JSON.stringify(session.amr)}::jsonb, ${aal2At}, ${session.now},
      ${session.now}, ${session.expiresAt}, ${session.address}::inet, ${session.userAgent})
    returning ${sessionColumns}
  `.execute(database)
  return rows[0]!
}

/** From where a user signed in lately, newest first; as far back as sessions are kept. Uses the user's few sessions. */
export async function selectSignInPlaces(
  database: Queryable,
  userId: string,
): Promise<{ address: string | null; userAgent: string }[]> {
  const { rows } = await sql<{ address: string | null; userAgent: string }>`
    select distinct host(address) as address, user_agent as "userAgent" from (
      select address, user_agent from sessions where user_id = ${userId} order by id desc limit 500
    ) lately
  `.execute(database)
  return rows
}

/** The session, locked until the transaction ends, so that its tokens are used and revoked one after the other. */
export async function lockSession(database: Queryable, sessionId: string): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from sessions where id = ${sessionId} for no key update
  `.execute(database)
  return rows[0] ?? null
}

/** What the browser of a session said of itself when it began. */
export async function selectSessionAgent(database: Queryable, sessionId: string): Promise<string> {
  const { rows } = await sql<{ userAgent: string }>`
    select user_agent as "userAgent" from sessions where id = ${sessionId}
  `.execute(database)
  return rows[0]?.userAgent ?? ''
}

export type LiveSession = {
  sessionId: string
  userId: string
  username: string
  role: Role
  aal: Aal
  aal2At: Date | null
  lastSeenAt: Date
  mustChangePassword: boolean
  /** Whether the user has a second factor that was verified, of whatever type. */
  hasFactor: boolean
}

/**
 * Session and user in one read of three primary keys; nothing when either is over. Runs for every request that finds no
 * fresh copy.
 */
export async function selectLiveSession(
  database: Queryable,
  session: { id: string; now: Date; idleSince: Date },
): Promise<LiveSession | null> {
  const { rows } = await sql<LiveSession>`
    select s.id as "sessionId", u.id as "userId", u.username, u.role, s.aal, s.aal2_at as "aal2At",
      s.last_seen_at as "lastSeenAt",
      coalesce(p.must_change, false) as "mustChangePassword",
      exists (select from factors f where f.user_id = u.id and f.status = 'verified'
        and f.factor_type <> 'recovery_code') as "hasFactor"
    from sessions s join users u on u.id = s.user_id left join passwords p on p.user_id = u.id
    where s.id = ${session.id} and s.ended_at is null and s.expires_at > ${session.now}
      and s.last_seen_at > ${session.idleSince} and u.is_active
  `.execute(database)
  return rows[0] ?? null
}

export async function updateSessionSeen(database: Queryable, sessionId: string, now: Date): Promise<void> {
  await sql`update sessions set last_seen_at = ${now} where id = ${sessionId}`.execute(database)
}

/** Notes a request of a live session, unless one was noted since `before`, by whatever process. */
export async function touchSession(
  database: Queryable,
  seen: { id: string; now: Date; before: Date; address: string | null },
): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${seen.now}, last_address = coalesce(${seen.address}::inet, last_address)
    where id = ${seen.id} and ended_at is null and last_seen_at <= ${seen.before}
  `.execute(database)
}

/** Ends live sessions of a user: one, all but one, or all. Answers how many. Uses sessions_of_user. */
export async function updateSessionsEnded(
  database: Queryable,
  which: { userId: string; onlyId?: string | undefined; exceptId?: string | undefined; reason: string; now: Date },
): Promise<number> {
  const only = which.onlyId === undefined ? sql`` : sql`and id = ${which.onlyId}`
  const except = which.exceptId === undefined ? sql`` : sql`and id <> ${which.exceptId}`
  const { rows } = await sql`
    update sessions set ended_at = ${which.now}, ended_reason = ${which.reason}
    where user_id = ${which.userId} and ended_at is null ${only} ${except}
    returning id
  `.execute(database)
  return rows.length
}

/** Tells every process, when the transaction commits, that what it remembers about this user is old. */
export async function notifyUserChanged(database: Queryable, userId: string): Promise<void> {
  await sql`select pg_notify('identity', ${userId})`.execute(database)
}

/**
 * Whether this address has signed in to the account before, in a session that was opened since. Uses the user's few
 * sessions.
 */
export async function selectAddressIsKnown(
  database: Queryable,
  query: { login: string; address: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from sessions s join users u on u.id = s.user_id
    where (lower(u.username) = lower(${query.login}) or lower(u.email) = lower(${query.login}))
      and s.address = ${query.address}::inet and s.created_at > ${query.since}
    limit 1
  `.execute(database)
  return rows.length > 0
}

// ── refresh tokens ──

export type RefreshTokenRow = {
  id: string
  sessionId: string
  usedAt: Date | null
  successorNonce: Buffer | null
}

const refreshTokenColumns = sql`t.id, t.session_id as "sessionId", t.used_at as "usedAt",
  t.successor_nonce as "successorNonce"`

/** Whose token this is, without a lock: the caller then locks user and session and reads the token again. */
export async function selectTokenOwner(
  database: Queryable,
  tokenHash: Buffer,
): Promise<{ userId: string; sessionId: string } | null> {
  const { rows } = await sql<{ userId: string; sessionId: string }>`
    select s.user_id as "userId", s.id as "sessionId"
    from refresh_tokens t join sessions s on s.id = t.session_id where t.token_hash = ${tokenHash}
  `.execute(database)
  return rows[0] ?? null
}

export async function selectRefreshToken(database: Queryable, tokenHash: Buffer): Promise<RefreshTokenRow | null> {
  const { rows } = await sql<RefreshTokenRow>`
    select ${refreshTokenColumns} from refresh_tokens t where t.token_hash = ${tokenHash}
  `.execute(database)
  return rows[0] ?? null
}

export async function insertRefreshToken(
  database: Queryable,
  token: { sessionId: string; tokenHash: Buffer; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into refresh_tokens (session_id, token_hash, created_at)
    values (${token.sessionId}, ${token.tokenHash}, ${token.now})
    returning id
  `.execute(database)
  return rows[0]!.id
}

/**
 * Spends a token. The session's lock makes this the only use; the guard on used_at would refuse a second one all the
 * same.
 */
export async function updateRefreshTokenUsed(
  database: Queryable,
  token: { id: string; successorId: string; successorNonce: Buffer; now: Date },
): Promise<void> {
  await sql`
    update refresh_tokens
    set used_at = ${token.now}, successor_id = ${token.successorId}, successor_nonce = ${token.successorNonce}
    where id = ${token.id} and used_at is null
  `.execute(database)
}

// ── back-off ──

export type FailureRow = { key: string; failures: number; lastAt: Date; blockedUntil: Date }

/**
 * The records of these keys, locked until the transaction ends; a key without one gets an empty one first, so that
 * parallel attempts queue up here and are counted one by one. Keys are locked in their order.
 */
export async function lockFailures(database: Queryable, keys: readonly string[], now: Date): Promise<FailureRow[]> {
  const sorted = [...keys].sort()
  await sql`
    insert into sign_in_failures (key, failures, last_at, blocked_until)
    select key, 0, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${sorted}::text[]) with ordinality as k (key, place) order by place
    on conflict (key) do nothing
  `.execute(database)
  const { rows } = await sql<FailureRow>`
    select key, failures, last_at as "lastAt", blocked_until as "blockedUntil"
    from sign_in_failures where key = any(${sorted}::text[]) order by key for update
  `.execute(database)
  return rows
}

/** How many failures are counted under a key, where the last one was since then. Without a lock: for a first look. */
export async function selectFailures(database: Queryable, query: { key: string; since: Date }): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from sign_in_failures where key = ${query.key} and last_at > ${query.since}
  `.execute(database)
  return rows[0]?.failures ?? 0
}

/** Stores what an attempt made of its records; a record that a success removed meanwhile is made anew. */
export async function upsertFailures(database: Queryable, row: FailureRow): Promise<void> {
  await sql`
    insert into sign_in_failures (key, failures, last_at, blocked_until)
    values (${row.key}, ${row.failures}, ${row.lastAt}, ${row.blockedUntil})
    on conflict (key) do update
      set failures = excluded.failures, last_at = excluded.last_at, blocked_until = excluded.blocked_until
  `.execute(database)
}

/**
 * After a success: the account's failures are forgotten, and the address is given back the one attempt that was
 * counted.
 */
export async function forgiveFailures(
  database: Queryable,
  which: { accountKeys: readonly string[]; addressKey: string },
): Promise<void> {
  await sql`delete from sign_in_failures where key = any(${[...which.accountKeys]}::text[])`.execute(database)
  await sql`
    update sign_in_failures set failures = greatest(failures - 1, 0), blocked_until = last_at
    where key = ${which.addressKey}
  `.execute(database)
}

/** Answers how many records there were. */
export async function deleteFailures(database: Queryable, keys: readonly string[]): Promise<number> {
  const { rows } = await sql`
    delete from sign_in_failures where key = any(${[...keys]}::text[]) returning key
  `.execute(database)
  return rows.length
}

// ── clearing up ──

/**
 * Removes sessions (their tokens go with them) that were over before `before`, a bounded number at a time; a scan, for
 * a daily job.
 */
export async function deleteOldSessions(database: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sessions where id in (
      select id from sessions where ended_at < ${before} or expires_at < ${before} order by id limit ${limit}
    ) returning id
  `.execute(database)
  return rows.length
}

export async function deleteOldFailures(database: Queryable, before: Date): Promise<void> {
  await sql`delete from sign_in_failures where last_at < ${before} and blocked_until < ${before}`.execute(database)
}
