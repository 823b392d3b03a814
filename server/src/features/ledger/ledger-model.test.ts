// The ledger against a model of a few lines: random sequences of earning, settling, maturing, holding and releasing
// end in the same balances, and the whole check finds nothing.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { balancesOf } from './ledger.public.ts'
import { matureEarnings } from './mature-earnings.ts'
import { postTransfers } from './post-transfers.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-03-01T00:00:00Z')
let connectionId: string
beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
})

type Step =
  | { kind: 'land'; hoursAgo: number; messages: number; rateMicros: number }
  | { kind: 'settle'; maturityDays: number }
  | { kind: 'mature' }
  | { kind: 'wait'; hours: number }
  | { kind: 'hold'; share: number; key: number }
  | { kind: 'release'; which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('land' as const),
    hoursAgo: fc.integer({ min: 0, max: 30 }),
    messages: fc.integer({ min: 1, max: 5 }),
    rateMicros: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({ kind: fc.constant('settle' as const), maturityDays: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('mature' as const) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant('hold' as const),
    share: fc.integer({ min: 1, max: 130 }),
    key: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('release' as const), which: fc.integer({ min: 0, max: 4 }) }),
)

/** What the ledger means, without tables: hours earn, waiting parts have a time, holds are open or not. */
class Model {
  nowMs = START_MS
  readonly hours = new Map<number, { earned: bigint; settled: bigint }>()
  waiting: { maturesAtMs: number; amount: bigint }[] = []
  available = 0n
  readonly holds: { key: number; amount: bigint; isOpen: boolean }[] = []

  settle(maturityDays: number): void {
    for (const [hourMs, hour] of this.hours) {
      if (hourMs + HOUR_MS > this.nowMs || hour.earned === hour.settled) continue
      const maturesAtMs = hourMs + HOUR_MS + maturityDays * 24 * HOUR_MS
      this.waiting.push({ maturesAtMs, amount: hour.earned - hour.settled })
      hour.settled = hour.earned
    }
  }

  mature(): void {
    for (const part of this.waiting) if (part.maturesAtMs <= this.nowMs) this.available += part.amount
    this.waiting = this.waiting.filter((part) => part.maturesAtMs > this.nowMs)
  }

  balances() {
    const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
    return {
      availableMicros: this.available,
      maturingMicros: sum(this.waiting.map((part) => part.amount)),
      heldMicros: sum(this.holds.filter((hold) => hold.isOpen).map((hold) => hold.amount)),
    }
  }
}

type Run = { model: Model; ownerId: string; rangeId: string; holdIds: string[] }

async function take(run: Run, next: Step): Promise<void> {
  const { model, ownerId } = run
  const clock = createManualClock(new Date(model.nowMs))
  if (next.kind === 'wait') model.nowMs += next.hours * HOUR_MS
  else if (next.kind === 'land') await land(run, next)
  else if (next.kind === 'settle') {
    await settleEarnings({ database: db.database, clock }, { maturityDays: next.maturityDays })
    model.settle(next.maturityDays)
  } else if (next.kind === 'mature') {
    await matureEarnings({ database: db.database, clock })
    model.mature()
  } else if (next.kind === 'hold') await hold(run, next)
  else await release(run, next)
  const balances = await balancesOf(db.database.kysely, ownerId)
  expect(balances).toMatchObject(model.balances())
}

async function land(run: Run, next: Step & { kind: 'land' }): Promise<void> {
  const receivedAtMs = run.model.nowMs - next.hoursAgo * HOUR_MS
  const { ownerId, rangeId } = run
  const { messages, rateMicros } = next
  const receivedAt = new Date(receivedAtMs)
  const landing = { ownerId, rangeId, connectionId, receivedAt, messages, rateMicros: BigInt(rateMicros) }
  const earned = await landMessages(db.database, landing)
  const hourMs = Math.floor(receivedAtMs / HOUR_MS) * HOUR_MS
  const hour = run.model.hours.get(hourMs) ?? { earned: 0n, settled: 0n }
  hour.earned += earned
  run.model.hours.set(hourMs, hour)
}

async function hold(run: Run, next: Step & { kind: 'hold' }): Promise<void> {
  const { model, ownerId } = run
  const amount = (model.available * BigInt(next.share)) / 100n + 1n
  const idempotencyKey = `hold ${next.key}`
  const [outcome] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [{ ownerId, code: 'hold', amountMicros: amount, idempotencyKey }]),
  )
  const known = model.holds.find((candidate) => candidate.key === next.key)
  if (known) return expect(outcome?.outcome).toBe(known.amount === amount ? 'exists' : 'key_conflict')
  if (amount > model.available) return expect(outcome?.outcome).toBe('insufficient_funds')
  if (outcome?.outcome !== 'posted') throw new Error(`The model posts, the ledger answers ${outcome?.outcome}`)
  model.available -= amount
  model.holds.push({ key: next.key, amount, isOpen: true })
  run.holdIds.push(outcome.transferId)
}

async function release(run: Run, next: Step & { kind: 'release' }): Promise<void> {
  const { model, ownerId } = run
  const known = model.holds[next.which]
  const resolvesId = run.holdIds[next.which]
  if (!known || resolvesId === undefined) return
  const idempotencyKey = `release ${next.which} ${known.isOpen ? 'first' : 'again'}`
  const [outcome] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [
      { ownerId, code: 'hold_released', amountMicros: known.amount, idempotencyKey, resolvesId },
    ]),
  )
  expect(outcome?.outcome).toBe(known.isOpen ? 'posted' : 'hold_resolved')
  if (known.isOpen) model.available += known.amount
  known.isOpen = false
}

test('any sequence of steps ends in the balances of the model, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const ownerId = await makeOwner(db.database.kysely)
      const rangeId = await makeRange(db.database.kysely, ownerId)
      const run: Run = { model: new Model(), ownerId, rangeId, holdIds: [] }
      for (const next of steps) await take(run, next)
    }),
    { numRuns: 40 },
  )
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}, 120_000)
