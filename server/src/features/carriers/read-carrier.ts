// One carrier with its connections, and one connection by itself.
import { AppError } from '@inrange/contract/errors'
import type { Queryable } from '../../platform/database.ts'
import { selectCarrier, selectConnection, selectConnectionsOf } from './carriers.queries.ts'
import {
  presentCarrier,
  presentConnection,
  type PresentDeps,
  type PresentedCarrier,
  type PresentedConnection,
} from './present-carrier.ts'

/** @throws AppError not_found */
export async function readCarrier(
  deps: PresentDeps & { queryable: Queryable },
  carrierId: string,
): Promise<PresentedCarrier & { items: PresentedConnection[] }> {
  const row = await selectCarrier(deps.queryable, carrierId)
  if (!row) throw new AppError('not_found')
  const connections = await selectConnectionsOf(deps.queryable, [carrierId])
  const items = connections.map((one) => presentConnection(deps, one))
  return { ...presentCarrier(row, items), items }
}

/** @throws AppError not_found */
export async function readConnection(
  deps: PresentDeps & { queryable: Queryable },
  connectionId: string,
): Promise<PresentedConnection> {
  const row = await selectConnection(deps.queryable, connectionId)
  if (!row) throw new AppError('not_found')
  return presentConnection(deps, row)
}
