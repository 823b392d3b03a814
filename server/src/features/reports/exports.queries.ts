// All SQL of exports and their files. Guarantees that what was written of a file, how far its export has come and whose
// turn it is change together, and that an export that was cancelled or taken over gets no further piece.
import { sql, type RawBuilder } from 'kysely'
import type { ExportFormat, ExportKind, ExportState } from '@inrange/contract/exports'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'
import type { FileState } from './file.formats.ts'
import type { FixedRequest } from './request.rules.ts'

/** Where an export goes on: the source at a place of its own kind, the file at its state. */
export type Progress = { place: unknown; file: FileState }

export type ExportRow = {
  id: string
  ownerId: string
  scheduleId: string | null
  kind: ExportKind
  format: ExportFormat
  /** As `create-export.ts` wrote it. */
  request: FixedRequest
  reachesOthers: boolean
  fileName: string
  state: ExportState
  asOf: Date
  estimatedRows: bigint | null
  rows: bigint
  octets: bigint
  storedOctets: bigint
  chunks: number
  progress: Progress | null
  workedMs: bigint
  reason: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  expiresAt: Date | null
}

const columns: RawBuilder<unknown> = sql`e.id, e.owner_id as "ownerId", e.schedule_id as "scheduleId", e.kind, e.format,
  e.request, e.reaches_others as "reachesOthers", e.file_name as "fileName", e.state, e.as_of as "asOf",
  e.estimated_rows as "estimatedRows", e.rows, e.octets, e.stored_octets as "storedOctets", e.chunks, e.progress,
  e.worked_ms as "workedMs", e.reason, e.created_at as "createdAt", e.started_at as "startedAt",
  e.finished_at as "finishedAt", e.expires_at as "expiresAt"`

export type NewExport = Pick<
  ExportRow,
  'ownerId' | 'scheduleId' | 'request' | 'reachesOthers' | 'fileName' | 'asOf' | 'estimatedRows'
> & { dueAt: Date | null; now: Date }

/** @returns null when the schedule has made one for this moment before (exports_once_when_due) */
export async function insertExport(database: Queryable, made: NewExport): Promise<ExportRow | null> {
  const { request } = made
  const { rows } = await sql<ExportRow>`
    insert into exports as e (owner_id, schedule_id, due_at, kind, format, request, reaches_others, file_name, as_of,
      estimated_rows, created_at)
    values (${made.ownerId}, ${made.scheduleId}, ${made.dueAt}, ${request.kind}, ${request.format},
      ${JSON.stringify(request)}, ${made.reachesOthers}, ${made.fileName}, ${made.asOf}, ${made.estimatedRows},
      ${made.now})
    on conflict (schedule_id, due_at) do nothing
    returning ${columns}`.execute(database)
  return rows[0] ?? null
}

/**
 * How many of one owner wait or run. The row of the owner is locked first, so that two at once are counted once each.
 */
export async function countRunning(transaction: Queryable, ownerId: string): Promise<number> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(transaction)
  const { rows } = await sql<{ running: bigint }>`
    select count(*) as running from exports where owner_id = ${ownerId} and state in ('queued', 'running')`.execute(
    transaction,
  )
  return Number(rows[0]?.running ?? 0)
}

/** The octets that all files take, which is a sum over what has not expired: a few rows a person. */
export async function sumStored(database: Queryable, ownerId: string): Promise<{ own: bigint; all: bigint }> {
  const { rows } = await sql<{ own: bigint | null; all: bigint | null }>`
    select sum(stored_octets) filter (where owner_id = ${ownerId})::bigint as own, sum(stored_octets)::bigint as all
    from exports where state in ('queued', 'running') or state = 'done'`.execute(database)
  return { own: rows[0]?.own ?? 0n, all: rows[0]?.all ?? 0n }
}

/** One export of its owner, or null: somebody else's does not exist. By the primary key. */
export async function selectExport(database: Queryable, id: string, ownerId: string): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports e where e.id = ${id} and e.owner_id = ${ownerId}`.execute(database)
  return rows[0] ?? null
}

/** A page of one owner's exports, newest first, by exports_of_owner. */
export async function selectExports(
  database: Queryable,
  query: { ownerId: string; scheduleId: string | null; beforeId: string | null; limit: number },
): Promise<ExportRow[]> {
  const conditions = [sql`e.owner_id = ${query.ownerId}`]
  if (query.scheduleId !== null) conditions.push(sql`e.schedule_id = ${query.scheduleId}`)
  if (query.beforeId !== null) conditions.push(sql`e.id < ${query.beforeId}`)
  const { rows } = await sql<ExportRow>`
    select ${columns} from exports e where ${sql.join(conditions, sql` and `)}
    order by e.id desc limit ${query.limit}`.execute(database)
  return rows
}

/** Ends one that waits or runs. @returns null when it does neither any more */
export async function updateCancelled(
  transaction: Queryable,
  { id, ownerId, now }: { id: string; ownerId: string; now: Date },
): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    update exports e set state = 'cancelled', finished_at = ${now}, lease_token = null, progress = null,
      stored_octets = 0
    where e.id = ${id} and e.owner_id = ${ownerId} and e.state in ('queued', 'running') returning ${columns}`.execute(
    transaction,
  )
  return rows[0] ?? null
}

/**
 * Files of one owner beyond the newest `keptMax` are as good as expired. @returns how many
 */
export async function expireBeyond(transaction: Queryable, ownerId: string, keptMax: number, now: Date): Promise<void> {
  await sql`
    update exports set expires_at = ${now} where state = 'done' and expires_at > ${now} and id in (
      select id from exports where owner_id = ${ownerId} and state = 'done' and expires_at > ${now}
      order by id desc offset ${keptMax})`.execute(transaction)
}

// ── working on them ─────────────────────────────────────────────────────────────────────────────────────────────────

export type Claim = { token: string; now: Date; leaseUntil: Date; atOnceMax: number }
export type Owner = { role: Role; username: string; email: string; isActive: boolean }

/**
 * Takes the export that was worked on longest ago, unless as many as may be are worked on. Claims take turns (one lock
 * for all processes), so that two that look at once do not both find the last place free.
 */
export async function claimExport(
  transaction: Queryable,
  claim: Claim,
): Promise<(ExportRow & { owner: Owner }) | null> {
  await sql`select pg_advisory_xact_lock(hashtext('claim-export'))`.execute(transaction)
  const { rows } = await sql<ExportRow & Owner>`
    update exports e set state = 'running', started_at = coalesce(e.started_at, ${claim.now}),
      lease_token = ${claim.token}, lease_until = ${claim.leaseUntil}
    from users u
    where u.id = e.owner_id and e.id = (
      select id from exports where state in ('queued', 'running') and lease_until <= ${claim.now}
        and (select count(*) from exports where state = 'running' and lease_until > ${claim.now}) < ${claim.atOnceMax}
      order by lease_until, id limit 1 for update skip locked)
    returning ${columns}, u.role, u.username, u.email, u.is_active as "isActive"`.execute(transaction)
  const [row] = rows
  if (!row) return null
  const { role, username, email, isActive, ...claimed } = row
  return { ...claimed, owner: { role, username, email, isActive } }
}

export type Piece = {
  id: string
  token: string
  progress: Progress
  rows: number
  /** Of the file; null bytes: none were written. */
  octets: number
  bytes: Buffer | null
  workedMs: number
  leaseUntil: Date
}

/**
 * Writes down one piece and how far the export has come with it. @returns false when the export was cancelled or taken
 * over meanwhile: nothing was written then.
 */
export async function insertPiece(transaction: Queryable, piece: Piece): Promise<boolean> {
  const isStored = piece.bytes !== null
  const { rows } = await sql<{ seq: number }>`
    update exports set progress = ${JSON.stringify(piece.progress)}, rows = rows + ${piece.rows},
      octets = octets + ${piece.octets}, stored_octets = stored_octets + ${piece.bytes?.length ?? 0},
      chunks = chunks + ${isStored ? 1 : 0}, worked_ms = worked_ms + ${piece.workedMs}, failures = 0,
      lease_until = ${piece.leaseUntil}
    where id = ${piece.id} and state = 'running' and lease_token = ${piece.token}
    returning chunks - 1 as seq`.execute(transaction)
  const [at] = rows
  if (!at) return false
  if (piece.bytes !== null) {
    await sql`insert into export_chunks (export_id, seq, octets, bytes)
      values (${piece.id}, ${at.seq}, ${piece.octets}, ${piece.bytes})`.execute(transaction)
  }
  return true
}

/** Ends a claim; whoever looks next may take the export from `at` on. */
export async function releaseClaim(
  database: Queryable,
  { id, token, at }: { id: string; token: string; at: Date },
): Promise<void> {
  await sql`update exports set lease_token = null, lease_until = ${at}
    where id = ${id} and lease_token = ${token} and state = 'running'`.execute(database)
}

/** @returns how often in a row it has failed; 0 when the claim is over */
export async function countFailure(database: Queryable, { id, token }: { id: string; token: string }): Promise<number> {
  const { rows } = await sql<{ failures: number }>`update exports set failures = failures + 1
    where id = ${id} and lease_token = ${token} and state = 'running' returning failures`.execute(database)
  return rows[0]?.failures ?? 0
}

/** @returns the export as it ended, or null when it was cancelled or taken over meanwhile */
export async function updateEnded(
  transaction: Queryable,
  end: { id: string; token: string; now: Date } & (
    | { state: 'done'; expiresAt: Date }
    | { state: 'failed'; reason: string }
  ),
): Promise<ExportRow | null> {
  const [expiresAt, reason] = end.state === 'done' ? [end.expiresAt, null] : [null, end.reason]
  const { rows } = await sql<ExportRow>`
    update exports e set state = ${end.state}, finished_at = ${end.now}, expires_at = ${expiresAt}, reason = ${reason},
      lease_token = null, progress = null
    where e.id = ${end.id} and e.state = 'running' and e.lease_token = ${end.token} returning ${columns}`.execute(
    transaction,
  )
  return rows[0] ?? null
}

/** Whether somebody should look for work, now or in a while. */
export async function hasWork(database: Queryable): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from exports where state in ('queued', 'running')) as has`.execute(database)
  return rows[0]?.has ?? false
}

// ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One piece of a file, by its key. */
export async function selectPiece(database: Queryable, exportId: string, seq: number): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from export_chunks where export_id = ${exportId} and seq = ${seq}`.execute(database)
  return rows[0]?.bytes ?? null
}

/** A ticket for a file; those of the same export before it are over. */
export async function insertTicket(
  transaction: Queryable,
  ticket: { hash: Buffer; exportId: string; expiresAt: Date },
): Promise<void> {
  await sql`delete from export_tickets where export_id = ${ticket.exportId}`.execute(transaction)
  await sql`insert into export_tickets (hash, export_id, expires_at)
    values (${ticket.hash}, ${ticket.exportId}, ${ticket.expiresAt})`.execute(transaction)
}

type Opening = { hash: Buffer; now: Date }
type Opened = ExportRow & { owner: Owner }

/** Takes a ticket, once, and says what it opens and for whom; null when there is none, or no file any more. */
export function takeTicket(database: Queryable, { hash, now }: Opening): Promise<Opened | null> {
  const taken = sql`delete from export_tickets where hash = ${hash} and expires_at > ${now} returning export_id`
  return selectOpened(database, taken, now)
}

/** Says the same, and leaves the ticket. */
export function findTicket(database: Queryable, { hash, now }: Opening): Promise<Opened | null> {
  const found = sql`select export_id from export_tickets where hash = ${hash} and expires_at > ${now}`
  return selectOpened(database, found, now)
}

async function selectOpened(database: Queryable, tickets: RawBuilder<unknown>, now: Date): Promise<Opened | null> {
  const { rows } = await sql<ExportRow & Owner>`
    with ticket as (${tickets})
    select ${columns}, u.role, u.username, u.email, u.is_active as "isActive"
    from ticket join exports e on e.id = ticket.export_id join users u on u.id = e.owner_id
    where e.state = 'done' and e.expires_at > ${now}`.execute(database)
  const [row] = rows
  if (!row) return null
  const { role, username, email, isActive, ...found } = row
  return { ...found, owner: { role, username, email, isActive } }
}

// ── clearing up ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Files whose days are over become expired, by exports_expiring. */
export async function markExpired(database: Queryable, now: Date): Promise<void> {
  await sql`update exports set state = 'expired', progress = null
    where state = 'done' and expires_at <= ${now}`.execute(database)
  await sql`delete from export_tickets where expires_at <= ${now}`.execute(database)
}

/** Pieces of what gives no file any more, a bounded number of them. @returns how many */
export async function deletePieces(database: Queryable, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from export_chunks where (export_id, seq) in (
      select c.export_id, c.seq from exports e join export_chunks c on c.export_id = e.id
      where e.state in ('failed', 'cancelled', 'expired') limit ${limit})
    returning 1`.execute(database)
  return rows.length
}

/** What ended long ago and has no pieces any more, by exports_ended. */
export async function deleteOldExports(database: Queryable, before: Date, limit: number): Promise<void> {
  await sql`delete from exports where id in (
    select id from exports e where e.state in ('failed', 'cancelled', 'expired') and e.finished_at < ${before}
      and not exists (select from export_chunks c where c.export_id = e.id) limit ${limit})`.execute(database)
}

/** Names for a description of what an export is about. */
export async function userExists(database: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id}`.execute(database)
  return rows.length > 0
}
