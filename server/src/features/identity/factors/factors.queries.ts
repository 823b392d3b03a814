// All SQL of second factors. Whoever changes something of a user holds the lock of that user (`lockUser`), so that a
// code is judged and spent by one request at a time.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'
import type { AccountFactor } from '../identity.queries.ts'

export type FactorRow = {
  id: string
  factorType: AccountFactor['factorType']
  friendlyName: string
  status: AccountFactor['status']
  secretSealed: string | null
  lastStep: number | null
  phone: string | null
}

const factorColumns = sql`id, factor_type as "factorType", friendly_name as "friendlyName", status,
  secret_sealed as "secretSealed", last_step::int as "lastStep", phone`

/** A factor of this user; another's is as unknown as none. */
export async function selectFactor(
  database: Queryable,
  which: { id: string; userId: string },
): Promise<FactorRow | null> {
  const { rows } = await sql<FactorRow>`
    select ${factorColumns} from factors where id = ${which.id} and user_id = ${which.userId}
  `.execute(database)
  return rows[0] ?? null
}

export async function insertFactor(
  database: Queryable,
  factor: {
    id: string
    userId: string
    factorType: AccountFactor['factorType']
    friendlyName: string
    status: AccountFactor['status']
    secretSealed?: string
    phone?: string
    now: Date
  },
): Promise<void> {
  await sql`
    insert into factors (id, user_id, factor_type, friendly_name, status, secret_sealed, phone, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.factorType}, ${factor.friendlyName}, ${factor.status},
      ${factor.secretSealed ?? null}, ${factor.phone ?? null}, ${factor.now}, ${factor.now})
  `.execute(database)
}

/** A factor was shown: it is verified from now on. A TOTP factor remembers the step, which counts no more. */
export async function updateFactorShown(
  database: Queryable,
  shown: { id: string; lastStep: number | null; now: Date },
): Promise<void> {
  await sql`
    update factors set last_used_at = ${shown.now}, last_step = coalesce(${shown.lastStep}, last_step),
      updated_at = case when status = 'verified' then updated_at else ${shown.now} end, status = 'verified'
    where id = ${shown.id}
  `.execute(database)
}

/** What belongs to a factor, such as a passkey or codes, goes with it. */
export async function deleteFactor(database: Queryable, id: string): Promise<void> {
  await sql`delete from factors where id = ${id}`.execute(database)
}

/** All factors of a user, whatever their type and status; answers how many counted as a second factor. */
export async function deleteFactors(database: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ isSecondFactor: boolean }>`
    delete from factors where user_id = ${userId}
    returning status = 'verified' and factor_type <> 'recovery_code' as "isSecondFactor"
  `.execute(database)
  return rows.filter(({ isSecondFactor }) => isSecondFactor).length
}

/** Enrolments of a user that nobody finished. */
export async function deleteUnverifiedFactors(database: Queryable, userId: string): Promise<void> {
  await sql`delete from factors where user_id = ${userId} and status = 'unverified'`.execute(database)
}

// ── challenges ──

export type ChallengeRow = {
  id: string
  codeHashSealed: string | null
  tries: number
  expiresAt: Date
  usedAt: Date | null
}

export async function insertChallenge(
  database: Queryable,
  challenge: {
    id: string
    factorId: string
    sessionId: string
    channel: string | null
    codeHashSealed: string | null
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into factor_challenges (id, factor_id, session_id, channel, code_hash_sealed, created_at, expires_at)
    values (${challenge.id}, ${challenge.factorId}, ${challenge.sessionId}, ${challenge.channel},
      ${challenge.codeHashSealed}, ${challenge.now}, ${challenge.expiresAt})
  `.execute(database)
}

/** A challenge of this factor that this session asked for; any other is unknown to it (ASVS 6.6.2). */
export async function selectChallenge(
  database: Queryable,
  which: { id: string; factorId: string; sessionId: string },
): Promise<ChallengeRow | null> {
  const { rows } = await sql<ChallengeRow>`
    select id, code_hash_sealed as "codeHashSealed", tries, expires_at as "expiresAt", used_at as "usedAt"
    from factor_challenges
    where id = ${which.id} and factor_id = ${which.factorId} and session_id = ${which.sessionId}
  `.execute(database)
  return rows[0] ?? null
}

/** Open challenges of a session. Uses factor_challenges_of_session. */
export async function countOpenChallenges(
  database: Queryable,
  which: { sessionId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from factor_challenges
    where session_id = ${which.sessionId} and used_at is null and expires_at > ${which.now}
  `.execute(database)
  return rows[0]!.count
}

export async function updateChallengeTried(database: Queryable, id: string): Promise<void> {
  await sql`update factor_challenges set tries = tries + 1 where id = ${id}`.execute(database)
}

export async function updateChallengeUsed(database: Queryable, id: string, now: Date): Promise<void> {
  await sql`update factor_challenges set used_at = ${now} where id = ${id}`.execute(database)
}

/** A challenge whose code never left. */
export async function deleteChallenge(database: Queryable, id: string): Promise<void> {
  await sql`delete from factor_challenges where id = ${id}`.execute(database)
}

// ── what was sent ──

export type SentCount = { key: string; sentToday: number; lastAt: Date | null }

/**
 * How many codes went out today under each key, and when the last one did, today or yesterday. The keys are locked
 * until the transaction ends, in their order, so that parallel requests are counted one by one.
 */
export async function lockSentCounts(database: Queryable, keys: readonly string[], now: Date): Promise<SentCount[]> {
  const sorted = [...keys].sort()
  for (const key of sorted) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`inrange.phone_codes ${key}`}, 0))`.execute(database)
  }
  const { rows } = await sql<SentCount>`
    select k.key, max(c.last_at) as "lastAt",
      coalesce(sum(c.sent) filter (where c.day = (${now}::timestamptz at time zone 'UTC')::date), 0)::int as "sentToday"
    from unnest(${sorted}::text[]) as k (key)
    left join phone_code_counts c
      on c.key = k.key and c.day >= (${now}::timestamptz at time zone 'UTC')::date - 1
    group by k.key
  `.execute(database)
  return rows
}

export async function incrementSentCounts(database: Queryable, keys: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into phone_code_counts (key, day, sent, last_at)
    select key, (${now}::timestamptz at time zone 'UTC')::date, 1, ${now}::timestamptz
    from unnest(${[...keys].sort()}::text[]) as k (key)
    on conflict (key, day) do update set sent = phone_code_counts.sent + 1, last_at = excluded.last_at
  `.execute(database)
}

// ── recovery codes ──

export type RecoveryCodeSet = { id: string; friendlyName: string; total: number; remaining: number }

export async function selectRecoveryCodeSet(database: Queryable, userId: string): Promise<RecoveryCodeSet | null> {
  const { rows } = await sql<RecoveryCodeSet>`
    select f.id, f.friendly_name as "friendlyName", count(c.code_hash)::int as total,
      count(c.code_hash) filter (where c.used_at is null)::int as remaining
    from factors f left join recovery_codes c on c.factor_id = f.id
    where f.user_id = ${userId} and f.factor_type = 'recovery_code'
    group by f.id
  `.execute(database)
  return rows[0] ?? null
}

/** The codes of a set from now on; those it had are no more. */
export async function replaceRecoveryCodes(
  database: Queryable,
  set: { factorId: string; codeHashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await sql`delete from recovery_codes where factor_id = ${set.factorId}`.execute(database)
  await sql`update factors set updated_at = ${set.now} where id = ${set.factorId}`.execute(database)
  await sql`
    insert into recovery_codes (factor_id, code_hash, created_at)
    select ${set.factorId}::uuid, code_hash, ${set.now}::timestamptz
    from unnest(${[...set.codeHashes]}::bytea[]) as c (code_hash)
  `.execute(database)
}

/** The set that this unused code of the user belongs to. */
export async function selectUnusedRecoveryCode(
  database: Queryable,
  which: { userId: string; codeHash: Buffer },
): Promise<{ factorId: string } | null> {
  const { rows } = await sql<{ factorId: string }>`
    select f.id as "factorId" from factors f join recovery_codes c on c.factor_id = f.id
    where f.user_id = ${which.userId} and f.factor_type = 'recovery_code' and c.code_hash = ${which.codeHash}
      and c.used_at is null
  `.execute(database)
  return rows[0] ?? null
}

export async function updateRecoveryCodeUsed(
  database: Queryable,
  code: { factorId: string; codeHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    update recovery_codes set used_at = ${code.now} where factor_id = ${code.factorId} and code_hash = ${code.codeHash}
  `.execute(database)
  await sql`update factors set last_used_at = ${code.now} where id = ${code.factorId}`.execute(database)
}

// ── clearing up ──

/** Enrolments, challenges and counts that nobody needs any more; scans, for a daily job. Answers the enrolments. */
export async function deleteOldFactorRows(database: Queryable, before: Date): Promise<number> {
  await sql`delete from factor_challenges where expires_at < ${before}`.execute(database)
  await sql`
    delete from phone_code_counts where day < (${before}::timestamptz at time zone 'UTC')::date
  `.execute(database)
  const { rows } = await sql`
    delete from factors where status = 'unverified' and created_at < ${before} returning id
  `.execute(database)
  return rows.length
}
