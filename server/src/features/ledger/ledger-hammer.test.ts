// Twenty processes on one account: whatever they do at once, nothing is overdrawn, no hold resolves twice, no two wait
// for each other in a circle, and the sums are exact.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { HammerReport } from '../../testing/ledger-process.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { makeOwner } from './ledger-fixture.queries.ts'
import { balancesOf, custodyTotals } from './ledger.public.ts'
import { postTransfers } from './post-transfers.ts'

const db = useTestDatabase()
const PROCESSES = 20
const STEPS = 20
const SHARED_HOLDS = 15

test('twenty processes post to one account: no overdraft, no deadlock, the exact sum', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  const shared = await holdShared(ownerId)
  const program = join(import.meta.dirname, '../../testing/ledger-process.ts')
  const children = Array.from({ length: PROCESSES }, (_, index) =>
    fork(program, [db.connectionString, ownerId, String(index + 1), String(STEPS), shared]),
  )
  // A process that outlives a failed test would hold its database open.
  onTestFinished(() => void children.map((child) => child.kill('SIGKILL')))
  await Promise.all(children.map((child) => once(child, 'message')))
  const reports = await Promise.all(
    children.map(async (child) => {
      const reported = once(child, 'message') as Promise<[HammerReport]>
      child.send('begin')
      const [[report]] = await Promise.all([reported, once(child, 'exit')])
      return report
    }),
  )
  const outcomes = (name: string) => sum(reports.map((report) => report.outcomes[name] ?? 0))
  expect(outcomes('insufficient_funds')).toBeGreaterThan(0)
  expect(outcomes('posted') + outcomes('insufficient_funds') + outcomes('hold_resolved')).toBe(
    sum(reports.flatMap((report) => Object.values(report.outcomes))),
  )
  expect(sum(reports.map((report) => report.sharedResolved))).toBe(SHARED_HOLDS)

  const posted = (code: string) => BigInt(sum(reports.map((report) => report.posted[code] ?? 0)))
  const deposits = posted('deposit') + SHARED_MICROS
  const held = posted('hold') + SHARED_MICROS
  const resolved = posted('hold_released') + posted('hold_settled')
  expect(await balancesOf(db.database.kysely, ownerId)).toMatchObject({
    availableMicros: deposits - held + posted('hold_released'),
    heldMicros: held - resolved,
  })
  expect(await custodyTotals(db.database.kysely)).toMatchObject({ paypal: deposits - posted('hold_settled') })
  const { rows } = await db.owner.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(rows).toEqual([{ deadlocks: 0n }])
  const report = await checkLedger({ database: db.database, readsMessages: false })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}, 120_000)

const SHARED_MICROS = BigInt(SHARED_HOLDS) * 10n

/** Holds that every process tries to resolve. @returns them as the program takes them */
async function holdShared(ownerId: string): Promise<string> {
  const outcomes = await db.database.transaction((transaction) =>
    postTransfers(transaction, [
      { ownerId, code: 'deposit', amountMicros: SHARED_MICROS, idempotencyKey: 'd', custody: 'paypal' },
      ...Array.from({ length: SHARED_HOLDS }, (_, index) => ({
        ownerId,
        code: 'hold' as const,
        amountMicros: 10n,
        idempotencyKey: `shared ${index}`,
      })),
    ]),
  )
  return outcomes
    .slice(1)
    .map((outcome) => (outcome.outcome === 'posted' ? `${outcome.transferId}:10` : ''))
    .join(',')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
