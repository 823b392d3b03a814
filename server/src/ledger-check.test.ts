// The program as an operator runs it: a process with an exit code and a report.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { landMessages, makeConnection, makeOwner, makeRange } from './features/ledger/ledger-fixture.queries.ts'
import { settleEarnings } from './features/ledger/ledger.public.ts'
import { paymentChecks } from './features/payments/payments.public.ts'
import { createManualClock } from './platform/clock.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'inrange-check-'))
let ownerId: string
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeAll(async () => {
  ownerId = await makeOwner(db.database.kysely)
  const rangeId = await makeRange(db.database.kysely, ownerId)
  const connectionId = await makeConnection(db.database.kysely)
  const receivedAt = '2026-03-01T12:10:00Z'
  await landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages: 10 })
  const clock = createManualClock('2026-03-01T14:00:00Z')
  await settleEarnings({ database: db.database, clock }, { maturityDays: 30 })
})

type Ended = { code: number; stdout: string; stderr: string }
function runCheck(environment: Record<string, string>): Promise<Ended> {
  const program = join(import.meta.dirname, 'ledger-check.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: { DATA_DIR: dataDir, ...environment } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('exits with 0 and a line per check when the books balance', async () => {
  const { code, stdout, stderr } = await runCheck({ DATABASE_URL: db.connectionString })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Checked 10 messages, 1 transfers and 0 sealed blocks of 1 users.')
  expect(stdout.match(/ms {2}holds$/gm)).toHaveLength(22 + paymentChecks.length)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('The books balance.')
})

test('exits with 1 and names the owner, the place and the amounts when they do not', async () => {
  await db.owner.query(
    `update traffic_hourly set earned_micros = earned_micros + 7, unsettled = true where owner_id = $1`,
    [ownerId],
  )
  const { code, stdout } = await runCheck({ DATABASE_URL: db.connectionString })
  await db.owner.query(
    `update traffic_hourly set earned_micros = earned_micros - 7, unsettled = false where owner_id = $1`,
    [ownerId],
  )
  expect(code).toBe(1)
  expect(stdout).toContain(`${toApiId('user', ownerId)} (${ownerId}), range `)
  expect(stdout).toContain('should be  10 messages, 10 segments, earned 43000')
  expect(stdout).toContain('is         10 messages, 10 segments, earned 43007')
  expect(stdout).toContain('The books do not balance.')
})

test('exits with 1 and a remedy when there is no database to check', async () => {
  const { code, stdout, stderr } = await runCheck({})
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('There is no database in')
  expect(stderr).toContain('npm run demo')
})
