// All SQL of codes and links. Whoever spends one holds the user's lock, so that two who come at once are told apart.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

// ── codes ──

export type AuthCodeMethod = 'recovery' | 'oauth'
export type AuthCodeRow = {
  userId: string
  codeChallenge: string
  method: AuthCodeMethod
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
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into auth_codes (code_hash, user_id, code_challenge, method, created_at, expires_at)
    values (${code.codeHash}, ${code.userId}, ${code.codeChallenge}, ${code.method}, ${code.now}, ${code.expiresAt})
  `.execute(database)
}

export async function selectAuthCode(database: Queryable, codeHash: Buffer): Promise<AuthCodeRow | null> {
  const { rows } = await sql<AuthCodeRow>`
    select user_id as "userId", code_challenge as "codeChallenge", method, expires_at as "expiresAt",
      used_at as "usedAt", session_id as "sessionId"
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
