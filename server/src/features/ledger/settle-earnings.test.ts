import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { availableBalances, settlementLinesOfHour } from './ledger.public.ts'
import { matureEarnings } from './mature-earnings.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
let connectionId: string
let ownerId: string
let rangeId: string

beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
})
beforeEach(async () => {
  // Settling and maturing work on every owner: what an earlier test left waiting is taken away first.
  clock.setTo('2027-01-01T00:00:00Z')
  await settle(0)
  await mature()
  ownerId = await makeOwner(db.database.kysely)
  rangeId = await makeRange(db.database.kysely, ownerId)
  clock.setTo('2026-03-01T14:30:00Z')
})

function land(
  receivedAt: string,
  messages: number,
  more: { rangeId?: string; isTest?: boolean } = {},
): Promise<bigint> {
  return landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages, ...more })
}
function settle(maturityDays = 30) {
  return settleEarnings({ database: db.database, clock }, { maturityDays })
}
function mature() {
  return matureEarnings({ database: db.database, clock })
}
function linesOf(hour: string, range = rangeId) {
  return settlementLinesOfHour(db.database.kysely, ownerId, range, new Date(hour))
}
async function available(): Promise<bigint | undefined> {
  return (await availableBalances(db.database.kysely, [ownerId])).get(ownerId)
}
async function setActive(userId: string, isActive: boolean): Promise<void> {
  await db.owner.query('update users set is_active = $2 where id = $1', [userId, isActive])
}
async function expectSound(): Promise<void> {
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}

describe('settling', () => {
  test('takes an hour once it is closed, not a millisecond before', async () => {
    await land('2026-03-01T14:20:00Z', 3)
    clock.setTo('2026-03-01T14:59:59.999Z')
    expect(await settle()).toEqual({ settlements: 0, lines: 0, amountMicros: 0n })
    clock.setTo('2026-03-01T15:00:00Z')
    expect(await settle()).toEqual({ settlements: 1, lines: 1, amountMicros: 12_900n })
    await expectSound()
  })

  test('takes nothing twice, and leaves what is settled unavailable until it matures', async () => {
    await land('2026-03-01T13:20:00Z', 3)
    expect((await settle()).amountMicros).toBe(12_900n)
    expect(await settle()).toEqual({ settlements: 0, lines: 0, amountMicros: 0n })
    expect(await available()).toBe(0n)
  })

  test('takes what is added to a settled hour with the next settlement; the lines of the hour chain', async () => {
    await land('2026-03-01T13:20:00Z', 3)
    await settle()
    await land('2026-03-01T13:59:00Z', 2)
    expect((await settle()).amountMicros).toBe(8_600n)
    const lines = await linesOf('2026-03-01T13:00Z')
    expect(lines.map((line) => line.amountMicros)).toEqual([12_900n, 8_600n])
    expect(new Set(lines.map((line) => line.settlementId)).size).toBe(2)
    await expectSound()
  })

  test('posts one transfer per owner with a line per range and hour, and says what it took', async () => {
    const secondRangeId = await makeRange(db.database.kysely, ownerId)
    await land('2026-03-01T12:05:00Z', 1)
    await land('2026-03-01T13:05:00Z', 1)
    await land('2026-03-01T13:06:00Z', 1, { rangeId: secondRangeId })
    expect(await settle()).toEqual({ settlements: 1, lines: 3, amountMicros: 12_900n })
    const { rows } = await db.owner.query(
      'select code, description, amount_micros from ledger.transfers where owner_id = $1',
      [ownerId],
    )
    expect(rows).toEqual([
      {
        code: 'earning_settled',
        description: 'Message earnings, 2 ranges, 2026-03-01 12:00 to 14:00 UTC',
        amount_micros: 12_900n,
      },
    ])
    await expectSound()
  })

  test('leaves test messages alone: they earned nothing', async () => {
    await land('2026-03-01T13:20:00Z', 3, { isTest: true })
    expect((await settle()).settlements).toBe(0)
    await expectSound()
  })

  test('takes an owner with more lines than a settlement may have in several settlements', async () => {
    for (const hour of ['10', '11', '12']) await land(`2026-03-01T${hour}:20:00Z`, 1)
    const result = await settleEarnings({ database: db.database, clock }, { maturityDays: 1, linesMax: 2 })
    expect(result).toEqual({ settlements: 2, lines: 3, amountMicros: 12_900n })
    await expectSound()
  })

  test('takes at most the bounded number of owners in a run, and the others in the next', async () => {
    const owners = [ownerId, await makeOwner(db.database.kysely)]
    await land('2026-03-01T13:20:00Z', 1)
    const otherRangeId = await makeRange(db.database.kysely, owners[1] ?? '')
    await landMessages(db.database, {
      ownerId: owners[1] ?? '',
      rangeId: otherRangeId,
      connectionId,
      receivedAt: '2026-03-01T13:20:00Z',
      messages: 1,
    })
    const run = () => settleEarnings({ database: db.database, clock }, { maturityDays: 1, ownersMax: 1 })
    expect([(await run()).settlements, (await run()).settlements, (await run()).settlements]).toEqual([1, 1, 0])
  })

  test.each([1, 2, 50])('works through owners %i at a time, and each gets what is theirs', async (ownersAtOnceMax) => {
    const owners = [ownerId]
    for (let index = 1; index < 5; index += 1) owners.push(await makeOwner(db.database.kysely))
    for (const [index, owner] of owners.entries()) {
      const landing = { ownerId: owner, rangeId: await makeRange(db.database.kysely, owner), connectionId }
      await landMessages(db.database, { ...landing, receivedAt: '2026-03-01T13:20:00Z', messages: index + 1 })
    }
    const result = await settleEarnings({ database: db.database, clock }, { maturityDays: 0, ownersAtOnceMax })
    expect(result).toEqual({ settlements: 5, lines: 5, amountMicros: 15n * 4_300n })
    expect(await matureEarnings({ database: db.database, clock }, { ownersAtOnceMax })).toMatchObject({ transfers: 5 })
    const balances = await availableBalances(db.database.kysely, owners)
    expect(owners.map((owner) => balances.get(owner))).toEqual([4_300n, 8_600n, 12_900n, 17_200n, 21_500n])
    await expectSound()
  })

  test('two runners at once settle every cent once', async () => {
    for (const hour of ['09', '10', '11', '12', '13']) await land(`2026-03-01T${hour}:20:00Z`, 10)
    const results = await Promise.all([settle(), settle(), settle(), settle()])
    expect(results.reduce((sum, result) => sum + result.amountMicros, 0n)).toBe(215_000n)
    expect(results.reduce((sum, result) => sum + result.lines, 0)).toBe(5)
    await expectSound()
  })

  test('an owner whose hours are broken keeps nobody else waiting', async () => {
    await land('2026-03-01T13:20:00Z', 1)
    const brokenId = ownerId
    // The maturing account cannot take more: what comes next is refused as out of range.
    await db.owner.query('select * from ledger.lock_accounts(array[$1::uuid])', [brokenId])
    await withoutTriggers(
      "update ledger.accounts set credits_micros = 9223372036854775807 where owner_id = $1 and kind = 'maturing'",
      brokenId,
    )
    ownerId = await makeOwner(db.database.kysely)
    rangeId = await makeRange(db.database.kysely, ownerId)
    await land('2026-03-01T13:20:00Z', 2)
    await expect(settle()).rejects.toThrow('1 of 2 owners failed')
    expect(await linesOf('2026-03-01T13:00Z')).toHaveLength(1)
    await withoutTriggers(
      "update ledger.accounts set credits_micros = 0 where owner_id = $1 and kind = 'maturing'",
      brokenId,
    )
    expect((await settle()).settlements).toBe(1)
    await expectSound()
  })
})

async function withoutTriggers(statement: string, ...values: unknown[]): Promise<void> {
  await db.owner.query("set session_replication_role = 'replica'")
  await db.owner.query(statement, values)
  await db.owner.query("set session_replication_role = 'origin'")
}

describe('maturing', () => {
  test('waits while the owner is inactive, takes nobody’s place in a run, and goes on when they are active', async () => {
    const idle = ownerId
    await setActive(idle, false)
    await land('2026-03-01T13:20:00Z', 3)
    const [busy, busyRange] = [await makeOwner(db.database.kysely), rangeId]
    await landMessages(db.database, {
      ownerId: busy,
      rangeId: busyRange,
      connectionId,
      receivedAt: '2026-03-01T13:20:00Z',
      messages: 1,
    })
    // Messages of an inactive owner are rated and settled like any.
    expect(await settle(2)).toEqual({ settlements: 2, lines: 2, amountMicros: 17_200n })
    clock.setTo('2026-03-04T00:00:00Z')
    const bounds = { ownersMax: 1 }
    expect(await matureEarnings({ database: db.database, clock }, bounds)).toMatchObject({ amountMicros: 4_300n })
    expect(await mature()).toMatchObject({ lines: 0 })
    expect(await available()).toBe(0n)
    await expectSound()
    await setActive(idle, true)
    expect(await mature()).toEqual({ transfers: 1, lines: 1, amountMicros: 12_900n })
    expect(await available()).toBe(12_900n)
    await expectSound()
  })

  test('makes a line available at its time, not a millisecond before', async () => {
    await land('2026-03-01T13:20:00Z', 3)
    await settle(2)
    clock.setTo('2026-03-03T13:59:59.999Z')
    expect((await mature()).lines).toBe(0)
    clock.setTo('2026-03-03T14:00:00Z')
    expect(await mature()).toEqual({ transfers: 1, lines: 1, amountMicros: 12_900n })
    expect(await mature()).toEqual({ transfers: 0, lines: 0, amountMicros: 0n })
    expect(await available()).toBe(12_900n)
    const [line] = await linesOf('2026-03-01T13:00Z')
    expect(line).toMatchObject({ maturedTransferId: expect.any(String), maturedAt: expect.any(Date) })
    await expectSound()
  })

  test('takes all lines that are due in one transfer, and leaves the others', async () => {
    for (const hour of ['11', '12', '13']) await land(`2026-03-01T${hour}:20:00Z`, 1)
    await settle(1)
    clock.setTo('2026-03-02T13:00:00Z')
    expect(await mature()).toEqual({ transfers: 1, lines: 2, amountMicros: 8_600n })
    await expectSound()
  })

  test('with 0 days an hour is available as soon as it is settled', async () => {
    await land('2026-03-01T13:20:00Z', 1)
    await settle(0)
    expect((await mature()).amountMicros).toBe(4_300n)
    expect(await available()).toBe(4_300n)
  })

  test('a later change of the setting does not move what is settled', async () => {
    await land('2026-03-01T12:20:00Z', 1)
    await settle(30)
    await land('2026-03-01T13:20:00Z', 1)
    await settle(0)
    expect((await mature()).lines).toBe(1)
    expect((await linesOf('2026-03-01T12:00Z'))[0]?.maturedAt).toBeNull()
    await expectSound()
  })

  test('two runners at once mature every line once', async () => {
    for (const hour of ['09', '10', '11', '12', '13']) await land(`2026-03-01T${hour}:20:00Z`, 2)
    await settle(0)
    const results = await Promise.all([mature(), mature(), mature(), mature()])
    expect(results.reduce((sum, result) => sum + result.lines, 0)).toBe(5)
    expect(await available()).toBe(43_000n)
    await expectSound()
  })
})

describe('while messages land', () => {
  test('settling, maturing and landing at once loses nothing and settles nothing twice', async () => {
    clock.setTo('2026-03-02T00:00:00Z')
    const landing = (async () => {
      let earned = 0n
      for (let minute = 10; minute < 40; minute++) earned += await land(`2026-03-01T13:${minute}:00Z`, 5)
      return earned
    })()
    const landed = { all: false }
    const settling = (async () => {
      while (!landed.all) {
        await settle(0)
        await mature()
      }
    })()
    const earned = await landing
    landed.all = true
    await settling
    await settle(0)
    await mature()
    expect(await available()).toBe(earned)
    await expectSound()
  })
})
