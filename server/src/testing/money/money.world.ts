// The platform that is simulated, and the model beside it: real operations on a real database, with a clock that only
// the simulator moves. It deliberately starts no server and no job: the simulator calls what they would call.
import { settingsByName } from '@inrange/contract/settings'
import { makeConnection, makeRange } from '../../features/ledger/ledger-fixture.queries.ts'
import { createNotices } from '../../features/notices/notices.public.ts'
import { insertMethod, type MethodFacts } from '../../features/payments/methods/methods.queries.ts'
import type { PaymentsDeps } from '../../features/payments/payments.deps.ts'
import { changeSettings } from '../../features/settings/change-settings.ts'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { withCrashes, type CrashingDatabase } from './crashing.database.ts'
import { HOUR_MS, type Model, type ModelMethod, type ModelOwner } from './money.model.ts'
import { insertDestinations, insertPerson } from './money.queries.ts'
import type { Random } from './seeded.random.ts'

const START = new Date('2026-03-01T00:00:00Z')
const BORN = new Date('2026-01-01T00:00:00Z')
/** Who is picked for a step: mostly those who came last, so that their steps meet. */
const LIVELY_OWNERS = 6
const RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

export type World = {
  random: Random
  model: Model
  deps: PaymentsDeps & { clock: ManualClock }
  crashing: CrashingDatabase
  connectionId: string
  /** People who run the platform and own nothing. */
  adminIds: string[]
  /** Makes a name that was not given before. */
  name(of: string): string
}

export async function createWorld(database: Database, random: Random): Promise<World> {
  const clock = createManualClock(START)
  const secrets = createSecrets(parseKeyRing(RING))
  const crashing = withCrashes(database)
  const notices = createNotices({ clock, secrets })
  const log = createSilentLog()
  const outsideUrl = 'https://inrange.example'
  const deps = { database: crashing.database, clock, log, secrets, notices, publicUrl: outsideUrl }
  let names = 0
  const world: World = {
    random,
    model: emptyModel(),
    deps,
    crashing,
    connectionId: await makeConnection(database.kysely),
    adminIds: [],
    name: (of) => `${of} ${(names += 1)}`,
  }
  for (const name of ['ada', 'oya', 'eve']) {
    const id = makeId(random)
    await insertPerson(database.kysely, { id, name, role: 'admin', createdAt: BORN })
    world.adminIds.push(id)
  }
  await changeSettings(deps, {
    changes: { withdrawals: world.model.limits },
    actorId: null,
    address: null,
    requestId: null,
  })
  for (const method of methodsOf(random)) {
    world.model.methods.push(method)
    await insertMethod(database.kysely, { ...factsOf(method), actorId: world.adminIds[0] ?? '', now: START })
  }
  for (let count = 0; count < 4; count += 1) await addOwner(world)
  return world
}

function emptyModel(): Model {
  return {
    nowMs: START.getTime(),
    owners: [],
    methods: [],
    limits: {
      ...settingsByName.withdrawals.default,
      destinationHours: 0,
      changeHours: 0,
      accountHours: 0,
      paypalOnlyDays: 0,
    },
    platformDays: new Map(),
    custodyMicros: { usdt_trc20: 0n, usdt_erc20: 0n, usdt_bep20: 0n, paypal: 0n },
    suspense: [],
    operatorMicros: 0n,
    providerFeesMicros: 0n,
    txHashes: new Map(),
  }
}

/** A version 7 uuid by its form alone: chance says all of it, so that also its place among others differs. */
export function makeId(random: Random): string {
  return `01${random.hex(6)}-${random.hex(4)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`
}

function methodsOf(random: Random): ModelMethod[] {
  const usual = { isActive: true, minimumMicros: 10_000_000n, feesOnDeposits: false }
  return [
    { ...usual, id: makeId(random), kind: 'usdt_trc20', feeBasisPoints: 100 },
    { ...usual, id: makeId(random), kind: 'usdt_erc20', feeBasisPoints: 0 },
    { ...usual, id: makeId(random), kind: 'usdt_bep20', feeBasisPoints: 10, feesOnDeposits: true },
    { ...usual, id: makeId(random), kind: 'paypal', feeBasisPoints: 290, feesOnDeposits: true },
  ]
}

export function factsOf(method: ModelMethod): MethodFacts & { id: string } {
  const isPaypal = method.kind === 'paypal'
  return {
    ...method,
    name: method.kind,
    address: isPaypal ? null : `house ${method.kind}`,
    nodeUrlSealed: null,
    secondNodeUrlSealed: null,
    tokenCheckedAt: isPaypal ? null : START,
    environment: isPaypal ? 'sandbox' : null,
    clientId: isPaypal ? 'client' : null,
    clientSecretSealed: isPaypal ? 'sealed' : null,
    webhookId: null,
  }
}

/** Somebody new, with two ranges and a book of destinations, one of which others have too. */
export async function addOwner(world: World): Promise<ModelOwner> {
  const { random, model } = world
  const { kysely } = world.deps.database
  const id = makeId(random)
  const name = world.name('owner').replace(' ', '')
  const own = (kind: ModelMethod['kind'], change: Partial<ModelOwner['destinations'][number]> = {}) => {
    const address = kind === 'paypal' ? `${name}@paypal.example` : `${kind} of ${name}`
    const usual = { id: makeId(random), kind, address, usableFromMs: model.nowMs, isRemoved: false, isShared: false }
    return { ...usual, ...change }
  }
  const owner: ModelOwner = {
    id,
    isActive: true,
    rangeIds: [],
    destinations: [
      ...model.methods.map(({ kind }) => own(kind)),
      own('usdt_trc20', { address: 'everybody', isShared: model.owners.length > 0 }),
      own('usdt_erc20', { address: `slow ${name}`, usableFromMs: model.nowMs + 30 * HOUR_MS }),
      own('paypal', { address: `gone.${name}@paypal.example`, isRemoved: true }),
    ],
    unsettled: new Map(),
    waiting: [],
    matured: new Map(),
    maturedMicros: 0n,
    earnedMicros: 0n,
    availableMicros: 0n,
    deficitMicros: 0n,
    feeIncomeMicros: 0n,
    deposits: [],
    withdrawals: [],
    cases: [],
    creditedDeposits: 0,
    days: new Map(),
    openHoldMicros: 0n,
  }
  await insertPerson(kysely, { id, name, role: 'user', createdAt: BORN })
  owner.rangeIds.push(await makeRange(kysely, id), await makeRange(kysely, id))
  const rows = owner.destinations.map(({ usableFromMs, isRemoved, ...facts }) => {
    const removedAt = isRemoved ? new Date(model.nowMs) : null
    return { ...facts, usableFrom: new Date(usableFromMs), removedAt }
  })
  await insertDestinations(kysely, id, rows)
  // The first who has the common destination shares it from now on.
  if (model.owners.length === 1)
    for (const known of model.owners[0]?.destinations ?? []) known.isShared ||= known.address === 'everybody'
  model.owners.push(owner)
  return owner
}

export function pickOwner({ random, model }: World): ModelOwner {
  return random.chance(92) ? random.pick(model.owners.slice(-LIVELY_OWNERS)) : random.pick(model.owners)
}

export function pickAdmin({ random, adminIds }: World): string {
  return random.pick(adminIds)
}

/** Who asks, as the door of HTTP would say it. */
export function requester(userId: string): { userId: string; address: string; requestId: string } {
  return { userId, address: '127.0.0.1', requestId: 'simulated' }
}

/** How somebody is called in the words of a step. */
export function nameOf({ model, adminIds }: World, id: string): string {
  const place = model.owners.findIndex((owner) => owner.id === id)
  return place === -1 ? `admin ${adminIds.indexOf(id) + 1}` : `owner ${place + 1}`
}

export function dollars(micros: bigint): string {
  return `$${(Number(micros) / 1e6).toFixed(6)}`
}
