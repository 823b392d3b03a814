// Twenty processes ask for withdrawals of one account, and of the platform's day: whatever they do at once, nothing is
// overdrawn, no limit is exceeded, and no two wait for each other in a circle.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Asking, AskingOwner, AskingReport } from '../../../testing/withdrawal-process.ts'
import { balancesOf, checkLedger } from '../../ledger/ledger.public.ts'
import { readDays } from './withdrawals-fixture.queries.ts'
import { withWithdrawals } from './withdrawals.fixture.ts'
import { usd } from './withdrawals.rules.ts'

const world = withWithdrawals()
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const PROCESSES = 20

test('twenty processes: no overdraft, no limit exceeded, no deadlock', async () => {
  const methodId = await world.usdtMethod('usdt_erc20')
  const owners: AskingOwner[] = []
  for (const dollars of [300, 2_000, 2_000, 2_000]) {
    const person = await world.person()
    await world.fund(person, dollars)
    owners.push({ ownerId: person.id, ...(await world.wayOut(person, methodId, 'usdt_erc20', WALLET)) })
  }
  const [poor, ...rich] = owners as [AskingOwner, ...AskingOwner[]]
  await world.changeLimits({ perUserDayRequests: 100, perUserDayUsd: 900, platformDayUsd: 2_000, accountHours: 0 })
  // First what one account has, then the limits of owners and of the platform.
  const dollars = [11, 18, 25]
  const askings: Asking[] = Array.from({ length: PROCESSES }, (_, index) => ({
    requests: [
      ...dollars.map((amount) => ({ owner: poor, amountMicros: amount * 1_000_000 })),
      ...(index % 2 === 0 ? rich : rich.toReversed()).map((owner) => ({ owner, amountMicros: 77_000_000 })),
    ],
    cancelsEvery: 3 + (index % 2),
  }))
  const reports = await runAll(askings)

  const outcomes = (name: string) => sum(reports.map((report) => report.outcomes[name] ?? 0))
  expect(outcomes('made')).toBeGreaterThan(0)
  expect(outcomes('amount_not_available')).toBeGreaterThan(0)
  expect(outcomes('limit_exceeded')).toBeGreaterThan(0)
  const ended = ['made', 'amount_not_available', 'limit_exceeded'].map(outcomes)
  expect(sum(ended)).toBe(sum(reports.flatMap((report) => Object.values(report.outcomes))))

  const held = await Promise.all(owners.map(({ ownerId }) => balancesOf(world.db.database.kysely, ownerId)))
  expect(held[0]?.heldMicros).toBeLessThanOrEqual(usd(300))
  expect((held[0]?.heldMicros ?? 0n) + (held[0]?.availableMicros ?? 0n)).toBe(usd(300))
  for (const { heldMicros } of held) expect(heldMicros).toBeLessThanOrEqual(usd(900))
  const standing = BigInt(sum(reports.map((report) => report.standingMicros)))
  expect(held.reduce((total, { heldMicros }) => total + heldMicros, 0n)).toBe(standing)
  expect(standing).toBeLessThanOrEqual(usd(2_000))
  // The day counts exactly what stands; what was cancelled gave its amount back.
  const { platform } = await readDays(world.db.database.kysely, poor.ownerId)
  expect(platform.split(' ')[1]).toBe(String(standing))
  const { rows } = await world.db.owner.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0n }])
  const report = await checkLedger({ database: world.db.database, readsMessages: false })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}, 120_000)

async function runAll(askings: readonly Asking[]): Promise<AskingReport[]> {
  const program = join(import.meta.dirname, '../../../testing/withdrawal-process.ts')
  // The first one compiles the program for the others.
  const cacheDir = mkdtempSync(join(tmpdir(), 'inrange-hammer-'))
  onTestFinished(() => rmSync(cacheDir, { recursive: true, force: true }))
  const env = { ...process.env, NODE_COMPILE_CACHE: cacheDir }
  const start = (asking: Asking) => fork(program, [world.db.connectionString, JSON.stringify(asking)], { env })
  const [first, ...others] = askings as [Asking, ...Asking[]]
  const pioneer = start(first)
  onTestFinished(() => void pioneer.kill('SIGKILL'))
  await once(pioneer, 'message')
  const followers = others.map(start)
  const children = [pioneer, ...followers]
  // A process that outlives a failed test would hold its database open.
  onTestFinished(() => void children.map((child) => child.kill('SIGKILL')))
  await Promise.all(followers.map((child) => once(child, 'message')))
  return await Promise.all(
    children.map(async (child) => {
      const reported = once(child, 'message') as Promise<[AskingReport]>
      child.send('begin')
      const [[report]] = await Promise.all([reported, once(child, 'exit')])
      return report
    }),
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
