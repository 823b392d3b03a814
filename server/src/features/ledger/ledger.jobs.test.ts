import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from './ledger-fixture.queries.ts'
import { ledgerJobs } from './ledger.jobs.ts'
import { balancesOf, latestCheck } from './ledger.public.ts'

const db = useTestDatabase()

test('the jobs settle with the maturity that is set, mature what is due, and seal every minute; they check every hour', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  const rangeId = await makeRange(db.database.kysely, ownerId)
  const connectionId = await makeConnection(db.database.kysely)
  const receivedAt = '2026-03-01T12:10:00Z'
  await landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages: 10 })
  const clock = createManualClock('2026-03-01T14:00:00Z')
  const asked = { times: 0 }
  const readMaturityDays = () => {
    asked.times += 1
    return Promise.resolve(1)
  }
  const jobs = ledgerJobs({ database: db.database, clock, readMaturityDays })
  expect(jobs.map((job) => [job.name, job.schedule])).toEqual([
    ['settle-earnings', '* * * * *'],
    ['mature-earnings', '* * * * *'],
    ['recover-deficits', '* * * * *'],
    ['seal-blocks', '* * * * *'],
    ['check-ledger', '7 * * * *'],
  ])
  const runAll = async () => {
    const context = { signal: new AbortController().signal, log: createSilentLog(), attempt: 1 }
    for (const job of jobs) await job.handle({}, context)
    const { maturingMicros, availableMicros } = await balancesOf(db.database.kysely, ownerId)
    return [maturingMicros, availableMicros]
  }
  expect(await runAll()).toEqual([43_000n, 0n])
  clock.setTo('2026-03-02T13:00:00Z')
  expect(await runAll()).toEqual([0n, 43_000n])
  expect(await runAll()).toEqual([0n, 43_000n])
  expect(asked.times).toBe(3)
  const { rows } = await db.owner.query('select sum(transfers) as sealed from ledger.blocks')
  expect(rows).toEqual([{ sealed: '2' }])
  expect(await latestCheck(db.database.kysely)).toMatchObject({ faults: 0 })
})
