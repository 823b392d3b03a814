// Makes the files. Guarantees that a file is whole and the same whoever made it and however often they were stopped: a
// piece, the place of the source after it and the state of the file after it are one transaction, and whoever goes on
// starts there. Each export has its turn of some seconds, so that a small one does not wait behind a large one. It
// deliberately holds no more than one piece and one page of rows.
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { AppError } from '@inrange/contract/errors'
import { EXPORT_ROWS_MAX, EXPORTS_KEPT_MAX } from '@inrange/contract/exports'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { addJob } from '../../platform/jobs.queries.ts'
import { readSettings } from '../settings/settings.public.ts'
import { WORK_EXPORTS } from './create-export.ts'
import { fileOctetsMax, STORED_OCTETS_MAX, tooManyRows } from './exports.rules.ts'
import {
  claimExport,
  countFailure,
  expireBeyond,
  hasWork,
  insertPiece,
  releaseClaim,
  sumStored,
  updateEnded,
  type ExportRow,
  type Owner,
  type Progress,
} from './exports.queries.ts'
import { openSource } from './export-source.ts'
import { openFormat, type FileState } from './file.formats.ts'
import { tellExportEnded } from './tell-export-ended.ts'
import type { WorkDeps } from './reports.deps.ts'

const compress = promisify(zstdCompress)

export type WorkPace = {
  /** A piece is written once so many octets are there. */
  pieceOctets: number
  /** Or so much time has gone by, so that progress is seen and little is done twice. */
  pieceMs: number
  turnMs: number
  runMs: number
  atOnceMax: number
}
/** Two at once leave the machine to messages. A run ends before the next scheduled one begins. */
const PACE: WorkPace = { pieceOctets: 1_000_000, pieceMs: 2_000, turnMs: 8_000, runMs: 45_000, atOnceMax: 2 }
/** Far longer than a piece takes; after a crash nobody goes on before it is over. */
const LEASE_MS = 30_000
const DAY_MS = 86_400_000
const FAILURES_MAX = 5
const RETRY_MS = 5_000

type Claimed = ExportRow & { owner: Owner; token: string }

/** Works until nothing is left to do or the run is over. @returns how many turns were taken */
export async function workExports(deps: WorkDeps, signal?: AbortSignal, pace: WorkPace = PACE): Promise<number> {
  const untilMs = deps.clock.nowMs() + pace.runMs
  for (let turns = 0; ; turns += 1) {
    const isOver = signal?.aborted === true || deps.clock.nowMs() >= untilMs
    const claimed = isOver ? null : await claim(deps, pace)
    if (claimed === null) {
      if (isOver && (await hasWork(deps.database.kysely))) {
        await addJob(deps.database.kysely, { name: WORK_EXPORTS, payload: {}, key: WORK_EXPORTS })
      }
      return turns
    }
    await takeTurn(deps, claimed, pace, signal)
  }
}

async function claim({ database, clock }: WorkDeps, { atOnceMax }: WorkPace): Promise<Claimed | null> {
  const now = clock.now()
  const token = randomUUID()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const row = await database.transaction((transaction) =>
    claimExport(transaction, { token, now, leaseUntil, atOnceMax }),
  )
  return row === null ? null : { ...row, token }
}

async function takeTurn(
  deps: WorkDeps,
  claimed: Claimed,
  pace: WorkPace,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, token } = claimed
  try {
    const isDone = await makePieces(deps, claimed, pace, signal)
    if (!isDone) await releaseClaim(deps.database.kysely, { id, token, at: deps.clock.now() })
  } catch (error) {
    if (error instanceof AppError) {
      await endFailed(deps, claimed, sentenceOf(error))
      return
    }
    deps.log.error({ err: error, exportId: id }, 'an export was interrupted')
    const failures = await countFailure(deps.database.kysely, { id, token })
    if (failures >= FAILURES_MAX) {
      // Nobody knows why, so somebody has to look.
      await endFailed(deps, claimed, 'Something failed on our side. Try again, or tell your administrator.')
      return
    }
    await releaseClaim(deps.database.kysely, { id, token, at: new Date(deps.clock.nowMs() + RETRY_MS) })
  }
}

/** The sentence of a fault of the request; the one of its field says more. */
function sentenceOf(error: AppError): string {
  return Object.values(error.fields ?? {})[0] ?? error.message
}

/** @returns whether nothing is left to do: it is done, or somebody else's now */
async function makePieces(
  deps: WorkDeps,
  claimed: Claimed,
  pace: WorkPace,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { owner, request, asOf } = claimed
  if (!owner.isActive || (claimed.reachesOthers && owner.role === 'user')) {
    await endFailed(deps, claimed, 'Your role does not allow this any more.')
    return true
  }
  const asker = { userId: claimed.ownerId, role: owner.role }
  const source = openSource(deps.database.kysely, { request, asker, asOf })
  const format = openFormat(request.format, source.columns, request.zone)
  const begun = claimed.progress === null ? await format.begin() : null
  let file: FileState = begun?.state ?? claimed.progress?.file ?? { rows: 0, sheet: null }
  const piece = openPiece(deps, claimed, begun?.bytes ?? null)
  const roomOctets = await readRoom(deps, claimed)
  const turnEndsMs = deps.clock.nowMs() + pace.turnMs
  for await (const page of source.pages(claimed.progress?.place ?? null)) {
    const step = await format.write(file, page.rows)
    file = step.state
    piece.add(step.bytes, page.rows.length)
    if (page.place === null) break
    requireFits(claimed, piece, roomOctets)
    if (piece.octets < pace.pieceOctets && piece.ageMs() < pace.pieceMs) continue
    if (!(await piece.write({ place: page.place, file }))) return true
    if (signal?.aborted === true || deps.clock.nowMs() >= turnEndsMs) return false
  }
  requireFits(claimed, piece, roomOctets)
  piece.add(await format.end(file), 0)
  await endDone(deps, claimed, piece, file)
  return true
}

/** What its owner and all together may still store, at the beginning of a turn: others write meanwhile, for seconds. */
async function readRoom({ database }: PieceDeps, { ownerId }: Claimed): Promise<number> {
  const { own, all } = await sumStored(database.kysely, ownerId)
  return Math.min(Number(STORED_OCTETS_MAX.own - own), Number(STORED_OCTETS_MAX.all - all))
}

function requireFits(claimed: Claimed, piece: OpenPiece, roomOctets: number): void {
  if (piece.totalRows > EXPORT_ROWS_MAX) throw new AppError('limit_exceeded', { message: tooManyRows() })
  const added = piece.storedOctets - Number(claimed.storedOctets)
  if (piece.totalOctets <= fileOctetsMax[claimed.format] && added <= roomOctets) return
  const message = 'The file would be larger than there is room for. Choose a shorter period, fewer columns or CSV.'
  throw new AppError('limit_exceeded', { message })
}

// ── pieces ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type PieceDeps = Pick<WorkDeps, 'database' | 'clock'>
type OpenPiece = ReturnType<typeof openPiece>

/** Gathers octets and writes them down as a piece. */
function openPiece({ database, clock }: PieceDeps, claimed: Claimed, first: Buffer | null) {
  let parts: Buffer[] = first === null ? [] : [first]
  let octets = first?.length ?? 0
  let rows = 0
  let sinceMs = clock.nowMs()
  let totalRows = Number(claimed.rows)
  let totalOctets = Number(claimed.octets) + octets
  let storedOctets = Number(claimed.storedOctets)
  const isCompressed = claimed.format !== 'xlsx'
  return {
    get octets() {
      return octets
    },
    get totalRows() {
      return totalRows
    },
    get totalOctets() {
      return totalOctets
    },
    get storedOctets() {
      return storedOctets
    },
    ageMs: () => clock.nowMs() - sinceMs,
    add(bytes: Buffer, moreRows: number): void {
      if (bytes.length > 0) parts.push(bytes)
      octets += bytes.length
      rows += moreRows
      totalRows += moreRows
      totalOctets += bytes.length
    },
    /**
     * `after` is done in the same transaction, once the piece is written. @returns whether it was: not when the export
     * was cancelled or taken over
     */
    async write(
      progress: Progress,
      after: (transaction: DatabaseTransaction) => Promise<void> = () => Promise.resolve(),
    ): Promise<boolean> {
      const whole = Buffer.concat(parts)
      const bytes = whole.length === 0 ? null : isCompressed ? await compress(whole) : whole
      const nowMs = clock.nowMs()
      const { id, token } = claimed
      const isWritten = await database.transaction(async (transaction) => {
        const workedMs = Math.max(1, nowMs - sinceMs)
        const leaseUntil = new Date(nowMs + LEASE_MS)
        const facts = { id, token, progress, rows, octets: whole.length, bytes, workedMs, leaseUntil }
        if (!(await insertPiece(transaction, facts))) return false
        await after(transaction)
        return true
      })
      ;[parts, octets, rows, sinceMs] = [[], 0, 0, nowMs]
      storedOctets += bytes?.length ?? 0
      return isWritten
    },
  }
}

// ── ends ────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function endDone(deps: WorkDeps, claimed: Claimed, piece: OpenPiece, file: FileState): Promise<void> {
  const { id, token, ownerId, owner } = claimed
  const now = deps.clock.now()
  const { expiryDays } = (await readSettings(deps.database.kysely)).exports
  const expiresAt = new Date(now.getTime() + expiryDays * DAY_MS)
  await piece.write({ place: null, file }, async (transaction) => {
    const row = await updateEnded(transaction, { id, token, now, state: 'done', expiresAt })
    invariant(row !== null, 'Whoever wrote the last piece has the claim')
    await expireBeyond(transaction, ownerId, EXPORTS_KEPT_MAX, now)
    await tellExportEnded(deps, transaction, { row, owner })
  })
}

async function endFailed(deps: WorkDeps, { id, token, owner }: Claimed, reason: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.transaction(async (transaction) => {
    const row = await updateEnded(transaction, { id, token, now, state: 'failed', reason })
    if (row) await tellExportEnded(deps, transaction, { row, owner })
  })
}
