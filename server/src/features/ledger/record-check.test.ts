import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import type { ExtraCheck } from './check-ledger.ts'
import { ledgerJobs } from './ledger.jobs.ts'
import { latestCheck } from './ledger.public.ts'
import { isWholeCheckDue } from './record-check.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:00:00Z')

async function runJob(extraChecks: ExtraCheck[]): Promise<{ errors: unknown[] }> {
  const errors: unknown[] = []
  const log = { ...createSilentLog(), error: (facts: unknown) => void errors.push(facts) }
  const readMaturityDays = () => Promise.resolve(1)
  const jobs = ledgerJobs({ database: db.database, clock, readMaturityDays, extraChecks })
  const job = jobs.find((candidate) => candidate.name === 'check-ledger')
  expect(job?.schedule).toBe('7 * * * *')
  await job?.handle({}, { signal: new AbortController().signal, log, attempt: 1 })
  return { errors }
}

test('sound books leave a row and no alarm; a fault is kept in words and logged as an error', async () => {
  expect(await latestCheck(db.database.kysely)).toBeNull()
  expect(await runJob([])).toEqual({ errors: [] })
  const at = new Date('2026-03-01T14:00:00Z')
  expect(await latestCheck(db.database.kysely)).toEqual({ startedAt: at, finishedAt: at, faults: 0, firstFault: null })
  clock.setTo('2026-03-01T15:00:00Z')
  const fault = { ownerId: null, subject: 'withdrawal 1', expected: 'a hold', found: 'none' }
  const broken: ExtraCheck = { name: 'Withdrawals have holds', run: () => Promise.resolve([fault, fault]) }
  const { errors } = await runJob([broken])
  const firstFault = 'Withdrawals have holds: withdrawal 1 should be a hold, is none'
  expect(errors).toEqual([{ faults: 2, firstFault }])
  expect(await latestCheck(db.database.kysely)).toMatchObject({ faults: 2, firstFault })
})

test('every message is read each hour while there are few, and once a day when there are many', () => {
  const at = (hour: string) => new Date(`2026-03-01T${hour}:07:00Z`)
  expect(isWholeCheckDue(5_000_000n, at('14'))).toBe(true)
  expect(isWholeCheckDue(5_000_001n, at('14'))).toBe(false)
  expect(isWholeCheckDue(5_000_001n, at('03'))).toBe(true)
})
