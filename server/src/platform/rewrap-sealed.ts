// Brings sealed values of a column under the ring's active key, so that an older key can be thrown away. Only the
// wrapping of each value's own key is made anew; the sealed text stays as it is. It may run beside the running program
// and be run again.
import type { Database } from './database.ts'
import { SealBroken, type SealPlace, type Secrets } from './secrets.ts'
import { selectSealed, updateSealed } from './sealed-values.queries.ts'

const PAGE_SIZE = 500

/** Where sealed values lie: `placeColumn` is the name that was bound into their seal. */
export type SealedColumn = { table: string; key: string; column: string; placeColumn: string }
export type RewrapCount = { rewrapped: number; current: number; unopened: number }

/** Answers how many values were brought over, how many were there already, and how many no key of the ring opens. */
export async function rewrapColumn(
  database: Pick<Database, 'kysely'>,
  secrets: Secrets,
  where: SealedColumn,
): Promise<RewrapCount> {
  const count: RewrapCount = { rewrapped: 0, current: 0, unopened: 0 }
  let after = ''
  for (;;) {
    const rows = await selectSealed(database.kysely, { ...where, after, limit: PAGE_SIZE })
    for (const { row, sealed } of rows) {
      const to = rewrapValue(secrets, sealed, { table: where.table, row, column: where.placeColumn })
      if (to === null) count.unopened += 1
      else if (to === sealed) count.current += 1
      else {
        await updateSealed(database.kysely, { ...where, row, from: sealed, to })
        count.rewrapped += 1
      }
      after = row
    }
    if (rows.length < PAGE_SIZE) return count
  }
}

/** The value under the active key, the same when it is there already, null when no key of the ring opens it. */
export function rewrapValue(secrets: Secrets, sealed: string, place: SealPlace): string | null {
  try {
    return secrets.keyIdOf(sealed) === secrets.activeKeyId ? sealed : secrets.rewrap(sealed, place)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
