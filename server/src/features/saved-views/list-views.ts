// The views that a person keeps of a section, by name.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { selectViews, type ViewRow } from './saved-views.queries.ts'

export type SavedView = OperationResult<Operations['saved-views.create']>

export async function listViews(database: Queryable, userId: string, section: string): Promise<{ items: SavedView[] }> {
  return { items: (await selectViews(database, userId, section)).map(presentView) }
}

export function presentView(row: ViewRow): SavedView {
  return {
    ...row,
    id: toApiId('savedView', row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
