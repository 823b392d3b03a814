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
import { insertPerson } from '../withdrawals/withdrawals-fixture.queries.ts'
import { depositsRoutes } from './deposits.routes.ts'
import { scanChain } from './scan-chain.ts'

export type Person = { id: string; apiId: string; sessionId: string; username: string; role: Role }
export const DAY_MS = 86_400_000
/** Blocks after which everything before is final, by depth and by the node's word. */
export const FINAL_BLOCKS = 8
/** 1 USDT of six decimals. */
export const USD = 1_000_000n

export type DepositsFixture = ReturnType<typeof withDeposits>

/** A chain, a database and a served slice for the calling test file. */
export function withDeposits() {
  const db: TestDatabase = useTestDatabase()
  const clock: ManualClock = createManualClock(new Date())
  const callers = new Map<string, SliceCaller>()
  const chains: Partial<Record<Network, ChainConstants>> = {}
  let local: LocalChain
  let token: DeployedToken
  let node: FaultyNode
  let second: FaultyNode
  let deps: PaymentsDeps
  let client: SliceClient
  let made = 0
  let root: Person | undefined
  beforeAll(async () => {
    local = await startLocalChain()
    token = await local.deployToken({ symbol: 'USDT', decimals: 6, answersNothing: true })
    chains.erc20 = constantsOf('erc20', local, token)
    node = await startFaultyNode(local.url)
    second = await startFaultyNode(local.url)
    const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
    const { database } = db
    const notices = createNotices({ clock, secrets })
    const outside = { chains }
    deps = { database, clock, log: createSilentLog(), secrets, notices, publicUrl: 'http://localhost:3000', outside }
    client = serveSlice({ ...methodsRoutes(deps), ...depositsRoutes(deps) }, callers)
    await prepareJobs({ connectionString: db.connectionString, log: createSilentLog() })
    const mail = { host: 'mail.example', port: 25, security: 'none', username: '' }
    await setSetting('mail', { ...mail, fromAddress: 'a@b.example', fromName: 'Inrange' })
  })
  afterAll(async () => {
    await node.stop()
    await second.stop()
    await local.stop()
  })

  async function setSetting(key: string, value: unknown): Promise<void> {
    await storeTestSetting(db.database.kysely, key, value)
    forgetSettings(db.database.kysely)
  }

  async function person(role: Role = 'user'): Promise<Person> {
    made += 1
    const username = `${role}${made}`
    const now = clock.now()
    const { id, sessionId } = await insertPerson(db.database.kysely, {
      username,
      role,
      createdAt: now,
      now,
      hash: null,
    })
    callers.set(sessionId, { userId: id, role })
    return { id, apiId: toApiId('user', id), sessionId, username, role }
  }

  const call = (as: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
    client.call(as.sessionId, method, path, body)

  return {
    db,
    clock,
    chains,
    person,
    call,
    setSetting,
    get app() {
      return client.app
    },
    get deps() {
      return deps
    },
    get local() {
      return local
    },
    get token() {
      return token
    },
    get node() {
      return node
    },
    get second() {
      return second
    },
    /** The one super admin of the file. */
    async root(): Promise<Person> {
      root ??= await person('super_admin')
      return root
    },
    async changeDeposits(changes: Partial<Settings['deposits']>): Promise<void> {
      const { deposits } = await readSettings(db.database.kysely)
      await setSetting('deposits', { ...deposits, ...changes })
    },
    /** Adds a method as a super admin does; what was active of its kind is put aside. @returns the answer's id */
    async addMethod(facts: Record<string, unknown> = {}): Promise<string> {
      const by = root ?? (root = await person('super_admin'))
      await db.owner.query('update payment_methods set is_active = false')
      const body = {
        type: 'usdt',
        name: 'USDT',
        usdtNetwork: 'erc20',
        usdtAddress: local.operator.address,
        nodeUrl: node.url,
        ...facts,
      }
      const answer = await call(by, 'POST', '/payment-methods', body)
      invariant(answer.status === 201, `The method is added: ${JSON.stringify(answer.body)}`)
      return answer.body.id
    },
    /** Announces a deposit. */
    announce(as: Person, methodId: string, amount: string, requestKey: string = randomUUID()): Promise<Answer> {
      return call(as, 'POST', '/deposits', { methodId, amount, requestKey })
    },
    /** One round of the scanner. @returns whether it went through */
    async scan(methodId: string): Promise<boolean> {
      const id = fromApiId('paymentMethod', methodId)
      const method = id === null ? null : await findMethod(db.database.kysely, id)
      invariant(method !== null, 'The method is there')
      return await scanChain(deps, method, { isThorough: true })
    },
    /** Makes everything that is on the chain final. */
    finalise: () => local.mine(FINAL_BLOCKS),
    /** Time goes by, here and on the chain. */
    async advance(ms: number): Promise<void> {
      clock.advanceMs(ms)
      // Who is signed in stays so.
      await db.owner.query(`update sessions set expires_at = expires_at + $1 * interval '1 millisecond'`, [ms])
      await askNode(local.url, 'evm_increaseTime', [Math.ceil(ms / 1_000)])
      await local.mine(1)
    },
    /** What the person may withdraw, and what they owe. */
    async balances(of: Person) {
      const { availableMicros, deficitMicros } = await balancesOf(db.database.kysely, of.id)
      return { available: availableMicros, deficit: deficitMicros }
    },
    /** Money that left by some other way. */
    async spend(of: Person, amountMicros: bigint): Promise<void> {
      const spending = { ownerId: of.id, code: 'deposit_reversed', amountMicros, custody: 'usdt_erc20' } as const
      const [outcome] = await db.database.transaction((transaction) =>
        postTransfers(transaction, [{ ...spending, idempotencyKey: `test:${randomUUID()}` }]),
      )
      invariant(outcome?.outcome === 'posted', 'It was there to be spent')
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
