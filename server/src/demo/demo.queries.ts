// What the demo asks of the database itself.
import type { Queryable } from '../platform/database.ts'
import { demoCarriers } from './demo.world.ts'

/** The demo's connections, or null when this is no demo installation yet. */
export async function findDemoFacts(
  database: Queryable,
): Promise<{ outboundConnectionId: string; inboundConnectionId: string } | null> {
  const rows = await database
    .selectFrom('connections')
    .innerJoin('carriers', 'carriers.id', 'connections.carrier_id')
    .where('carriers.name', 'in', [demoCarriers.outbound.name, demoCarriers.inbound.name])
    .select(['connections.id', 'carriers.name'])
    .execute()
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id
  const outboundConnectionId = idOf(demoCarriers.outbound.name)
  const inboundConnectionId = idOf(demoCarriers.inbound.name)
  return outboundConnectionId && inboundConnectionId ? { outboundConnectionId, inboundConnectionId } : null
}

/** Partitions for the history, which lies before those that the pipeline makes. */
export async function ensureHistoryPartitions(database: Queryable, from: Date, until: Date): Promise<void> {
  await database
    .selectNoFrom((eb) => eb.fn('ensure_message_partitions', [eb.val(from), eb.val(until)]).as('made'))
    .execute()
}
