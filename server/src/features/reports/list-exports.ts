// A person's exports with their progress.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationParsed } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { fromApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { presentExport, type PresentedExport } from './exports.rules.ts'
import { selectExport, selectExports } from './exports.queries.ts'

type Query = OperationParsed<Operations['exports.list']>['query']

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listExports(
  database: Queryable,
  query: Query & { ownerId: string },
): Promise<{ items: PresentedExport[]; nextCursor: string | null }> {
  const [cursor] = decodeCursor(query.cursor, 1) ?? []
  const beforeId = cursor === undefined ? null : fromApiId('export', cursor)
  if (cursor !== undefined && beforeId === null) {
    const fields = { cursor: 'This cursor is not one of ours; start from the first page.' }
    throw new AppError('invalid_request', { fields })
  }
  const { ownerId, limit, scheduleId = null } = query
  const rows = await selectExports(database, { ownerId, scheduleId, beforeId, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor([toApiId('export', last.id)]) : null
  return { items: shown.map(presentExport), nextCursor }
}

/** @throws AppError not_found, also for somebody else's */
export async function readExport(database: Queryable, id: string, ownerId: string): Promise<PresentedExport> {
  const row = await selectExport(database, id, ownerId)
  if (!row) throw new AppError('not_found')
  return presentExport(row)
}
