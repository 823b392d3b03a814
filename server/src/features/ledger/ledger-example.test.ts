// Runs the worked example of the README, row by row, so that what it says is what happens.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { decimalToMicros } from '@inrange/contract/money'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { balancesOf, earnedNotSettled } from './ledger.public.ts'
import { matureEarnings } from './mature-earnings.ts'
import { postTransfers } from './post-transfers.ts'
import { sealBlocks } from './seal-blocks.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T00:00:00Z')
const world = { ownerId: '', rangeId: '', connectionId: '', holdId: '', holdMicros: 0n }

const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (\d\d) (\d\d:\d\d) \|(.*)\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, day, time, cells]) => {
    const [what = '', ...amounts] = (cells ?? '').split('|').map((cell) => cell.trim())
    return { at: `2026-03-${day}T${time}:00Z`, what, amounts: amounts.map((amount) => decimalToMicros(amount)) }
  })

beforeAll(async () => {
  world.ownerId = await makeOwner(db.database.kysely)
  world.rangeId = await makeRange(db.database.kysely, world.ownerId)
  world.connectionId = await makeConnection(db.database.kysely)
})

async function happen(what: string): Promise<void> {
  const { ownerId, rangeId, connectionId } = world
  const [verb = '', argument = ''] = what.split(' ')
  if (what.endsWith('messages land')) {
    const messages = Number(verb)
    await landMessages(db.database, {
      ownerId,
      rangeId,
      connectionId,
      receivedAt: clock.now(),
      messages,
      rateMicros: 4_300n,
    })
  } else if (verb === 'settle') await settleEarnings({ database: db.database, clock }, { maturityDays: 2 })
  else if (verb === 'mature') await matureEarnings({ database: db.database, clock })
  else if (verb === 'hold') {
    world.holdMicros = decimalToMicros(argument) ?? 0n
    world.holdId = await post('hold')
  } else if (verb === 'release') await post('hold_released')
  else throw new Error(`The README says something that this test cannot do: ${what}`)
}

async function post(code: 'hold' | 'hold_released'): Promise<string> {
  const request = { ownerId: world.ownerId, code, amountMicros: world.holdMicros, idempotencyKey: code }
  const [outcome] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [code === 'hold' ? request : { ...request, resolvesId: world.holdId }]),
  )
  if (outcome?.outcome !== 'posted') throw new Error(`Not posted: ${outcome?.outcome}`)
  return outcome.transferId
}

test('the README has its worked example', () => {
  expect(rows).toHaveLength(8)
  expect(rows.flatMap((row) => row.amounts)).not.toContain(null)
})

test.each(rows)('$at $what', async ({ at, what, amounts }) => {
  clock.setTo(at)
  await happen(what)
  const balances = await balancesOf(db.database.kysely, world.ownerId)
  const unsettled = await earnedNotSettled(db.database.kysely, world.ownerId)
  expect([unsettled, balances.maturingMicros, balances.availableMicros, balances.heldMicros]).toEqual(amounts)
})

test('and the books balance after it', async () => {
  await sealBlocks({ database: db.database })
  expect((await checkLedger({ database: db.database })).checks.flatMap((check) => check.findings)).toEqual([])
})
