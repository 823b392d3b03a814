// All SQL of the keys that sign access tokens. Who makes or retires one holds a lock of all processes.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type SigningKeyRow = {
  kid: string
  publicJwk: Record<string, unknown>
  privateSealed: string
  createdAt: Date
  /** Published before, so that whoever keeps a copy of the keys has it by then. */
  signsFrom: Date
  /** Verifies until then; null for the newest. */
  retiredAt: Date | null
}

/** All keys that verify, the last to sign first: the first that may sign by now, and opens, signs. */
export async function selectSigningKeys(database: Queryable, now: Date): Promise<SigningKeyRow[]> {
  const { rows } = await sql<SigningKeyRow>`
    select kid, public_jwk as "publicJwk", private_sealed as "privateSealed", created_at as "createdAt",
      signs_from as "signsFrom", retired_at as "retiredAt"
    from signing_keys where retired_at is null or retired_at > ${now} order by signs_from desc, created_at desc, kid
  `.execute(database)
  return rows
}

/** Lets one process at a time make a key, until the transaction ends. */
export async function lockSigningKeys(database: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('inrange.signing_keys'))`.execute(database)
}

export async function insertSigningKey(
  database: Queryable,
  key: { kid: string; publicJwk: string; privateSealed: string; createdAt: Date; signsFrom: Date },
): Promise<void> {
  await sql`
    insert into signing_keys (kid, public_jwk, private_sealed, created_at, signs_from)
    values (${key.kid}, ${key.publicJwk}::jsonb, ${key.privateSealed}, ${key.createdAt}, ${key.signsFrom})
  `.execute(database)
}

/** Gives every key but this one an end, where it has none. Answers their ids. */
export async function updateOtherKeysRetired(
  database: Queryable,
  key: { kid: string; retiredAt: Date },
): Promise<string[]> {
  const { rows } = await sql<{ kid: string }>`
    update signing_keys set retired_at = ${key.retiredAt} where kid <> ${key.kid} and retired_at is null returning kid
  `.execute(database)
  return rows.map(({ kid }) => kid)
}
