// Turns at the database: so many statements of searches run at once in this process, each within its time, so that
// typing people never take the connections of everybody else. What cannot begin or end in time is too slow; a
// statement is stopped by PostgreSQL itself.
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database.ts'

export type Turns = {
  /** Runs work with statements bounded in time. 'too_slow': it did not end in time, or nobody waits any more. */
  take<Result>(
    database: Database,
    signal: AbortSignal,
    work: (database: Queryable) => Promise<Result>,
  ): Promise<Result | 'too_slow'>
}

export const TURNS_AT_ONCE_MAX = 6
/** For each statement; PostgreSQL stops it then. */
export const STATEMENT_MS_MAX = 120
/** For a group altogether, waiting included. */
export const GROUP_MS_MAX = 140
const QUERY_CANCELED = '57014'

export function createTurns(bounds = { atOnce: TURNS_AT_ONCE_MAX, groupMs: GROUP_MS_MAX }): Turns {
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
    async take(database, signal, work) {
      let isOver = false
      const isLate = () => isOver || signal.aborted
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<'too_slow'>((resolve) => {
        timer = setTimeout(() => {
          isOver = true
          resolve('too_slow')
        }, bounds.groupMs)
      })
      const run = async () => {
        if (!(await enter(isLate))) return 'too_slow'
        try {
          return await runBounded(database, work)
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

async function runBounded<Result>(
  database: Database,
  work: (database: Queryable) => Promise<Result>,
): Promise<Result | 'too_slow'> {
  try {
    return await database.kysely
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(STATEMENT_MS_MAX)}, true)`.execute(transaction)
        return work(transaction)
      })
  } catch (error) {
    if ((error as { code?: unknown }).code === QUERY_CANCELED) return 'too_slow'
    throw error
  }
}
