// Keeps the routing table of this process: loaded at start, anew on every notification of a change, and whenever a
// commit proves that it is stale. Loads never overlap; asking while one runs waits for the next, because the running
// one may have read too early.
import { loadRouting } from '../features/ranges/ranges.public.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/database.ts'
import { buildRoutingTable, type RoutingTable } from './3-locate.ts'

export type RoutingSource = {
  current: () => RoutingTable
  /** Resolves once a table has been loaded that was read after this call. */
  refresh: () => Promise<void>
}

export async function openRoutingSource(
  deps: { kysely: Queryable; clock: Clock },
  onChange: () => void,
): Promise<RoutingSource> {
  let table = await load()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function load(): Promise<RoutingTable> {
    const { version, rows } = await loadRouting(deps.kysely, deps.clock.nowMs())
    return buildRoutingTable(version, rows)
  }
  async function replace(): Promise<void> {
    const loaded = await load()
    if (loaded.version === table.version) return
    table = loaded
    onChange()
  }
  function begin(): Promise<void> {
    running = replace().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    current: () => table,
    refresh() {
      if (!running) return begin()
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return begin()
        })
      return next
    },
  }
}
