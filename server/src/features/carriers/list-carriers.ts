// A page of carriers by name, each with its state as a whole and the messages of its last day. States are what this
// process knows and no index could, so a page of one state is filled from as many carriers as it takes, within a bound
// that no platform reaches.
import type { CarrierState } from '@inrange/contract/carriers'
import { toApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { selectCarrierHours, selectCarriers, selectConnectionsOf } from './carriers.queries.ts'
import { presentCarrier, presentConnection, type PresentDeps, type PresentedCarrier } from './present-carrier.ts'

type Deps = PresentDeps & { database: Database }
type ListQuery = {
  cursor?: string | undefined
  limit: number
  search?: string | undefined
  state?: CarrierState | undefined
}
export type ListedCarrier = PresentedCarrier & { hours: number[] }

const HOUR_MS = 3_600_000
const HOURS_SHOWN = 24
/** Carriers looked at for one page of a state. */
const LOOK_MAX = 2_000
const CHUNK = 200

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listCarriers(
  deps: Deps,
  query: ListQuery,
): Promise<{ items: ListedCarrier[]; nextCursor: string | null }> {
  const found = await findCarriers(deps, query)
  const shown = found.carriers.slice(0, query.limit)
  const last = shown.at(-1)
  const hasMore = found.carriers.length > query.limit
  const reached = hasMore ? (last?.name ?? null) : found.reachedName
  return { items: await withHours(deps, shown), nextCursor: reached === null ? null : encodeCursor([reached]) }
}

/** One more than the page holds, where there are so many. */
async function findCarriers(
  deps: Deps,
  query: ListQuery,
): Promise<{ carriers: (PresentedCarrier & { uuid: string })[]; reachedName: string | null }> {
  const { kysely } = deps.database
  const carriers: (PresentedCarrier & { uuid: string })[] = []
  const pattern = query.search ? `%${query.search.replace(/[\\%_]/g, String.raw`\$&`)}%` : null
  let afterName = decodeCursor(query.cursor, 1)?.[0] ?? null
  const chunk = query.state === undefined ? query.limit + 1 : CHUNK
  for (let looked = 0; looked < LOOK_MAX; looked += chunk) {
    const rows = await selectCarriers(kysely, { afterName, pattern, limit: chunk })
    const ids = rows.map((row) => row.id)
    const connections = await selectConnectionsOf(kysely, ids)
    for (const row of rows) {
      const own = connections.filter(({ carrierId }) => carrierId === row.id)
      const presented = presentCarrier(
        row,
        own.map((one) => presentConnection(deps, one)),
      )
      if (query.state === undefined || presented.state === query.state) carriers.push({ ...presented, uuid: row.id })
    }
    afterName = rows.at(-1)?.name ?? null
    if (rows.length < chunk) return { carriers, reachedName: null }
    if (carriers.length > query.limit) break
  }
  return { carriers, reachedName: afterName }
}

async function withHours(
  deps: Deps,
  carriers: readonly (PresentedCarrier & { uuid: string })[],
): Promise<ListedCarrier[]> {
  const lastMs = Math.floor(deps.clock.nowMs() / HOUR_MS) * HOUR_MS
  const firstMs = lastMs - (HOURS_SHOWN - 1) * HOUR_MS
  const ids = carriers.map(({ uuid }) => uuid)
  const rows = await selectCarrierHours(deps.database.kysely, ids, new Date(firstMs))
  const counts = new Map(
    rows.map((row) => [`${toApiId('carrier', row.carrierId)} ${row.hour.getTime()}`, row.messages]),
  )
  return carriers.map(({ uuid: _uuid, ...carrier }) => ({
    ...carrier,
    hours: Array.from({ length: HOURS_SHOWN }, (_, index) =>
      Number(counts.get(`${carrier.id} ${firstMs + index * HOUR_MS}`) ?? 0n),
    ),
  }))
}
