// Which payment methods there are. It deliberately remembers nothing: the table is a handful of rows, and who moves
// money wants them as they are now.
import type { Queryable } from '../../../platform/database.ts'
import { selectActiveMethods, selectMethod, type MethodRow } from './methods.queries.ts'

export type { MethodRow } from './methods.queries.ts'

/** The method, active or not, or null. */
export async function findMethod(database: Queryable, id: string): Promise<MethodRow | null> {
  return await selectMethod(database, id)
}

/** Those that users may use: at most one of each kind. */
export async function activeMethods(database: Queryable): Promise<MethodRow[]> {
  return await selectActiveMethods(database)
}
