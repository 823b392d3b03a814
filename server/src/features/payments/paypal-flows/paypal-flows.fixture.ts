// A database with a PayPal method, people and their money, beside the stand-in of PayPal. Imported by tests only.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { prepareJobs } from '../../../platform/jobs.ts'
import { createSecrets, parseKeyRing } from '../../../platform/secrets.ts'
import { startPaypalStandIn, type PaypalStandIn } from '../../../testing/paypal/paypal.stand-in.ts'
import { useTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { makeOwner } from '../../ledger/ledger-fixture.queries.ts'
import { balancesOf, custodyTotals, postTransfers } from '../../ledger/ledger.public.ts'
import { createNotices } from '../../notices/notices.public.ts'
import { createDeposit } from '../deposits/create-deposit.ts'
import { selectDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { methodSecretPlace } from '../methods/method.secrets.ts'
import { insertMethod } from '../methods/methods.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { moveWithdrawal } from '../withdrawals/withdrawal.moves.ts'
import { insertWithdrawal, selectWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawals.queries.ts'

const RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

export type PaypalFixture = {
  readonly db: TestDatabase
  readonly clock: ManualClock
  readonly deps: PaymentsDeps
  readonly standIn: PaypalStandIn
  readonly methodId: string
  /** What was logged as an error since the last test began. */
  readonly errors: unknown[]
  /** Who pays and is paid; with so much available, brought by an earlier deposit. */
  person(availableMicros?: bigint): Promise<string>
  announce(ownerId: string, amountMicros?: bigint): Promise<DepositRow>
  /** What PayPal captured for a deposit. */
  captureIdOf(deposit: DepositRow): string
  readDeposit(deposit: DepositRow): Promise<DepositRow>
  /** A withdrawal that everybody needed has approved. */
  approved(ownerId: string, amounts?: { grossMicros?: bigint; feeMicros?: bigint }): Promise<WithdrawalRow>
  readWithdrawal(row: { id: string }): Promise<WithdrawalRow>
  balances(ownerId: string): Promise<{ available: bigint; held: bigint; deficit: bigint }>
  /** What PayPal holds less what the ledger says it should: 0n, or something is not explained. */
  difference(): Promise<bigint>
}

export function withPaypal(startsAt = '2026-11-21T10:00:00Z'): PaypalFixture {
  const db = useTestDatabase()
  const clock = createManualClock(startsAt)
  const errors: unknown[] = []
  let standIn: PaypalStandIn | undefined
  let deps: PaymentsDeps | undefined
  let methodId = ''
  let startBalanceMicros = 0n

  beforeAll(async () => {
    standIn = await startPaypalStandIn({ clock })
    startBalanceMicros = standIn.world.state.balanceMicros
    await prepareJobs({ connectionString: db.connectionString, log: createSilentLog() })
    const secrets = createSecrets(parseKeyRing(RING))
    deps = {
      database: db.database,
      clock,
      log: { ...createSilentLog(), error: (facts: unknown) => void errors.push(facts) },
      secrets,
      notices: createNotices({ clock, secrets }),
      publicUrl: 'https://inrange.example',
      outside: { paypalBaseUrl: standIn.baseUrl, paypalRootCertificates: [standIn.certificates.root.pem] },
    }
    methodId = await makeMethod(deps, standIn)
  })
  afterEach(() => {
    errors.splice(0)
    standIn?.throwViolations()
  })
  afterAll(() => standIn?.stop())

  return {
    db,
    clock,
    errors,
    get deps() {
      return must(deps)
    },
    get standIn() {
      return must(standIn)
    },
    get methodId() {
      return methodId
    },
    person: async (availableMicros = 0n) => {
      const ownerId = await makeOwner(db.database.kysely)
      if (availableMicros === 0n) return ownerId
      await give(must(deps), ownerId, availableMicros)
      must(standIn).world.state.balanceMicros += availableMicros
      return ownerId
    },
    announce: (ownerId, amountMicros = 100_000_000n) =>
      createDeposit(must(deps), { ownerId, methodId, amountMicros, requestKey: randomUUID() }),
    captureIdOf: (deposit) => {
      const captures = must(standIn).world.orderOf(deposit.paypalOrderId ?? '').captures
      return must(captures.at(-1)).id
    },
    readDeposit: async ({ ownerId, id }) => must(await selectDeposit(db.database.kysely, ownerId, id)),
    approved: (ownerId, amounts) => approve(must(deps), { ownerId, methodId, ...amounts }),
    readWithdrawal: async ({ id }) => must(await selectWithdrawal(db.database.kysely, { id })),
    balances: async (ownerId) => {
      const { availableMicros, heldMicros, deficitMicros } = await balancesOf(db.database.kysely, ownerId)
      return { available: availableMicros, held: heldMicros, deficit: deficitMicros }
    },
    difference: async () => {
      const { paypal } = await custodyTotals(db.database.kysely)
      return must(standIn).world.state.balanceMicros - startBalanceMicros - paypal
    },
  }
}

async function makeMethod(deps: PaymentsDeps, { clientId, clientSecret, webhookId }: PaypalStandIn): Promise<string> {
  const id = randomUUIDv7()
  await insertMethod(deps.database.kysely, {
    id,
    kind: 'paypal',
    name: 'PayPal',
    isActive: true,
    minimumMicros: 10_000_000n,
    feeBasisPoints: 0,
    feesOnDeposits: false,
    address: null,
    nodeUrlSealed: null,
    secondNodeUrlSealed: null,
    tokenCheckedAt: null,
    environment: 'sandbox',
    clientId,
    clientSecretSealed: deps.secrets.seal(clientSecret, methodSecretPlace(id, 'client_secret_sealed')),
    webhookId,
    actorId: await makeOwner(deps.database.kysely),
    now: new Date('2026-11-01T00:00:00Z'),
  })
  return id
}

async function give(deps: PaymentsDeps, ownerId: string, amountMicros: bigint): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const key = `deposit:paypal:${randomUUID()}`
    await postTransfers(transaction, [
      { ownerId, code: 'deposit', amountMicros, idempotencyKey: key, custody: 'paypal' },
    ])
  })
}

async function approve(
  deps: PaymentsDeps,
  asked: { ownerId: string; methodId: string; grossMicros?: bigint; feeMicros?: bigint },
): Promise<WithdrawalRow> {
  const { ownerId, methodId, grossMicros = 50_000_000n, feeMicros = 1_000_000n } = asked
  const id = randomUUIDv7()
  const destination = `${id}@example.com`
  const destinationId = await makeDestination(deps, ownerId, destination)
  return await deps.database.transaction(async (transaction) => {
    const [hold] = await postTransfers(transaction, [
      { ownerId, code: 'hold', amountMicros: grossMicros, idempotencyKey: `withdrawal:${id}:hold` },
    ])
    if (hold?.outcome !== 'posted') throw new Error(`no hold: ${hold?.outcome}`)
    const amounts = { grossMicros, feeMicros, feeBasisPoints: 200, netMicros: grossMicros - feeMicros }
    await insertWithdrawal(transaction, {
      ...amounts,
      ownerId,
      id,
      methodId,
      kind: 'paypal',
      destinationId,
      destination,
      flags: [],
      approvalsNeeded: 0,
      proofKind: 'password',
      holdTransferId: hold.transferId,
      requestKey: id,
      requestDigest: id,
      now: deps.clock.now(),
    })
    return must(await moveWithdrawal(deps, transaction, { ownerId, id, from: 'requested', to: 'approved' }))
  })
}

async function makeDestination({ database, clock }: PaymentsDeps, ownerId: string, address: string): Promise<string> {
  const facts = { owner_id: ownerId, kind: 'paypal', address, usable_from: clock.now() }
  const { id } = await database.kysely
    .insertInto('payout_destinations')
    .values(facts)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function webhookPath(methodId: string): string {
  return `/payments/paypal/${toApiId('paymentMethod', methodId)}/webhook`
}

function must<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('not there')
  return value
}
