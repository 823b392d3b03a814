// What the tests against foreign programs share: the whole platform with one range, connections of either kind, and a
// look at what landed. Made behind the HTTP layer; what is tried is what arrives over the wire.
import { randomUUID } from 'node:crypto'
import { createCarrier } from '../features/carriers/create-carrier.ts'
import { createConnection, type NewConnection } from '../features/carriers/create-connection.ts'
import { createRange } from '../features/ranges/create-range.ts'
import { createSecrets } from '../platform/secrets.ts'
import { startTestPlatform, type TestPlatform } from './test-platform.ts'
import type { TestDatabase } from './test-database.ts'

export type LandedMessage = { sender: string; content: string | null; segments: number; flags: number; carrier: string }

export type InteropWorld = {
  readonly smppPort: number
  /** Stores a connection of a carrier of its own, and serves it. */
  connect(connection: Omit<NewConnection, 'name'>): Promise<{ connectionId: string; carrier: string }>
  /** How many sessions of a connection are bound now. */
  boundSessions(connectionId: string): number
  /** A number in the range that no other test uses; E.164 without '+'. */
  newNumber(): string
  /** What landed for a number, oldest first. */
  landed(recipient: string): Promise<LandedMessage[]>
  stop(): Promise<void>
}

const PREFIX = '447700'

export async function openInteropWorld(db: TestDatabase): Promise<InteropWorld> {
  const test: TestPlatform = await startTestPlatform(db)
  const { database, config } = test.foundation
  const ownerId = await test.addUser('owner', 'user')
  const actor = { userId: ownerId, address: '127.0.0.1', requestId: 'interop' }
  const numbers = { prefix: PREFIX, startNumber: '900000', endNumber: '900999' }
  const range = { name: 'UK', ...numbers, ownerId, isActive: true, isTest: false, rate: 4_300n }
  await createRange(test.foundation, { ...range, actor })
  let given = 0
  return {
    smppPort: test.platform.smppPort ?? 0,
    async connect(connection) {
      const carrier = `Carrier ${randomUUID().slice(0, 8)}`
      const carrierId = await createCarrier({ database }, { actor, name: carrier, notes: '' })
      const { connectionId } = await createConnection(
        { database, secrets: createSecrets(config.keyRing) },
        { actor, carrierId, connection: { ...connection, name: 'Main' } },
      )
      await test.platform.connections.refresh()
      return { connectionId, carrier }
    },
    boundSessions: (connectionId) => test.platform.connections.statusOf(connectionId).boundSessions,
    newNumber() {
      given += 1
      return `${PREFIX}${900_000 + given}`
    },
    async landed(recipient) {
      const { rows } = await db.owner.query<LandedMessage>(
        `select m.sender, m.content, m.segments, m.flags, c.name as carrier from messages m
         join connections n on n.id = m.connection_id join carriers c on c.id = n.carrier_id
         where m.recipient = $1 order by m.landed_at`,
        [recipient],
      )
      return rows
    },
    stop: () => test.stop(),
  }
}
