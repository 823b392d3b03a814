// What is wrong now, or what was, as far as the reader can act on it.
import { alertKindNames, alertKinds, type AlertKind } from '@inrange/contract/alert-kinds'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { roleCovers, type Role } from '@inrange/contract/roles'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { selectAlert, selectResolved, selectUnresolved, type AlertRow } from './alerts.queries.ts'

export type PresentedAlert = OperationResult<Operations['alerts.acknowledge']>

/** The kinds that exist for a role. */
export function kindsFor(role: Role): readonly AlertKind[] {
  return alertKindNames.filter((kind) => alertKinds[kind].audience === 'admins' || roleCovers(role, 'super_admin'))
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listAlerts(
  database: Queryable,
  role: Role,
  query: { state: 'open' | 'resolved'; cursor?: string | undefined; limit: number },
): Promise<{ items: PresentedAlert[]; nextCursor: string | null }> {
  const kinds = kindsFor(role)
  if (query.state === 'open')
    return { items: (await selectUnresolved(database, kinds)).map(presentAlert), nextCursor: null }
  const place = decodeCursor(query.cursor, 2)
  const [resolvedAt = '', id = ''] = place ?? []
  if (place && !(isTimestamp(resolvedAt) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
    throw new AppError('invalid_request', { fields: { cursor: 'This cursor is not one of ours.' } })
  const before = place ? { resolvedAt, id } : null
  const rows = await selectResolved(database, { kinds, before, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const isMore = rows.length > query.limit && last?.resolvedAt
  return {
    items: shown.map(presentAlert),
    nextCursor: isMore ? encodeCursor([isMore.toISOString(), last?.id ?? '']) : null,
  }
}

/** As `toISOString` writes it: much else that a Date can read, PostgreSQL cannot. */
function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** @throws AppError not_found also for a kind that does not exist for the role */
export async function readAlert(database: Queryable, role: Role, id: string): Promise<PresentedAlert> {
  const row = await selectAlert(database, { id, kinds: kindsFor(role) })
  if (!row) throw new AppError('not_found')
  return presentAlert(row)
}

function presentAlert(row: AlertRow): PresentedAlert {
  return {
    id: toApiId('alert', row.id),
    kind: row.kind,
    severity: row.severity,
    state: row.state,
    subject: row.subjectId === '' ? null : { id: subjectIdOf(row), name: row.subjectName },
    facts: row.facts,
    since: row.since.toISOString(),
    openedAt: row.openedAt.toISOString(),
    openings: row.openings,
    acknowledgedBy: row.acknowledgedBy,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    note: row.note,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }
}

/** A job has a name and no id. */
function subjectIdOf({ kind, subjectId }: AlertRow): string | null {
  if (kind === 'connection_down' || kind === 'connection_quiet') return toApiId('connection', subjectId)
  return kind === 'node_away' ? toApiId('paymentMethod', subjectId) : null
}
