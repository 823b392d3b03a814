// A payment method by its id, for who moves money by it. It deliberately remembers nothing: they want it as it is now.
import type { Queryable } from '../../../platform/database.ts'
import { selectMethod, type MethodRow } from './methods.queries.ts'

export type { MethodRow } from './methods.queries.ts'

/** The method, active or not, or null. */
export async function findMethod(database: Queryable, id: string): Promise<MethodRow | null> {
  return await selectMethod(database, id)
}
