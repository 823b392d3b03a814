// Runs the worked example of the documentation, row by row, so that what it says is what happens.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { decimalToMicros } from '@inrange/contract/money'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { forfeitLines } from './forfeit-lines.ts'
import { freezeRange } from './freeze-range.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { balancesOf, earnedNotSettled } from './ledger.public.ts'
import { matureEarnings } from './mature-earnings.ts'
import type { TransferRequest } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'
import { sealBlocks } from './seal-blocks.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T00:00:00Z')
const world = { ownerId: '', rangeId: '', connectionId: '', holdId: '', holdMicros: 0n }

const rows = readFileSync(join(import.meta.dirname, '../../../../docs/ledger-example.md'), 'utf8')
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
    world.holdId = await post({ code: 'hold', amountMicros: world.holdMicros })
  } else if (verb === 'release') await post({ code: 'hold_released', ...holdOfWorld() })
  else if (verb === 'pay') await post({ code: 'hold_settled', ...holdOfWorld(), custody: 'usdt_trc20' })
  else if (verb === 'deposit') {
    await post({ code: 'deposit', amountMicros: decimalToMicros(argument) ?? 0n, custody: 'paypal' })
  } else await happenInCase(verb)
}

async function happenInCase(verb: string): Promise<void> {
  const { ownerId, rangeId } = world
  const from = new Date('2026-03-01T00:00Z')
  await db.database.transaction(async (transaction) => {
    if (verb === 'freeze') await freezeRange(transaction, { ownerId, rangeId, frozenBy: rangeId })
    else if (verb === 'forfeit') {
      await forfeitLines(transaction, { ownerId, rangeId, from, until: clock.now(), reason: 'Not real traffic' })
    } else throw new Error(`The example says something that this test cannot do: ${verb}`)
  })
}

function holdOfWorld(): { amountMicros: bigint; resolvesId: string } {
  return { amountMicros: world.holdMicros, resolvesId: world.holdId }
}

async function post(asked: Omit<TransferRequest, 'ownerId' | 'idempotencyKey'>): Promise<string> {
  const request = { ...asked, ownerId: world.ownerId, idempotencyKey: clock.now().toISOString() + asked.code }
  const [outcome] = await db.database.transaction((transaction) => postTransfers(transaction, [request]))
  if (outcome?.outcome !== 'posted') throw new Error(`Not posted: ${outcome?.outcome}`)
  return outcome.transferId
}

test('the worked example is there', () => {
  expect(rows).toHaveLength(15)
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
