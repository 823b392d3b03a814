import { afterEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { addJob } from './jobs.queries.ts'
import { prepareJobs, startJobs, type JobDefinition, type Jobs } from './jobs.ts'
import { createSilentLog } from './log.ts'

const log = createSilentLog()
const shared = useTestDatabase()
let started: Jobs[] = []

afterEach(async () => {
  for (const jobs of started) await jobs.stop()
  started = []
})

async function start(...definitions: JobDefinition[]): Promise<Jobs> {
  const jobs = await startJobs({ connectionString: shared.connectionString, definitions, log })
  started.push(jobs)
  return jobs
}

/** A job that reports each run, and fails the first `failures` times. */
function reporter(name: string, failures = 0): { definition: JobDefinition; next(): Promise<[unknown, number]> } {
  const runs: [unknown, number][] = []
  let wake = Promise.withResolvers<void>()
  return {
    definition: {
      name,
      handle: (payload, { attempt }) => {
        runs.push([payload, attempt])
        wake.resolve()
        return attempt <= failures ? Promise.reject(new Error('not yet')) : Promise.resolve()
      },
    },
    next: async () => {
      if (runs.length === 0) await wake.promise
      wake = Promise.withResolvers()
      return runs.shift() ?? expect.fail('The job was reported without a run')
    },
  }
}

describe('jobs', () => {
  test('the program may add jobs, and neither read nor change them', async () => {
    await prepareJobs({ connectionString: shared.connectionString, log })
    await addJob(shared.database.kysely, { name: 'nobody-handles-this', payload: null })
    const read = shared.database.hot.query('select from graphile_worker._private_jobs')
    await expect(read).rejects.toMatchObject({ code: '42501' })
  })

  test('a job added in a transaction that commits is done, one of a transaction that fails is not', async () => {
    const greet = reporter('greet')
    await start(greet.definition)
    const failing = shared.database.transaction(async (tx) => {
      await addJob(tx, { name: 'greet', payload: 'undone' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await shared.database.transaction((tx) => addJob(tx, { name: 'greet', payload: { to: 'ann' } }))
    expect(await greet.next()).toEqual([{ to: 'ann' }, 1])
  })

  test('a job that throws is tried again', async () => {
    const flaky = reporter('flaky', 1)
    await start(flaky.definition)
    await addJob(shared.database.kysely, { name: 'flaky', payload: null })
    expect((await flaky.next())[1]).toBe(1)
    // The pause before the second try is seconds long; the test moves it to now.
    await expect
      .poll(
        async () =>
          (
            await shared.owner.query(
              'update graphile_worker._private_jobs set run_at = now() where attempts = 1 and locked_at is null',
            )
          ).rowCount,
      )
      .toBe(1)
    await addJob(shared.database.kysely, { name: 'nudge', payload: null })
    expect((await flaky.next())[1]).toBe(2)
  })

  test('many causes of one key make one waiting job, with the last payload', async () => {
    await prepareJobs({ connectionString: shared.connectionString, log })
    for (const payload of [1, 2, 3]) await addJob(shared.database.kysely, { name: 'once', payload, key: 'k' })
    const once = reporter('once')
    await start(once.definition)
    expect(await once.next()).toEqual([3, 1])
    const waiting = `select from graphile_worker.jobs where task_identifier = 'once'`
    await expect.poll(async () => (await shared.owner.query(waiting)).rowCount).toBe(0)
  })

  test('stopping waits for the job at work and tells it', async () => {
    const began = Promise.withResolvers<void>()
    let ended = false
    const jobs = await start({
      name: 'long',
      handle: async (_payload, { signal }) => {
        began.resolve()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
        ended = true
      },
    })
    await addJob(shared.database.kysely, { name: 'long', payload: null })
    await began.promise
    await jobs.stop()
    expect(ended).toBe(true)
  })

  test('two jobs of one name are our own bug; a schedule that is none is refused', async () => {
    const handle = (): Promise<void> => Promise.resolve()
    await expect(start({ name: 'a', handle }, { name: 'a', handle })).rejects.toThrow('defined once')
    await expect(start({ name: 'a', handle, schedule: 'every hour' })).rejects.toThrow()
    await start({ name: 'a', handle, schedule: '5 * * * *' })
    const known = 'select identifier from graphile_worker._private_known_crontabs'
    await expect.poll(async () => (await shared.owner.query(known)).rows).toEqual([{ identifier: 'a' }])
  })
})
