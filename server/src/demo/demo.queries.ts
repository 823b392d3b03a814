// What the demo asks of the database itself.
import type { Queryable } from '../platform/database.ts'
import { demoCarriers } from './demo.world.ts'

export type DemoFacts = {
  outboundConnectionId: string
  inboundConnectionId: string
  inboundCarrierId: string
  /** Where the outbound connection expects its SMSC. */
  outboundPort: number
  operatorId: string
}

/** The demo's connections and its admin, or null when this is no demo installation yet. */
export async function findDemoFacts(database: Queryable): Promise<DemoFacts | null> {
  const rows = await database
    .selectFrom('connections')
    .innerJoin('carriers', 'carriers.id', 'connections.carrier_id')
    .where('carriers.name', 'in', [demoCarriers.outbound.name, demoCarriers.inbound.name])
    .select(['connections.id', 'connections.carrier_id', 'connections.settings', 'carriers.name'])
    .execute()
  const admin = await database.selectFrom('users').where('username', '=', 'operator').select('id').executeTakeFirst()
  const outbound = rows.find((row) => row.name === demoCarriers.outbound.name)
  const inbound = rows.find((row) => row.name === demoCarriers.inbound.name)
  if (!outbound || !inbound || !admin) return null
  return {
    outboundConnectionId: outbound.id,
    inboundConnectionId: inbound.id,
    inboundCarrierId: inbound.carrier_id,
    outboundPort: Number((outbound.settings as { port?: unknown }).port),
    operatorId: admin.id,
  }
}

/** Partitions for the history, which lies before those that the pipeline makes. */
export async function ensureHistoryPartitions(database: Queryable, from: Date, until: Date): Promise<void> {
  await database
    .selectNoFrom((eb) => eb.fn('ensure_message_partitions', [eb.val(from), eb.val(until)]).as('made'))
    .execute()
}
