// The audit log as a file: the entries of a filter, newest first, read in pages while it is written. That somebody took
// it is itself recorded, with the filter, before the first line leaves.
import { AUDIT_EXPORT_ROWS_MAX } from '@inrange/contract/audit'
import type { Clock } from '../../platform/clock.ts'
import type { CsvCell, CsvFile } from '../../platform/csv.ts'
import type { Database } from '../../platform/database.ts'
import type { CallerContext } from '../../platform/http.ts'
import { recordAudit } from './record-audit.ts'
import type { AuditEntry } from './log.rules.ts'
import { filterOf, readPage, type FilterQuery } from './read-log.ts'

const ROWS_PER_PAGE = 500

export async function exportLog(
  deps: { database: Database; clock: Clock },
  { caller, address, requestId }: CallerContext,
  query: FilterQuery,
  bounds: { rowsMax?: number; rowsPerPage?: number } = {},
): Promise<CsvFile> {
  await recordAudit(deps.database.kysely, {
    actorId: caller.userId,
    action: 'audit_exported',
    subjectType: 'audit',
    subjectId: 'log',
    address,
    requestId,
    after: query,
  })
  const { rowsMax = AUDIT_EXPORT_ROWS_MAX, rowsPerPage = ROWS_PER_PAGE } = bounds
  const day = deps.clock.now().toISOString().slice(0, 10)
  return { name: `audit-${day}.csv`, columns, pages: pagesOf(), rowsMax }

  async function* pagesOf(): AsyncGenerator<CsvCell[][], void> {
    const filter = filterOf(query, caller.role)
    let beforeId: string | null = null
    // One page beyond the bound, so that the file learns that it was cut.
    for (let rows = 0; rows <= rowsMax; rows += rowsPerPage) {
      const { items, lastId } = await readPage(deps.database.kysely, caller.role, filter, {
        beforeId,
        limit: rowsPerPage,
      })
      yield items.map(cellsOf)
      if (lastId === null) return
      beforeId = lastId
    }
  }
}

const columns = [
  'at',
  'actor',
  'actor_id',
  'on_behalf_of',
  'on_behalf_of_id',
  'action',
  'outcome',
  'subject_type',
  'subject',
  'subject_id',
  'address',
  'request_id',
  'before',
  'after',
  'entry_id',
]

function cellsOf(entry: AuditEntry): CsvCell[] {
  const { actor, onBehalfOf, subject } = entry
  return [
    entry.at,
    actor?.username ?? null,
    actor?.id ?? null,
    onBehalfOf?.username ?? null,
    onBehalfOf?.id ?? null,
    entry.action,
    entry.outcome,
    subject.type,
    subject.name,
    subject.id,
    entry.isAddressHidden ? 'hidden' : entry.address,
    entry.requestId,
    jsonOf(entry.before),
    jsonOf(entry.after),
    entry.id,
  ]
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
