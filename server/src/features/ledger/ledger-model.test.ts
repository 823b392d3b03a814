// The ledger against a model of a few lines: random sequences of earning, settling, maturing, freezing, taking back,
// depositing, losing, recovering, holding, paying out and of cases end in the same balances, and the whole check finds
// nothing.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { forfeitLines } from './forfeit-lines.ts'
import { freezeRange, thawRange } from './freeze-range.ts'
import { balancesOf } from './ledger.public.ts'
import type { TransferCode, TransferOutcome, TransferRequest } from './ledger.rules.ts'
import { matureEarnings } from './mature-earnings.ts'
import { postTransfers } from './post-transfers.ts'
import { recoverDeficits } from './recover-deficits.ts'
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
  | { kind: 'resolve'; which: number; how: 'release' | 'settle'; feeShare: number }
  | { kind: 'freeze'; isFrozen: boolean }
  | { kind: 'forfeit'; hoursAgo: number; hours: number }
  | { kind: 'deposit'; amount: number }
  | { kind: 'lose'; share: number }
  | { kind: 'recover' }
  | { kind: 'openCase'; share: number }
  | { kind: 'endCase'; which: number; how: 'release' | 'forfeit' }

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
  fc.record({
    kind: fc.constant('resolve' as const),
    which: fc.integer({ min: 0, max: 4 }),
    how: fc.constantFrom('release' as const, 'settle' as const),
    feeShare: fc.integer({ min: 0, max: 10 }),
  }),
  fc.record({ kind: fc.constant('freeze' as const), isFrozen: fc.boolean() }),
  fc.record({
    kind: fc.constant('forfeit' as const),
    hoursAgo: fc.integer({ min: 0, max: 40 }),
    hours: fc.integer({ min: 1, max: 20 }),
  }),
  fc.record({ kind: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 50_000 }) }),
  fc.record({ kind: fc.constant('lose' as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('recover' as const) }),
  fc.record({ kind: fc.constant('openCase' as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('endCase' as const),
    which: fc.integer({ min: 0, max: 2 }),
    how: fc.constantFrom('release' as const, 'forfeit' as const),
  }),
)

/** What the ledger means, without tables: hours earn, waiting parts have a time, holds are open or not. */
class Model {
  nowMs = START_MS
  readonly hours = new Map<number, { earned: bigint; settled: bigint }>()
  waiting: { hourMs: number; maturesAtMs: number; amount: bigint }[] = []
  isFrozen = false
  available = 0n
  readonly holds: { key: number; amount: bigint; isOpen: boolean }[] = []
  readonly cases: { amount: bigint; isOpen: boolean }[] = []
  /** What messages earned and nobody took back: no more than that can be. */
  earnings = 0n
  /** Deposits that have not been reversed. */
  deposited = 0n
  deficit = 0n

  settle(maturityDays: number): void {
    for (const [hourMs, hour] of this.hours) {
      if (hourMs + HOUR_MS > this.nowMs || hour.earned === hour.settled) continue
      const maturesAtMs = hourMs + HOUR_MS + maturityDays * 24 * HOUR_MS
      this.waiting.push({ hourMs, maturesAtMs, amount: hour.earned - hour.settled })
      this.earnings += hour.earned - hour.settled
      hour.settled = hour.earned
    }
  }

  mature(): void {
    if (this.isFrozen) return
    for (const part of this.waiting) if (part.maturesAtMs <= this.nowMs) this.available += part.amount
    this.waiting = this.waiting.filter((part) => part.maturesAtMs > this.nowMs)
  }

  /** @returns what is taken back of the hours that start in [fromMs, untilMs) */
  forfeit(fromMs: number, untilMs: number): bigint {
    const isTaken = (part: { hourMs: number }): boolean => part.hourMs >= fromMs && part.hourMs < untilMs
    const taken = sum(this.waiting.filter(isTaken))
    this.waiting = this.waiting.filter((part) => !isTaken(part))
    this.earnings -= taken
    return taken
  }

  /** @returns what is taken of what is available, and what becomes a deficit */
  lose(amount: bigint): { reversed: bigint; lost: bigint } {
    const reversed = least(amount, this.available)
    this.available -= reversed
    this.deficit += amount - reversed
    this.deposited -= amount
    return { reversed, lost: amount - reversed }
  }

  recover(): void {
    const amount = least(this.deficit, this.available)
    this.available -= amount
    this.deficit -= amount
  }

  balances() {
    const isOpen = (hold: { isOpen: boolean }): boolean => hold.isOpen
    const byCases = sum(this.cases.filter(isOpen))
    return {
      availableMicros: this.available,
      maturingMicros: sum(this.waiting),
      frozenMicros: this.isFrozen ? sum(this.waiting) : 0n,
      heldMicros: sum(this.holds.filter(isOpen)) + byCases,
      heldByCasesMicros: byCases,
      deficitMicros: this.deficit,
    }
  }
}

function sum(parts: readonly { amount: bigint }[]): bigint {
  return parts.reduce((total, part) => total + part.amount, 0n)
}
function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

type Run = { model: Model; ownerId: string; rangeId: string; holdIds: string[]; caseIds: string[]; posts: number }

/** Posts what is asked for in one call, under keys of its own. */
async function post(
  run: Run,
  ...asked: (Pick<TransferRequest, 'amountMicros' | 'resolvesId' | 'custody'> & { code: TransferCode })[]
): Promise<TransferOutcome[]> {
  const requests = asked
    .filter((request) => request.amountMicros > 0n)
    .map((request) => ({ ...request, ownerId: run.ownerId, idempotencyKey: `post ${(run.posts += 1)}` }))
  return await db.database.transaction((transaction) => postTransfers(transaction, requests))
}
function isPosted(outcomes: readonly TransferOutcome[]): void {
  expect(outcomes.map((outcome) => outcome.outcome)).toEqual(outcomes.map(() => 'posted'))
}

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
  else if (next.kind === 'resolve') await resolve(run, next)
  else if (next.kind === 'openCase' || next.kind === 'endCase') await takeCase(run, next)
  else if (next.kind === 'freeze' || next.kind === 'forfeit') await takeBack(run, next)
  else await takeDeposit(run, next)
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

async function resolve(run: Run, next: Step & { kind: 'resolve' }): Promise<void> {
  const known = run.model.holds[next.which]
  const resolvesId = run.holdIds[next.which]
  if (!known || resolvesId === undefined) return
  const amountMicros = known.amount
  const custody = 'paypal' as const
  const fee = (known.amount * BigInt(next.feeShare)) / 100n
  const outcomes =
    next.how === 'release'
      ? await post(run, { code: 'hold_released', amountMicros, resolvesId })
      : await post(
          run,
          { code: 'hold_settled', amountMicros, resolvesId, custody },
          { code: 'withdrawal_fee', amountMicros: fee, custody },
        )
  expect(outcomes[0]?.outcome).toBe(known.isOpen ? 'posted' : 'hold_resolved')
  if (known.isOpen && next.how === 'release') run.model.available += known.amount
  known.isOpen = false
}

async function takeCase(run: Run, next: Step & { kind: 'openCase' | 'endCase' }): Promise<void> {
  const { model } = run
  if (next.kind === 'openCase') {
    const amount = (model.available * BigInt(next.share)) / 100n
    const [outcome] = await post(run, { code: 'case_held', amountMicros: amount })
    if (outcome?.outcome !== 'posted') return expect([amount, outcome]).toEqual([0n, undefined])
    model.available -= amount
    model.cases.push({ amount, isOpen: true })
    run.caseIds.push(outcome.transferId)
    return
  }
  const known = model.cases[next.which]
  const resolvesId = run.caseIds[next.which]
  if (!known || resolvesId === undefined) return
  const code = next.how === 'release' ? 'case_released' : 'case_forfeited'
  const [outcome] = await post(run, { code, amountMicros: known.amount, resolvesId })
  if (!known.isOpen) return expect(outcome?.outcome).toBe('hold_resolved')
  // What did not come from messages cannot go back to them.
  const isTooMuch = next.how === 'forfeit' && known.amount > model.earnings
  expect(outcome?.outcome).toBe(isTooMuch ? 'insufficient_funds' : 'posted')
  if (isTooMuch) return
  if (next.how === 'release') model.available += known.amount
  else model.earnings -= known.amount
  known.isOpen = false
}

async function takeBack(run: Run, next: Step & { kind: 'freeze' | 'forfeit' }): Promise<void> {
  const { model, ownerId, rangeId } = run
  const freeze = { ownerId, rangeId, frozenBy: rangeId }
  if (next.kind === 'freeze') {
    const change = next.isFrozen ? freezeRange : thawRange
    const isNew = await db.database.transaction((transaction) => change(transaction, freeze))
    expect(isNew).toBe(model.isFrozen !== next.isFrozen)
    model.isFrozen = next.isFrozen
    return
  }
  const fromMs = Math.floor((model.nowMs - next.hoursAgo * HOUR_MS) / HOUR_MS) * HOUR_MS
  const untilMs = fromMs + next.hours * HOUR_MS
  const hours = { from: new Date(fromMs), until: new Date(untilMs), reason: 'Not real' }
  const taken = await db.database.transaction((transaction) =>
    forfeitLines(transaction, { ownerId, rangeId, ...hours }),
  )
  expect(taken.amountMicros).toBe(model.forfeit(fromMs, untilMs))
}

async function takeDeposit(run: Run, next: Step & { kind: 'deposit' | 'lose' | 'recover' }): Promise<void> {
  const { model } = run
  const custody = 'paypal' as const
  if (next.kind === 'deposit') {
    isPosted(await post(run, { code: 'deposit', amountMicros: BigInt(next.amount), custody }))
    model.available += BigInt(next.amount)
    model.deposited += BigInt(next.amount)
  } else if (next.kind === 'lose') {
    const { reversed, lost } = model.lose((model.deposited * BigInt(next.share)) / 100n)
    const outcomes = await post(
      run,
      { code: 'deposit_reversed', amountMicros: reversed, custody },
      { code: 'deposit_lost', amountMicros: lost, custody },
    )
    isPosted(outcomes)
  } else {
    await recoverDeficits({ database: db.database })
    model.recover()
  }
}

test('any sequence of steps ends in the balances of the model, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 45, size: 'max' }), async (steps) => {
      const ownerId = await makeOwner(db.database.kysely)
      const rangeId = await makeRange(db.database.kysely, ownerId)
      const run: Run = { model: new Model(), ownerId, rangeId, holdIds: [], caseIds: [], posts: 0 }
      for (const next of steps) await take(run, next)
      const { rows } = await db.owner.query(
        `select coalesce(sum(debits_micros - credits_micros), 0)::bigint as micros from ledger.accounts
         where owner_id = $1 and kind = 'message_earnings'`,
        [ownerId],
      )
      expect(rows).toEqual([{ micros: run.model.earnings }])
    }),
    { numRuns: 60 },
  )
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}, 120_000)
