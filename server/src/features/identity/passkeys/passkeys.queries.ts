// All SQL of passkeys. Whoever changes one holds the user's lock first, then the row's.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

export type PasskeyRow = {
  /** The id of the factor. */
  id: string
  userId: string
  friendlyName: string
  credentialId: Buffer
  publicKey: Buffer
  signCount: bigint
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

const passkeyColumns = sql`f.id, f.user_id as "userId", f.friendly_name as "friendlyName",
  p.credential_id as "credentialId", p.public_key as "publicKey", p.sign_count as "signCount", p.transports,
  f.created_at as "createdAt", f.last_used_at as "lastUsedAt"`

/** A user's passkeys, oldest first. Index: factors_name_is_unique (user_id, …). */
export async function selectPasskeys(database: Queryable, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${passkeyColumns} from factors f join passkeys p on p.factor_id = f.id
    where f.user_id = ${userId} order by f.created_at, f.id
  `.execute(database)
  return rows
}

/** Whose credential this is. Index: passkeys_credential_is_unique. */
export async function selectPasskeyByCredential(database: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> {
  const { rows } = await sql<PasskeyRow>`
    select ${passkeyColumns} from factors f join passkeys p on p.factor_id = f.id
    where p.credential_id = ${credentialId}
  `.execute(database)
  return rows[0] ?? null
}

/** The passkey, locked, so that of two uses the second sees the counter of the first. */
export async function lockPasskey(database: Queryable, passkeyId: string): Promise<PasskeyRow | null> {
  const { rows } = await sql<PasskeyRow>`
    select ${passkeyColumns} from factors f join passkeys p on p.factor_id = f.id where f.id = ${passkeyId} for update
  `.execute(database)
  return rows[0] ?? null
}

/** @throws a violation of passkeys_credential_is_unique, factors_name_is_unique */
export async function insertPasskey(
  database: Queryable,
  passkey: {
    userId: string
    friendlyName: string
    credentialId: Uint8Array
    publicKey: Uint8Array
    signCount: number
    transports: readonly string[]
    isBackedUp: boolean
    aaguid: string | null
    now: Date
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with factor as (
      insert into factors (user_id, factor_type, friendly_name, status, created_at, updated_at)
      values (${passkey.userId}, 'webauthn', ${passkey.friendlyName}, 'verified', ${passkey.now}, ${passkey.now})
      returning id
    ), passkey as (
      insert into passkeys (factor_id, credential_id, public_key, sign_count, transports, is_backed_up, aaguid)
      select id, ${Buffer.from(passkey.credentialId)}::bytea, ${Buffer.from(passkey.publicKey)}::bytea,
        ${passkey.signCount}::bigint, ${[...passkey.transports]}::text[], ${passkey.isBackedUp}::boolean,
        ${passkey.aaguid}::uuid
      from factor
    )
    select id from factor
  `.execute(database)
  return rows[0]!.id
}

export async function updatePasskeyUsed(
  database: Queryable,
  use: { id: string; signCount: number; isBackedUp: boolean; now: Date },
): Promise<void> {
  await sql`
    update passkeys set sign_count = ${use.signCount}, is_backed_up = ${use.isBackedUp} where factor_id = ${use.id}
  `.execute(database)
  await sql`update factors set last_used_at = ${use.now} where id = ${use.id}`.execute(database)
}

/** @throws a violation of factors_name_is_unique */
export async function updatePasskeyName(
  database: Queryable,
  passkey: { id: string; friendlyName: string; now: Date },
): Promise<void> {
  await sql`
    update factors set friendly_name = ${passkey.friendlyName}, updated_at = ${passkey.now} where id = ${passkey.id}
  `.execute(database)
}

// ── as a second factor ──

/** Begins a ceremony of a factor in a session, and drops those of the same two that were never finished. */
export async function insertPasskeyChallenge(
  database: Queryable,
  challenge: { factorId: string; sessionId: string; challenge: string; now: Date; expiresAt: Date },
): Promise<string> {
  await sql`
    delete from factor_challenges
    where factor_id = ${challenge.factorId} and session_id = ${challenge.sessionId} and used_at is null
  `.execute(database)
  const { rows } = await sql<{ id: string }>`
    insert into factor_challenges (factor_id, session_id, webauthn, created_at, expires_at)
    values (${challenge.factorId}, ${challenge.sessionId}, ${JSON.stringify({ challenge: challenge.challenge })}::jsonb,
      ${challenge.now}, ${challenge.expiresAt})
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** Takes the challenge for the one use it is good for; null when it was taken, is over, or is of another session. */
export async function takePasskeyChallenge(
  database: Queryable,
  which: { id: string; factorId: string; sessionId: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ challenge: string }>`
    update factor_challenges set used_at = ${which.now}
    where id = ${which.id} and factor_id = ${which.factorId} and session_id = ${which.sessionId}
      and used_at is null and expires_at > ${which.now} and webauthn is not null
    returning webauthn ->> 'challenge' as challenge
  `.execute(database)
  return rows[0]?.challenge ?? null
}
