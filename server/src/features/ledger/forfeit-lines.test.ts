// What a case may do to earnings that have not matured: keep them from maturing, and take them back.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { forfeitLines } from './forfeit-lines.ts'
import { freezeRange, thawRange } from './freeze-range.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { balancesOf, settlementLinesOfHour } from './ledger.public.ts'
import { matureEarnings } from './mature-earnings.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
const CASE = '00000000-0000-0000-0000-00000000000c'
const OTHER_CASE = '00000000-0000-0000-0000-00000000000d'
let connectionId: string
let ownerId: string
let rangeId: string
let otherRangeId: string

beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
})
beforeEach(async () => {
  clock.setTo('2026-03-01T14:30:00Z')
  ownerId = await makeOwner(db.database.kysely)
  rangeId = await makeRange(db.database.kysely, ownerId)
  otherRangeId = await makeRange(db.database.kysely, ownerId)
})

async function earn(range: string, receivedAt: string, messages: number, maturityDays = 1): Promise<void> {
  await landMessages(db.database, { ownerId, rangeId: range, connectionId, receivedAt, messages, rateMicros: 1_000n })
  await settleEarnings({ database: db.database, clock }, { maturityDays })
}
const mature = () => matureEarnings({ database: db.database, clock })
const balances = () => balancesOf(db.database.kysely, ownerId)
const freeze = (frozenBy = CASE, range = rangeId) =>
  db.database.transaction((transaction) => freezeRange(transaction, { ownerId, rangeId: range, frozenBy }))
const thaw = (frozenBy = CASE) =>
  db.database.transaction((transaction) => thawRange(transaction, { ownerId, rangeId, frozenBy }))
const forfeit = (from: string, until: string) =>
  db.database.transaction((transaction) =>
    forfeitLines(transaction, { ownerId, rangeId, from: new Date(from), until: new Date(until), reason: 'Case 7' }),
  )
async function expectSound(): Promise<void> {
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}

describe('a frozen range', () => {
  test('does not mature however due, another range of the owner does', async () => {
    await earn(rangeId, '2026-03-01T13:10:00Z', 3)
    await earn(otherRangeId, '2026-03-01T13:10:00Z', 2)
    expect(await freeze()).toBe(true)
    expect(await balances()).toMatchObject({ maturingMicros: 5_000n, frozenMicros: 3_000n })
    clock.setTo('2026-03-10T00:00:00Z')
    expect(await mature()).toEqual({ transfers: 1, lines: 1, amountMicros: 2_000n })
    expect(await mature()).toMatchObject({ lines: 0 })
    expect(await balances()).toMatchObject({ availableMicros: 2_000n, maturingMicros: 3_000n, nextMaturityAt: null })
    await expectSound()
  })

  test('matures after everybody who froze it has thawed it', async () => {
    await earn(rangeId, '2026-03-01T13:10:00Z', 3)
    expect([await freeze(), await freeze(), await freeze(OTHER_CASE)]).toEqual([true, false, true])
    clock.setTo('2026-03-10T00:00:00Z')
    expect([await thaw(), await thaw()]).toEqual([true, false])
    expect(await mature()).toMatchObject({ lines: 0 })
    expect(await thaw(OTHER_CASE)).toBe(true)
    expect(await mature()).toMatchObject({ amountMicros: 3_000n })
    expect(await balances()).toMatchObject({ availableMicros: 3_000n, frozenMicros: 0n })
  })

  test('takes nobody’s place in a run, and of another owner it means nothing', async () => {
    await earn(rangeId, '2026-03-01T13:10:00Z', 3)
    const frozenOwner = ownerId
    await freeze()
    ownerId = await makeOwner(db.database.kysely)
    await earn(rangeId, '2026-03-01T13:10:00Z', 1)
    clock.setTo('2026-03-10T00:00:00Z')
    expect(await matureEarnings({ database: db.database, clock }, { ownersMax: 1 })).toMatchObject({ lines: 1 })
    expect(await balances()).toMatchObject({ availableMicros: 1_000n })
    ownerId = frozenOwner
    expect(await balances()).toMatchObject({ availableMicros: 0n })
  })

  test('that is being frozen while it matures is frozen before or after, never in between', async () => {
    for (let round = 0; round < 5; round += 1) {
      ownerId = await makeOwner(db.database.kysely)
      await earn(rangeId, '2026-03-01T13:10:00Z', 3, 0)
      const whenFrozen = db.database.transaction(async (transaction) => {
        await freezeRange(transaction, { ownerId, rangeId, frozenBy: CASE })
        return (await balancesOf(transaction, ownerId)).frozenMicros
      })
      const [frozen] = await Promise.all([whenFrozen, mature()])
      expect(await balances()).toMatchObject({ frozenMicros: frozen, availableMicros: 3_000n - frozen })
    }
  })
})

describe('taking back', () => {
  test('takes the unmatured lines of the hours by one transfer, and no other line', async () => {
    await earn(rangeId, '2026-03-01T10:10:00Z', 1)
    await earn(rangeId, '2026-03-01T11:10:00Z', 2)
    await earn(rangeId, '2026-03-01T11:40:00Z', 4)
    await earn(otherRangeId, '2026-03-01T11:10:00Z', 8)
    await earn(rangeId, '2026-03-01T12:10:00Z', 16)
    const taken = await forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z')
    expect(taken).toEqual({ transferId: expect.any(String), lines: 2, amountMicros: 6_000n })
    expect(await balances()).toMatchObject({ maturingMicros: 25_000n, maturedMicros: 0n })
    const lines = await settlementLinesOfHour(db.database.kysely, ownerId, rangeId, new Date('2026-03-01T11:00Z'))
    expect(lines).toMatchObject([
      { amountMicros: 2_000n, forfeitedTransferId: taken.transferId, maturedTransferId: null },
      { amountMicros: 4_000n, forfeitedTransferId: taken.transferId, forfeitedAt: expect.any(Date) },
    ])
    expect(await forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z')).toEqual({
      transferId: null,
      lines: 0,
      amountMicros: 0n,
    })
    await expectSound()
    clock.setTo('2026-03-10T00:00:00Z')
    expect(await mature()).toMatchObject({ amountMicros: 25_000n })
    expect(await balances()).toMatchObject({ maturingMicros: 0n, maturedMicros: 25_000n })
    await expectSound()
  })

  test('leaves alone what has matured, and takes what was settled since', async () => {
    await earn(rangeId, '2026-03-01T11:10:00Z', 2, 0)
    await mature()
    expect(await forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z')).toMatchObject({ lines: 0 })
    await earn(rangeId, '2026-03-01T11:20:00Z', 4)
    expect(await forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z')).toMatchObject({ amountMicros: 4_000n })
    await earn(rangeId, '2026-03-01T11:30:00Z', 8)
    expect(await forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z')).toMatchObject({ amountMicros: 8_000n })
    expect(await balances()).toMatchObject({ availableMicros: 2_000n, maturingMicros: 0n })
    await expectSound()
  })

  test('and maturing the same lines at once: each line ends once', async () => {
    await earn(rangeId, '2026-03-01T11:10:00Z', 2, 0)
    const [taken, matured] = await Promise.all([forfeit('2026-03-01T11:00Z', '2026-03-01T12:00Z'), mature()])
    expect(taken.lines + matured.lines).toBe(1)
    await expectSound()
  })

  test('is undone with the transaction of its caller', async () => {
    await earn(rangeId, '2026-03-01T11:10:00Z', 2)
    const failing = db.database.transaction(async (transaction) => {
      const hours = { from: new Date('2026-03-01T11:00Z'), until: new Date('2026-03-01T12:00Z') }
      await forfeitLines(transaction, { ownerId, rangeId, ...hours, reason: 'Case 7' })
      throw new Error('the case was decided by somebody else')
    })
    await expect(failing).rejects.toThrow('somebody else')
    expect(await balances()).toMatchObject({ maturingMicros: 2_000n })
  })
})
