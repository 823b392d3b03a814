// Payments on a real local chain behind the real HTTP layer: people with real sessions, methods added as a super admin
// adds them, and a node in front of the chain that can be told to misbehave. Imported by tests only.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import type { Network } from '@inrange/contract/payment-kinds'
import type { Role } from '@inrange/contract/roles'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { prepareJobs } from '../../../platform/jobs.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { invariant } from '../../../platform/invariant.ts'
import { createSecrets, parseKeyRing } from '../../../platform/secrets.ts'
import {
  askNode,
  constantsOf,
  startLocalChain,
  type DeployedToken,
  type LocalChain,
} from '../../../testing/chain/local-chain.ts'
import { startFaultyNode, type FaultyNode } from '../../../testing/chain/node-proxy.ts'
import { serveSlice, type Answer, type SliceCaller, type SliceClient } from '../../../testing/serve-slice.ts'
import { useTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { storeTestSetting } from '../../identity/factors/factors-fixture.queries.ts'
import { balancesOf, postTransfers } from '../../ledger/ledger.public.ts'
import { createNotices } from '../../notices/notices.public.ts'
import { forgetSettings, readSettings, type Settings } from '../../settings/settings.public.ts'
import type { ChainConstants } from '../chain/networks.ts'
import { findMethod } from '../methods/find-method.ts'
import { methodsRoutes } from '../methods/methods.routes.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import {
  insertBareWithdrawal,
  insertPerson,
  insertUsableDestination,
} from '../withdrawals/withdrawals-fixture.queries.ts'
import { depositsRoutes } from './deposits.routes.ts'
import { scanChain } from './scan-chain.ts'

export type Person = { id: string; apiId: string; sessionId: string; username: string; role: Role }
export const DAY_MS = 86_400_000
/** Blocks after which everything before is final, by depth and by the node's word. */
export const FINAL_BLOCKS = 8
/** 1 USDT of six decimals. */
export const USD = 1_000_000n

/** A chain, a database and a served slice for the calling test file. */
export function withDeposits() {
  const world = withChainAndSlice()
  const { db, clock } = world
  const callers = withCallers(world)
  return {
    ...callers,
    ...withTheChain(world),
    ...withTheBooks(db),
    db,
    clock,
    chains: world.chains,
    get app() {
      return world.served().app
    },
    get deps() {
      return world.deps()
    },
    get local() {
      return world.outside().local
    },
    get token() {
      return world.outside().token
    },
    get node() {
      return world.outside().node
    },
    get second() {
      return world.outside().second
    },
    async changeDeposits(changes: Partial<Settings['deposits']>): Promise<void> {
      const { deposits } = await readSettings(db.database.kysely)
      await setSetting(db, 'deposits', { ...deposits, ...changes })
    },
    apiIdOf: (noun: 'deposit' | 'paymentMethod', id: string): string => toApiId(noun, id),
    uuidOf(noun: 'deposit' | 'paymentMethod' | 'review', id: string): string {
      return fromApiId(noun, id) ?? ''
    },
    async rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await db.owner.query(text, values)).rows as Row[]
    },
  }
}

type TheOutside = { local: LocalChain; token: DeployedToken; node: FaultyNode; second: FaultyNode }
type World = ReturnType<typeof withChainAndSlice>

async function setSetting(db: TestDatabase, key: string, value: unknown): Promise<void> {
  await storeTestSetting(db.database.kysely, key, value)
  forgetSettings(db.database.kysely)
}

async function startOutside(): Promise<TheOutside> {
  const local = await startLocalChain()
  const token = await local.deployToken({ symbol: 'USDT', decimals: 6, answersNothing: true })
  return { local, token, node: await startFaultyNode(local.url), second: await startFaultyNode(local.url) }
}

/** What is there once the tests run. */
function withChainAndSlice() {
  const db: TestDatabase = useTestDatabase()
  const clock: ManualClock = createManualClock(new Date())
  const callers = new Map<string, SliceCaller>()
  const chains: Partial<Record<Network, ChainConstants>> = {}
  let outside: TheOutside | undefined
  let made: { deps: PaymentsDeps; client: SliceClient } | undefined
  beforeAll(async () => {
    outside = await startOutside()
    chains.erc20 = constantsOf('erc20', outside.local, outside.token)
    const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
    const { database } = db
    const notices = createNotices({ clock, secrets })
    const shared = { database, clock, log: createSilentLog(), secrets, notices }
    const deps = { ...shared, publicUrl: 'http://localhost:3000', outside: { chains } }
    made = { deps, client: serveSlice({ ...methodsRoutes(deps), ...depositsRoutes(deps) }, callers) }
    await prepareJobs({ connectionString: db.connectionString, log: createSilentLog() })
    const mail = { host: 'mail.example', port: 25, security: 'none', username: '' }
    await setSetting(db, 'mail', { ...mail, fromAddress: 'a@b.example', fromName: 'Inrange' })
  })
  afterAll(async () => {
    await outside?.node.stop()
    await outside?.second.stop()
    await outside?.local.stop()
  })
  const required = <Value>(value: Value | undefined): Value => {
    invariant(value !== undefined, 'The fixture is there once tests run')
    return value
  }
  return {
    db,
    clock,
    callers,
    chains,
    outside: () => required(outside),
    deps: () => required(made).deps,
    served: () => required(made).client,
  }
}

/** People, and what they ask for. */
function withCallers(world: World) {
  const { db, clock, callers } = world
  let made = 0
  let root: Person | undefined
  async function person(role: Role = 'user'): Promise<Person> {
    made += 1
    const username = `${role}${made}`
    const now = clock.now()
    const facts = { username, role, createdAt: now, now, hash: null }
    const { id, sessionId } = await insertPerson(db.database.kysely, facts)
    callers.set(sessionId, { userId: id, role })
    return { id, apiId: toApiId('user', id), sessionId, username, role }
  }
  const call = (as: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
    world.served().call(as.sessionId, method, path, body)
  const theRoot = async () => (root ??= await person('super_admin'))
  return {
    person,
    call,
    /** The one super admin of the file. */
    root: theRoot,
    /** Adds a method as a super admin does; what was active is put aside. @returns its id */
    async addMethod(facts: Record<string, unknown> = {}): Promise<string> {
      await db.owner.query('update payment_methods set is_active = false')
      const { local, node } = world.outside()
      const usual = { type: 'usdt', name: 'USDT', usdtNetwork: 'erc20', usdtAddress: local.operator.address }
      const body = { ...usual, nodeUrl: node.url, ...facts }
      const answer = await call(await theRoot(), 'POST', '/payment-methods', body)
      invariant(answer.status === 201, `The method is added: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
    /** Announces a deposit. */
    announce(as: Person, methodId: string, amount: string, requestKey: string = randomUUID()): Promise<Answer> {
      return call(as, 'POST', '/deposits', { methodId, amount, requestKey })
    },
  }
}

/** What the chain does, and the scanner with it. */
function withTheChain(world: World) {
  const { db, clock } = world
  return {
    /** One round of the scanner. @returns whether it went through */
    async scan(methodId: string): Promise<boolean> {
      const id = fromApiId('paymentMethod', methodId)
      const method = id === null ? null : await findMethod(db.database.kysely, id)
      invariant(method !== null, 'The method is there')
      return await scanChain(world.deps(), method, { isThorough: true })
    },
    /** Makes everything that is on the chain final. */
    finalise: () => world.outside().local.mine(FINAL_BLOCKS),
    /** Time goes by, here and on the chain. */
    async advance(ms: number): Promise<void> {
      clock.advanceMs(ms)
      // Who is signed in stays so.
      await db.owner.query(`update sessions set expires_at = expires_at + $1 * interval '1 millisecond'`, [ms])
      const { local } = world.outside()
      await askNode(local.url, 'evm_increaseTime', [Math.ceil(ms / 1_000)])
      await local.mine(1)
    },
  }
}

function withTheBooks(db: TestDatabase) {
  return {
    /** What the person may withdraw, and what they owe. */
    async balances(of: Person) {
      const { availableMicros, deficitMicros } = await balancesOf(db.database.kysely, of.id)
      return { available: availableMicros, deficit: deficitMicros }
    },
    /** A withdrawal of 10 USD that was just requested; its hold takes the money. */
    async requestWithdrawal(of: Person, apiMethodId: string): Promise<void> {
      const methodId = fromApiId('paymentMethod', apiMethodId) ?? ''
      const [id, address] = [randomUUID(), `0x${'3'.repeat(40)}`]
      const way = { ownerId: of.id, kind: 'usdt_erc20', address, now: new Date() } as const
      const destinationId = await insertUsableDestination(db.database.kysely, way)
      const held = { ownerId: of.id, code: 'hold', amountMicros: 10n * USD } as const
      const [hold] = await db.database.transaction((transaction) =>
        postTransfers(transaction, [{ ...held, idempotencyKey: `withdrawal:${id}:hold` }]),
      )
      invariant(hold?.outcome === 'posted', 'There is something to hold')
      const row = { ownerId: of.id, methodId, destinationId, address, id, holdId: hold.transferId }
      await insertBareWithdrawal(db.database.kysely, row)
    },
    /** Money that left by some other way. */
    async spend(of: Person, amountMicros: bigint): Promise<void> {
      const spending = { ownerId: of.id, code: 'deposit_reversed', amountMicros, custody: 'usdt_erc20' } as const
      const [outcome] = await db.database.transaction((transaction) =>
        postTransfers(transaction, [{ ...spending, idempotencyKey: `test:${randomUUID()}` }]),
      )
      invariant(outcome?.outcome === 'posted', 'It was there to be spent')
    },
  }
}
