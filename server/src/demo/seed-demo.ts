// Creates the demo's users, ranges and carriers, by the operations of the product, as of two weeks ago. Idempotent:
// what is there is left alone.
import type { Foundation } from '../compose.ts'
import { createCarrier, type Actor } from '../features/carriers/create-carrier.ts'
import { createConnection } from '../features/carriers/create-connection.ts'
import { createRange } from '../features/ranges/create-range.ts'
import { changeSettings } from '../features/settings/change-settings.ts'
import { createUser } from '../features/users/create-user.ts'
import { createManualClock } from '../platform/clock.ts'
import { invariant } from '../platform/invariant.ts'
import { createSecrets } from '../platform/secrets.ts'
import { fromApiId } from '@inrange/contract/ids'
import { settingsByName } from '@inrange/contract/settings'
import { findDemoFacts, type DemoFacts } from './demo.queries.ts'
import type { DemoSecrets } from './demo.secrets.ts'
import {
  DEMO_BURST_FACTOR,
  DEMO_MATURITY_DAYS,
  demoCarriers,
  demoRanges,
  demoUsers,
  HISTORY_DAYS,
} from './demo.world.ts'

const DAY_MS = 86_400_000

/** @returns the facts of what there is, and whether it was made just now (and so has no history yet) */
export async function seedDemo(
  foundation: Foundation,
  demoSecrets: DemoSecrets,
): Promise<{ facts: DemoFacts; isNew: boolean }> {
  const known = await findDemoFacts(foundation.database.kysely)
  if (known) return { facts: known, isNew: false }
  const { database, config } = foundation
  const clock = createManualClock(new Date(foundation.clock.nowMs() - (HISTORY_DAYS + 1) * DAY_MS))
  const ids = new Map<string, string>()
  for (const user of demoUsers) {
    const password = demoSecrets.users[user.username] ?? ''
    const made = await createUser({ database, clock }, null, { ...user, password, mustChangePassword: false })
    ids.set(user.username, fromApiId('user', made.id) ?? '')
  }
  const actor: Actor = { userId: ids.get('operator') ?? '', address: '127.0.0.1', requestId: 'demo' }
  for (const { owner, ...range } of demoRanges) {
    await createRange(
      { database, clock },
      { isActive: true, isTest: false, ...range, actor, ownerId: ids.get(owner) ?? '' },
    )
  }
  const integrity = { ...settingsByName.integrity.default, burstFactor: DEMO_BURST_FACTOR }
  const changes = { earningsMaturityDays: DEMO_MATURITY_DAYS, integrity }
  await changeSettings(
    { database, clock, secrets: createSecrets(config.keyRing) },
    { changes, actorId: null, address: null, requestId: 'demo' },
  )
  await seedCarriers({ database, secrets: createSecrets(config.keyRing), actor, demoSecrets })
  const facts = await findDemoFacts(database.kysely)
  invariant(facts, 'What was just made is there')
  return { facts, isNew: true }
}

type CarrierDeps = {
  database: Foundation['database']
  secrets: ReturnType<typeof createSecrets>
  actor: Actor
  demoSecrets: DemoSecrets
}

async function seedCarriers({ database, secrets, actor, demoSecrets }: CarrierDeps): Promise<void> {
  const { outbound, inbound } = demoCarriers
  const outboundCarrier = await createCarrier({ database }, { actor, name: outbound.name, notes: outbound.notes })
  await createConnection(
    { database, secrets },
    {
      actor,
      carrierId: outboundCarrier,
      connection: {
        kind: 'smpp_client',
        name: 'SMSC 1',
        systemId: outbound.systemId,
        password: demoSecrets.outboundPassword,
        settings: { host: '127.0.0.1', port: demoSecrets.outboundPort, binds: 2 },
      },
    },
  )
  const inboundCarrier = await createCarrier({ database }, { actor, name: inbound.name, notes: inbound.notes })
  await createConnection(
    { database, secrets },
    {
      actor,
      carrierId: inboundCarrier,
      connection: {
        kind: 'smpp_server',
        name: 'Main',
        systemId: inbound.systemId,
        password: demoSecrets.inboundPassword,
        settings: { allowList: ['127.0.0.1/32', '::1/128'] },
      },
    },
  )
}
