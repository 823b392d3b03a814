// Turns at the database: so many statements of searches run at once in this process, each within its time, so that
// typing people never take the connections of everybody else. What cannot begin or end in time is too slow; a
// statement is stopped by PostgreSQL itself, and none begins for whoever does not wait any more.
import { sql, type KyselyPlugin } from 'kysely'
import type { Database, Queryable } from '../../platform/database.ts'

export type Turns = {
  /** Runs work with statements bounded in time. 'too_slow': it did not end in time, or nobody waits any more. */
  take<Result>(
    database: Database,
    signal: AbortSignal,
    times: Times,
    work: (database: Queryable) => Promise<Result>,
  ): Promise<Result | 'too_slow'>
}

/** In milliseconds: for each statement, which PostgreSQL stops then; for a group altogether, waiting included. */
export type Times = { statementMs: number; groupMs: number }

export const TURNS_AT_ONCE_MAX = 6
/** The first answer comes at once; what was late in it may be asked for again with patience. */
export const searchTimes = {
  quick: { statementMs: 120, groupMs: 140 },
  patient: { statementMs: 1_000, groupMs: 1_200 },
} as const satisfies Record<string, Times>
const QUERY_CANCELED = '57014'

export function createTurns(bounds = { atOnce: TURNS_AT_ONCE_MAX }): Turns {
  let running = 0
  const waiting: (() => void)[] = []

  function leave(): void {
    running -= 1
    waiting.shift()?.()
  }

  async function enter(isLate: () => boolean): Promise<boolean> {
    while (running >= bounds.atOnce) {
      if (isLate()) return false
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    if (isLate()) {
      // The turn that was given goes to the next in line.
      waiting.shift()?.()
      return false
    }
    running += 1
    return true
  }

  return {
    async take(database, signal, times, work) {
      let isOver = false
      const isLate = () => isOver || signal.aborted
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<'too_slow'>((resolve) => {
        timer = setTimeout(() => {
          isOver = true
          resolve('too_slow')
        }, times.groupMs)
      })
      const run = async () => {
        if (!(await enter(isLate))) return 'too_slow'
        try {
          return await runBounded(database, { times, isLate }, work)
        } finally {
          leave()
        }
      }
      try {
        return await Promise.race([run(), limit])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

class TooLate extends Error {}

async function runBounded<Result>(
  database: Database,
  { times, isLate }: { times: Times; isLate: () => boolean },
  work: (database: Queryable) => Promise<Result>,
): Promise<Result | 'too_slow'> {
  // Work of several statements would otherwise go on for all of them when nobody waits for it any more.
  const beginsInTime: KyselyPlugin = {
    transformQuery({ node }) {
      if (isLate()) throw new TooLate()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  try {
    return await database.kysely
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(times.statementMs)}, true)`.execute(transaction)
        return work(transaction.withPlugin(beginsInTime))
      })
  } catch (error) {
    if (error instanceof TooLate || (error as { code?: unknown }).code === QUERY_CANCELED) return 'too_slow'
    throw error
  }
}
