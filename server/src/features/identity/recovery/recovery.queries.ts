// All SQL of codes and links. Whoever spends one holds the user's lock, so that two who come at once are told apart.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'
import type { SignInMethod } from '../identity.queries.ts'

// ── codes ──

export type AuthCodeMethod = 'recovery' | 'oauth'
export type AuthCodeRow = {
  userId: string
  codeChallenge: string
  method: AuthCodeMethod
  /** The link that was followed; null after another service vouched. */
  linkId: string | null
  expiresAt: Date
  usedAt: Date | null
  /** The session that it opened, once it was used. */
  sessionId: string | null
}

export async function insertAuthCode(
  database: Queryable,
  code: {
    codeHash: Buffer
    userId: string
    codeChallenge: string
    method: AuthCodeMethod
    linkId: string | null
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into auth_codes (code_hash, user_id, link_id, code_challenge, method, created_at, expires_at)
    values (${code.codeHash}, ${code.userId}, ${code.linkId}, ${code.codeChallenge}, ${code.method}, ${code.now},
      ${code.expiresAt})
  `.execute(database)
}

export async function selectAuthCode(database: Queryable, codeHash: Buffer): Promise<AuthCodeRow | null> {
  const { rows } = await sql<AuthCodeRow>`
    select user_id as "userId", code_challenge as "codeChallenge", method, link_id as "linkId",
      expires_at as "expiresAt", used_at as "usedAt", session_id as "sessionId"
    from auth_codes where code_hash = ${codeHash}
  `.execute(database)
  return rows[0] ?? null
}

/** Spends a code on the session that it opened. */
export async function updateAuthCodeUsed(
  database: Queryable,
  code: { codeHash: Buffer; sessionId: string; now: Date },
): Promise<void> {
  await sql`
    update auth_codes set used_at = ${code.now}, session_id = ${code.sessionId}
    where code_hash = ${code.codeHash} and used_at is null
  `.execute(database)
}

/** How many codes a link was followed to. Uses auth_codes_of_link. */
export async function countAuthCodes(database: Queryable, linkId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth_codes where link_id = ${linkId}
  `.execute(database)
  return rows[0]?.count ?? 0
}

// ── links ──

export type LinkPurpose = 'recovery' | 'invitation'
export type LinkRow = {
  id: string
  userId: string
  purpose: LinkPurpose
  /** The challenge of the browser that asked; null for a link that an administrator made. */
  codeChallenge: string | null
  redirectTo: string | null
  expiresAt: Date
  usedAt: Date | null
}

export async function insertLink(
  database: Queryable,
  link: {
    tokenHash: Buffer
    purpose: LinkPurpose
    userId: string
    createdBy: string | null
    codeChallenge: string | null
    redirectTo: string | null
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into links
      (token_hash, purpose, user_id, created_by, code_challenge, redirect_to, created_at, expires_at)
    values (${link.tokenHash}, ${link.purpose}, ${link.userId}, ${link.createdBy}, ${link.codeChallenge},
      ${link.redirectTo}, ${link.now}, ${link.expiresAt})
  `.execute(database)
}

const linkColumns = sql`id, user_id as "userId", purpose, code_challenge as "codeChallenge",
  redirect_to as "redirectTo", expires_at as "expiresAt", used_at as "usedAt"`

/** By links_token_is_unique. */
export async function selectLink(database: Queryable, tokenHash: Buffer): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`select ${linkColumns} from links where token_hash = ${tokenHash}`.execute(
    database,
  )
  return rows[0] ?? null
}

export async function selectLinkById(database: Queryable, linkId: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`select ${linkColumns} from links where id = ${linkId}`.execute(database)
  return rows[0] ?? null
}

/** Spends every open link of a user, or those of one purpose. Call it under the user's lock. Uses links_of_user. */
export async function updateLinksUsed(
  database: Queryable,
  which: { userId: string; purpose?: LinkPurpose | undefined; now: Date },
): Promise<void> {
  const only = which.purpose === undefined ? sql`` : sql`and purpose = ${which.purpose}`
  await sql`
    update links set used_at = ${which.now} where user_id = ${which.userId} and used_at is null ${only}
  `.execute(database)
}

/** How many links were asked for at the sign-in, by whomever, since then. A scan of what one user was sent. */
export async function countAskedLinks(database: Queryable, query: { userId: string; since: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from links
    where user_id = ${query.userId} and code_challenge is not null and created_at > ${query.since}
  `.execute(database)
  return rows[0]?.count ?? 0
}

// ── sessions of recovery ──

/** How a session came about and how far it is. */
export async function selectSessionProof(
  database: Queryable,
  sessionId: string,
): Promise<{ amr: SignInMethod[] } | null> {
  const { rows } = await sql<{ amr: SignInMethod[] }>`
    select amr from sessions where id = ${sessionId} and ended_at is null
  `.execute(database)
  return rows[0] ?? null
}

// ── clearing up ──

/** Removes what was over before `before`: links, and codes with them; a scan, for a daily job. */
export async function deleteOldLinks(database: Queryable, before: Date): Promise<void> {
  await sql`delete from auth_codes where expires_at < ${before}`.execute(database)
  await sql`delete from links where expires_at < ${before}`.execute(database)
}
