// The database of a process that may die around a commit. Guarantees that the work of a transaction has been done when
// it dies, and that a dead process does nothing more until it is started again. It deliberately cuts no connection: what
// PostgreSQL does with a broken one is PostgreSQL's own promise.
import type { Database } from '../../platform/database.ts'

/** In which transaction of the next step, counted from 0, and whether its commit still happens. */
export type CrashPlan = { at: number; moment: 'before commit' | 'after commit' }

export type CrashingDatabase = {
  database: Database
  arm(plan: CrashPlan): void
  /** The process is alive again. @returns whether it had died */
  restart(): boolean
}

class Crash extends Error {}

export function withCrashes(database: Database): CrashingDatabase {
  let plan: CrashPlan | null = null
  let isDead = false
  return {
    database: {
      ...database,
      transaction: async (work, options) => {
        if (isDead) throw new Crash('The process has died')
        if (plan === null || plan.at > 0) {
          if (plan !== null) plan = { ...plan, at: plan.at - 1 }
          return await database.transaction(work, options)
        }
        const { moment } = plan
        plan = null
        const result = await database.transaction(async (transaction) => {
          const done = await work(transaction)
          if (moment === 'after commit') return done
          isDead = true
          throw new Crash('The process dies before the commit')
        }, options)
        isDead = true
        throw new Crash(`The process dies after the commit (${typeof result})`)
      },
    },
    arm: (next) => {
      plan = next
    },
    restart: () => {
      const hadDied = isDead
      plan = null
      isDead = false
      return hadDied
    },
  }
}
