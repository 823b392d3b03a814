// A page of carriers by name, each with what its connections do right now.
import { toApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { selectCarriers, selectConnectionsOf } from './carriers.queries.ts'
import { presentCarrier, presentConnection, type PresentDeps, type PresentedCarrier } from './present-carrier.ts'

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listCarriers(
  deps: PresentDeps & { database: Database },
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: PresentedCarrier[]; nextCursor: string | null }> {
  const afterName = decodeCursor(page.cursor, 1)?.[0] ?? null
  const rows = await selectCarriers(deps.database.kysely, { afterName, limit: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const connections = await selectConnectionsOf(
    deps.database.kysely,
    shown.map((row) => row.id),
  )
  const presented = connections.map((row) => presentConnection(deps, row))
  const last = shown.at(-1)
  return {
    items: shown.map((row) => {
      const carrierId = toApiId('carrier', row.id)
      return presentCarrier(
        row,
        presented.filter((one) => one.carrierId === carrierId),
      )
    }),
    nextCursor: rows.length > page.limit && last ? encodeCursor([last.name]) : null,
  }
}
