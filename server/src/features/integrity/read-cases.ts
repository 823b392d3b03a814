// Pages of cases, one case, and what a user is told of theirs.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { selectCase, selectCaseNotes, selectCases, selectOwnCases } from './cases.queries.ts'
import { presentCase, presentOwnCase } from './present-case.ts'

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listCases(
  database: Queryable,
  query: { state: 'open' | 'ended'; userId?: string | undefined; cursor?: string | undefined; limit: number },
  readerId: string,
): Promise<OperationResult<Operations['cases.list']>> {
  const filter = { isEnded: query.state === 'ended', ownerId: query.userId ?? null, limit: query.limit + 1 }
  const rows = await selectCases(database, { ...filter, beforeId: placeOf(query.cursor) })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const notes = await selectCaseNotes(
    database,
    shown.map(({ id }) => id),
  )
  const notesOf = Map.groupBy(notes, ({ caseId }) => caseId)
  return {
    items: shown.map((row) => presentCase(row, notesOf.get(row.id) ?? [], readerId)),
    nextCursor: rows.length > query.limit && last ? encodeCursor([toApiId('case', last.id)]) : null,
  }
}

/** @throws AppError not_found */
export async function readCase(
  database: Queryable,
  caseId: string,
  readerId: string,
): Promise<OperationResult<Operations['cases.read']>> {
  const row = await selectCase(database, caseId)
  if (!row) throw new AppError('not_found')
  return presentCase(row, await selectCaseNotes(database, [caseId]), readerId)
}

export async function listOwnCases(
  database: Queryable,
  ownerId: string,
): Promise<OperationResult<Operations['cases.own']>> {
  return { items: (await selectOwnCases(database, ownerId)).map(presentOwnCase) }
}

function placeOf(cursor: string | undefined): string | null {
  const key = decodeCursor(cursor, 1)
  if (key === null) return null
  const id = fromApiId('case', key[0] ?? '')
  if (id !== null) return id
  const field = 'This cursor is not one of ours; start from the first page.'
  throw new AppError('invalid_request', { fields: { cursor: field } })
}
