// The audit log as an admin reads it: pages and single entries. Keyset: what is recorded meanwhile moves no page.
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { AppError } from '@inrange/contract/errors'
import type { Role } from '@inrange/contract/roles'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { badCursor, isUuid } from './audit.rules.ts'
import { selectLogEntry, selectLogPage, selectNames, type LogFilter } from './log.queries.ts'
import { idBounds, namedIds, presentEntry, subjectOf, type AuditEntry } from './log.rules.ts'

type ListQuery = OperationParsed<Operations['audit.list']>['query']
export type FilterQuery = OperationParsed<Operations['audit.export']>['query']

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listEntries(
  database: Queryable,
  reader: Role,
  query: ListQuery,
): Promise<OperationResult<Operations['audit.list']>> {
  const beforeId = decodeCursor(query.cursor, 1)?.[0] ?? null
  if (beforeId !== null && !isUuid(beforeId)) throw badCursor()
  const { items, lastId } = await readPage(database, reader, filterOf(query, reader), { beforeId, limit: query.limit })
  return { items, nextCursor: lastId === null ? null : encodeCursor([lastId]) }
}

/** @throws AppError not_found */
export async function readEntry(database: Queryable, reader: Role, id: string): Promise<AuditEntry> {
  const row = await selectLogEntry(database, id)
  if (!row) throw new AppError('not_found')
  return presentEntry(row, await selectNames(database, namedIds([row])), reader)
}

/** @returns the entries, and the id that the next page begins after; null when there is none */
export async function readPage(
  database: Queryable,
  reader: Role,
  filter: LogFilter,
  page: { beforeId: string | null; limit: number },
): Promise<{ items: AuditEntry[]; lastId: string | null }> {
  const found = await selectLogPage(database, filter, { ...page, limit: page.limit + 1 })
  const rows = found.slice(0, page.limit)
  const names = await selectNames(database, namedIds(rows))
  return {
    items: rows.map((row) => presentEntry(row, names, reader)),
    lastId: found.length > page.limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

export function filterOf(query: FilterQuery, reader: Role): LogFilter {
  const from = query.from === undefined ? null : new Date(query.from)
  const until = query.until === undefined ? null : new Date(query.until)
  return {
    actorId: query.actorId ?? null,
    onBehalfOf: query.onBehalfOfId ?? null,
    subject: query.subject === undefined ? null : subjectOf(query.subject),
    actions: query.action?.split(',') ?? null,
    outcome: query.outcome ?? null,
    from,
    until,
    ...idBounds(from, until),
    address: query.address ?? null,
    requestId: query.requestId ?? null,
    hidesAddressesOfSuperAdmins: reader !== 'super_admin',
  }
}
