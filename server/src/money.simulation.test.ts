// Money simulated: random users, deposits, earnings, withdrawals, approvals, cases and crashes, beside a model of a few
// numbers. Seeds that once found something are kept here; `npm run simulate` runs any others, as long as one likes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from './platform/database.ts'
import { createSilentLog } from './platform/log.ts'
import { runSimulation, SimulationFault, type SimulationReport } from './testing/money/run-simulation.ts'
import { unseenIn } from './testing/money/simulation.presenter.ts'
import { createTestDatabase, useTestDatabase, type OwnDatabase } from './testing/test-database.ts'

/** Seeds that found something, how many steps it took, and what it was. */
const keptSeeds: readonly { seed: number; steps: number; why: string }[] = [
  { seed: 61, steps: 60, why: 'a second case by hand on a range with an open one failed' },
  { seed: 47, steps: 900, why: 'a case held again what an earlier one had taken of the same hours' },
]
const fixedSeeds = [
  { seed: 2, steps: 400, why: 'any' },
  { seed: 3, steps: 400, why: 'any' },
]

const reports: SimulationReport[] = []

describe.each([...keptSeeds, ...fixedSeeds])('seed $seed ($why)', ({ seed, steps }) => {
  const db = useTestDatabase()

  test(`${steps} steps leave the platform where the model is, and the books balanced`, async () => {
    reports.push(await runSimulation(db.database, { seed, steps }))
  }, 120_000)
})

test('every kind of step really happened, accepted and, where it can be, refused; and processes died', () => {
  expect(unseenIn(reports)).toEqual([])
  expect(reports.reduce((sum, { crashes }) => sum + crashes, 0)).toBeGreaterThan(20)
})

describe('a difference', () => {
  let own: OwnDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase()
    database = await openDatabase({ connectionString: own.connectionString, log: createSilentLog() })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  test('is found by the next comparison, and told with the seed, the step and the steps before it', async () => {
    // A platform that forgets every fifth of its transactions, and says that they were committed.
    let begun = 0
    const forgetful: Database = {
      ...database,
      transaction: (work, options) => {
        begun += 1
        return begun < 40 || begun % 5 > 0 ? database.transaction(work, options) : rollBack(database, work)
      },
    }
    const fault: unknown = await runSimulation(forgetful, { seed: 4, steps: 500 }).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(SimulationFault)
    expect(String(fault)).toMatch(/Seed 4, step \d+ \(npm run simulate -- --seed 4 --steps \d+\):\n {2}\d+: .+: .+\n/)
    expect(String(fault)).toContain('What differs:')
  })
})

/** Does the work, forgets it, and answers as if it stood. */
async function rollBack<Result>(
  database: Database,
  work: Parameters<typeof database.transaction<Result>>[0],
): Promise<Result> {
  let done: { result: Result } | undefined
  const rolledBack = database.transaction(async (transaction) => {
    done = { result: await work(transaction) }
    throw new Error('Forgotten')
  })
  await rolledBack.catch((error: unknown) => {
    if (done === undefined) throw error
  })
  if (done === undefined) throw new Error('The work answered nothing')
  return done.result
}
