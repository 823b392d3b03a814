// Long messages whose parts did not all come in time are delivered as they are, flagged partial: somebody may be
// waiting for what did come. They take the same way as any other message: located, rated, committed, notified; only
// there is nobody to acknowledge.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ConnectionFacts } from '../features/carriers/carriers.public.ts'
import type { Clock } from '../platform/clock.ts'
import { commitBatch } from './5-commit.ts'
import type { Notifier } from './7-notify.ts'
import { takeDue } from './hold-parts.ts'
import type { RoutingSource } from './routing-source.ts'
import { placeMessages, type KnownNumbers } from './sort-items.ts'

export type DeliverDueDeps = {
  hot: pg.Pool
  known: KnownNumbers
  routing: RoutingSource
  notifier: Notifier
  clock: Clock
  factsOf: (connectionId: string) => ConnectionFacts | null
}

/** @returns how many messages were delivered in this turn; bounded, so a backlog takes several */
export async function deliverDue(deps: DeliverDueDeps): Promise<number> {
  const client = await deps.hot.connect()
  try {
    await client.query('begin')
    const atMs = deps.clock.nowMs()
    const messages = await takeDue(client, atMs, deps.factsOf)
    if (messages.length === 0) {
      await client.query('rollback')
      return 0
    }
    const table = deps.routing.current()
    const placed = placeMessages(table, messages, deps.known)
    const batch = { batchId: randomUUID(), routingVersion: table.version, atMs, sessions: [], ...placed }
    if ((await commitBatch(client, batch)) === 'stale') {
      await client.query('rollback')
      await deps.routing.refresh()
      return 0
    }
    await client.query('commit')
    deps.notifier.add(new Set(placed.landings.map(({ owner }) => owner.id)))
    return messages.length
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
