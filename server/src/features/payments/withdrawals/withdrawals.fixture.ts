// The operations of withdrawals behind the real HTTP layer, with people who have real sessions, money in the ledger and
// ways out. Imported by tests only.
import { randomBytes, randomUUID } from 'node:crypto'
import { hash as hashQuickly } from '@node-rs/bcrypt'
import { afterAll, beforeAll } from 'vitest'
import type { MethodKind, Network } from '@inrange/contract/payment-kinds'
import type { Role } from '@inrange/contract/roles'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { prepareJobs } from '../../../platform/jobs.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../../platform/secrets.ts'
import { serveSlice, type Answer, type SliceCaller, type SliceClient } from '../../../testing/serve-slice.ts'
import { useTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { storeTestSetting } from '../../identity/factors/factors-fixture.queries.ts'
import { postTransfers } from '../../ledger/ledger.public.ts'
import { createNotices } from '../../notices/notices.public.ts'
import { forgetSettings, readSettings, type Settings } from '../../settings/settings.public.ts'
import type { ChainConstants } from '../chain/networks.ts'
import { methodSecretPlace } from '../methods/method.secrets.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { placeWithdrawal } from './request-withdrawal.ts'
import { feeMicrosOf, usd } from './withdrawals.rules.ts'
import { withdrawalsRoutes } from './withdrawals.routes.ts'
import {
  insertPaypalMethod,
  insertPerson,
  insertUsableDestination,
  insertUsdtMethod,
} from './withdrawals-fixture.queries.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

export const PERSON_PASSWORD = 'correct horse 7'
export const TREASURY = '0x1111111111111111111111111111111111111111'
export const DAY_MS = 86_400_000

export type Person = { id: string; sessionId: string; username: string; role: Role }
export type WayOut = {
  methodId: string
  kind: MethodKind
  destinationId: string
  address: string
  feeBasisPoints: number
}

export type WithdrawalsFixture = ReturnType<typeof withWithdrawals>

/** @param chains those of a local node; without them nothing asks a chain */
export function withWithdrawals(chains: () => Partial<Record<Network, ChainConstants>> = () => ({})) {
  const db: TestDatabase = useTestDatabase()
  const clock: ManualClock = createManualClock(new Date())
  const callers = new Map<string, SliceCaller>()
  let deps: PaymentsDeps
  let client: SliceClient
  let hash = ''
  let made = 0
  beforeAll(async () => {
    const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
    const notices = createNotices({ clock, secrets })
    const { database } = db
    const outside = { chains: chains() }
    deps = { database, clock, log: createSilentLog(), secrets, notices, publicUrl: 'http://localhost:3000', outside }
    client = serveSlice(withdrawalsRoutes(deps), callers)
    // As cheap as it can be: what it costs to check a password is not what is tried here.
    hash = await hashQuickly(PERSON_PASSWORD, 4)
    await prepareJobs({ connectionString: db.connectionString, log: createSilentLog() })
    // Mails are written where there is a mail server.
    await setSetting('mail', {
      host: 'mail.example',
      port: 25,
      security: 'none',
      username: '',
      fromAddress: 'a@b.example',
      fromName: 'I',
    })
  })
  afterAll(() => callers.clear())

  async function setSetting(key: string, value: unknown): Promise<void> {
    await storeTestSetting(db.database.kysely, key, value)
    forgetSettings(db.database.kysely)
  }

  async function changeLimits(changes: Partial<Settings['withdrawals']>): Promise<void> {
    const { withdrawals } = await readSettings(db.database.kysely)
    await setSetting('withdrawals', { ...withdrawals, ...changes })
  }

  async function person(role: Role = 'user', facts: { ageMs?: number; hasPassword?: boolean } = {}): Promise<Person> {
    made += 1
    const username = `${role}${made}`
    const { ageMs = 30 * DAY_MS, hasPassword = true } = facts
    const [now, createdAt] = [clock.now(), new Date(clock.nowMs() - ageMs)]
    const { id, sessionId } = await insertPerson(db.database.kysely, {
      username,
      role,
      createdAt,
      now,
      hash: hasPassword ? hash : null,
    })
    callers.set(sessionId, { userId: id, role })
    return { id, sessionId, username, role }
  }

  /** Money that came in some way. @returns the transfer */
  async function fund(person: Person, dollars: number): Promise<string> {
    const [posted] = await db.database.transaction((transaction) =>
      postTransfers(transaction, [
        {
          ownerId: person.id,
          code: 'deposit',
          amountMicros: usd(dollars),
          custody: 'usdt_erc20',
          idempotencyKey: `test:${randomUUID()}`,
        },
      ]),
    )
    return posted?.outcome === 'posted' ? posted.transferId : ''
  }

  async function usdtMethod(
    kind: MethodKind,
    facts: { address?: string; nodeUrl?: string; feeBasisPoints?: number } = {},
  ): Promise<string> {
    const id = randomUUID()
    const { address = TREASURY, nodeUrl, feeBasisPoints = 100 } = facts
    const nodeUrlSealed =
      nodeUrl === undefined ? null : deps.secrets.seal(nodeUrl, methodSecretPlace(id, 'node_url_sealed'))
    await insertUsdtMethod(db.database.kysely, { id, kind, address, nodeUrlSealed, feeBasisPoints })
    return id
  }

  async function paypalMethod(): Promise<string> {
    const id = randomUUID()
    await insertPaypalMethod(db.database.kysely, id)
    return id
  }

  async function wayOut(person: Person, methodId: string, kind: MethodKind, address: string): Promise<WayOut> {
    const row = { ownerId: person.id, kind, address, now: clock.now() }
    const destinationId = await insertUsableDestination(db.database.kysely, row)
    return { methodId, kind, destinationId, address, feeBasisPoints: kind === 'paypal' ? 0 : 100 }
  }

  /** Calls an operation as somebody. */
  function call(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer> {
    return client.call(person?.sessionId ?? null, method, path, body)
  }

  /** A withdrawal as it is placed once it is proven. */
  function place(person: Person, way: WayOut, dollars: number): Promise<WithdrawalRow> {
    return db.database.transaction((transaction) => {
      const grossMicros = usd(dollars)
      const { feeBasisPoints } = way
      const feeMicros = feeMicrosOf(grossMicros, feeBasisPoints)
      const shown = { ...way, grossMicros, feeMicros, netMicros: grossMicros - feeMicros }
      return placeWithdrawal(deps, transaction, {
        ownerId: person.id,
        shown,
        intent: randomUUID(),
        requestKey: randomUUID(),
        proofKind: 'totp',
        origin: {
          address: '192.0.2.1',
          requestId: 'test',
        },
      })
    })
  }

  return {
    db,
    clock,
    get deps() {
      return deps
    },
    setSetting,
    changeLimits,
    person,
    fund,
    usdtMethod,
    paypalMethod,
    wayOut,
    call,
    place,
  }
}

export function codeOf(answer: Answer): string {
  return answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.error.code}`
}

export function messageOf(answer: Answer): string {
  return answer.body.error?.message ?? ''
}

export function withdrawalPath(row: { id: string }, step = ''): string {
  return `/withdrawal-queue/${toApiId('withdrawal', row.id)}${step === '' ? '' : `/${step}`}`
}
