// Keeps, changes and forgets a view. Guarantees, for requests that run at the same time too, that a name is taken once
// and that no more are kept than may be: the rows of one person are written under the lock of their user row. Somebody
// else's view does not exist.
import { AppError } from '@inrange/contract/errors'
import { SAVED_VIEWS_MAX } from '@inrange/contract/saved-views'
import type { Database, Queryable } from '../../platform/database.ts'
import { presentView, type SavedView } from './list-views.ts'
import { countViews, deleteViewRow, insertView, lockUser, updateViewRow } from './saved-views.queries.ts'

type State = Record<string, unknown>

/** @throws AppError view_name_taken, too_many_views */
export async function createView(
  { database }: { database: Database },
  view: { userId: string; section: string; name: string; state: State },
): Promise<SavedView> {
  return database.transaction(async (transaction) => {
    await lockUser(transaction, view.userId)
    if ((await countViews(transaction, view.userId, view.section)) >= SAVED_VIEWS_MAX) {
      throw new AppError('too_many_views')
    }
    const row = await unlessTaken(() => insertView(transaction, view))
    return presentView(row)
  })
}

/** @throws AppError not_found, view_name_taken */
export async function updateView(
  { database }: { database: Database },
  change: { userId: string; id: string; name?: string | undefined; state?: State | undefined },
): Promise<SavedView> {
  return database.transaction(async (transaction: Queryable) => {
    const row = await unlessTaken(() => updateViewRow(transaction, change))
    if (!row) throw new AppError('not_found')
    return presentView(row)
  })
}

/** @throws AppError not_found */
export async function deleteView(
  { database }: { database: Database },
  view: { userId: string; id: string },
): Promise<undefined> {
  if (!(await deleteViewRow(database.kysely, view))) throw new AppError('not_found')
}

async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'saved_views_name_unique') throw error
    throw new AppError('view_name_taken', { fields: { name: 'You keep another view of this name.' } })
  }
}
