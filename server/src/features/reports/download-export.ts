// Gives a file away. A browser saves a large file only from an address, and an address carries no access token: so one
// is made that opens one file once, within minutes, to whoever has it. Guarantees that the file is streamed piece by
// piece, and that an address found in a log opens nothing.
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { Hono } from 'hono'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import type { Env } from '../../platform/http.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Log } from '../../platform/log.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { findTicket, insertTicket, selectExport, selectPiece, takeTicket, type ExportRow } from './exports.queries.ts'
import { mediaTypes } from './file.formats.ts'
import type { ReportsDeps } from './reports.deps.ts'
import type { Asker } from './request.rules.ts'

export const FILES_PATH = '/api/files'
const TICKET_MS = 300_000
const decompress = promisify(zstdDecompress)

type Downloader = Asker & { address: string | null; requestId: string | null }

/** @throws AppError not_found, also for somebody else's; state_changed when there is no file */
export async function makeDownload(
  { database, clock }: ReportsDeps,
  { id, asker: { userId, role, ...from } }: { id: string; asker: Downloader },
): Promise<OperationResult<Operations['exports.download']>> {
  const now = clock.now()
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + TICKET_MS)
  await database.transaction(async (transaction) => {
    const row = await selectExport(transaction, id, userId)
    if (!row || (row.reachesOthers && role === 'user')) throw new AppError('not_found')
    if (row.state !== 'done' || row.expiresAt === null || row.expiresAt <= now) throw new AppError('state_changed')
    await insertTicket(transaction, { hash: hashOf(ticket), exportId: id, expiresAt })
    if (!row.reachesOthers) return
    const subject = { subjectType: 'export', subjectId: id }
    await recordAudit(transaction, { actorId: userId, action: 'export_downloaded', ...subject, ...from })
  })
  return { address: `${FILES_PATH}/${ticket}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Serves files to whoever brings a ticket. HEAD tells the size and name alone, and leaves the ticket to the GET that
 * follows, as managers of downloads ask.
 */
export function filesRoutes({ database, clock, log }: ReportsDeps & { log: Log }): Hono<Env> {
  const app = new Hono<Env>()
  app.get(`${FILES_PATH}/:ticket{[\\w-]{43}}`, async (c) => {
    const isLook = c.req.method === 'HEAD'
    const opening = { hash: hashOf(c.req.param('ticket')), now: clock.now() }
    const found = await (isLook ? findTicket : takeTicket)(database.kysely, opening)
    // Meanwhile they may have been sent away, or may not see any more what is theirs to see no more.
    const isAllowed = found?.owner.isActive === true && !(found.reachesOthers && found.owner.role === 'user')
    if (!found || !isAllowed) throw new AppError('not_found')
    const body = isLook ? null : streamFile(database.kysely, found, log)
    return new Response(body, { headers: headersOf(found) })
  })
  return app
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest()
}

function headersOf(row: ExportRow): Record<string, string> {
  return {
    'content-type': mediaTypes[row.format],
    'content-length': row.octets.toString(),
    'cache-control': 'no-store, no-transform',
    'content-disposition': `attachment; filename="${row.fileName}"`,
  }
}

/** A later failure breaks the transfer off, which the length that was promised gives away. */
function streamFile(database: Queryable, row: ExportRow, log: Log): ReadableStream<Uint8Array> {
  let seq = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (seq >= row.chunks) return controller.close()
        try {
          controller.enqueue(await readPiece(database, row, seq))
          seq += 1
        } catch (error) {
          log.error({ err: error, exportId: toApiId('export', row.id), piece: seq }, 'a download was broken off')
          throw error
        }
      },
    },
    { highWaterMark: 1 },
  )
}

async function readPiece(database: Queryable, row: ExportRow, seq: number): Promise<Uint8Array> {
  const bytes = await selectPiece(database, row.id, seq)
  invariant(bytes !== null, 'An export that is done has all its pieces')
  return row.format === 'xlsx' ? bytes : decompress(bytes)
}
