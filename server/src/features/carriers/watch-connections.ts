// Every connection as whoever watches over the installation sees it: its state right now, since when it is down, and
// whether it is quieter than it usually is. As with the console's states, sessions are those of this process.
import type { ConnectionKind, ConnectionState } from '@inrange/contract/carriers'
import type { Database } from '../../platform/database.ts'
import { selectUsualHours, selectWatched } from './connection-states.queries.ts'
import { stateOf } from './connections.rules.ts'
import type { PresentDeps } from './present-carrier.ts'

export type WatchedConnection = {
  connectionId: string
  name: string
  kind: ConnectionKind
  carrierId: string
  carrier: string
  state: ConnectionState
  /**
   * Since when nothing is bound, of one that should be up: we dial it, or its carrier was bound and has left. Null
   * while it is up, inactive, over HTTP, or was never bound by its carrier.
   */
  downSince: Date | null
  acknowledged: number
  messages24h: number
  lastMessageAt: Date | null
  lastError: string | null
  lastErrorAt: Date | null
  /** Messages of the last whole hour on each of the seven days before; days without any are left out. */
  usualHours: readonly number[]
}

const HOUR_MS = 3_600_000

/** @param startedAt of this process: what ended before it is down since then, as far as we can tell */
export async function watchConnections(
  deps: PresentDeps & { database: Database; startedAt: Date },
): Promise<WatchedConnection[]> {
  const nowMs = deps.clock.nowMs()
  const lastHour = new Date(nowMs - (nowMs % HOUR_MS) - HOUR_MS)
  const [rows, usual] = await Promise.all([
    selectWatched(deps.database.kysely, new Date(nowMs)),
    selectUsualHours(deps.database.kysely, lastHour),
  ])
  return rows.map(({ id, wasBound, lastEndedAt, acknowledged, messages24h, ...row }) => {
    const live = deps.status.statusOf(id)
    const lastMessageAtMs = Math.max(row.lastMessageAt?.getTime() ?? 0, live.lastMessageAtMs ?? 0) || null
    const state = stateOf({ ...live, kind: row.kind, isActive: row.isActive, lastMessageAtMs }, nowMs)
    const shouldBeUp = row.isActive && (row.kind === 'smpp_client' || (row.kind === 'smpp_server' && wasBound))
    const endedAtMs = Math.max(lastEndedAt?.getTime() ?? 0, deps.startedAt.getTime(), live.unboundSinceMs ?? 0)
    return {
      ...row,
      connectionId: id,
      state,
      downSince: shouldBeUp && live.boundSessions === 0 ? new Date(endedAtMs) : null,
      acknowledged: Number(acknowledged),
      messages24h: Number(messages24h),
      lastMessageAt: lastMessageAtMs === null ? null : new Date(lastMessageAtMs),
      usualHours: usual.get(id) ?? [],
    }
  })
}
