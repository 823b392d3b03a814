// The log of a connection, newest first. It holds the newest thousand lines; how often one kind may be logged is
// bounded when written.
import { AppError } from '@inrange/contract/errors'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { selectConnection, selectEvents } from './carriers.queries.ts'
import type { ConnectionEventKind } from './connections.journal.ts'

export type PresentedEvent = {
  at: string
  kind: ConnectionEventKind
  detail: string
  remoteAddress: string | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws AppError not_found, or invalid_request for a cursor that is not one of ours */
export async function listConnectionEvents(
  deps: { database: Database },
  page: { connectionId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: PresentedEvent[]; nextCursor: string | null }> {
  const { kysely } = deps.database
  const beforeId = decodeCursor(page.cursor, 1)?.[0] ?? null
  if (beforeId !== null && !UUID.test(beforeId)) {
    const fields = { cursor: 'This cursor is not one of ours; start from the first page.' }
    throw new AppError('invalid_request', { fields })
  }
  if (!(await selectConnection(kysely, page.connectionId))) throw new AppError('not_found')
  const rows = await selectEvents(kysely, { connectionId: page.connectionId, beforeId, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ id: _id, at, kind, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      kind: kind as ConnectionEventKind,
    })),
    nextCursor: rows.length > page.limit && last ? encodeCursor([last.id]) : null,
  }
}
