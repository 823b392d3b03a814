// What is done after the answer was given, so that the time of the answer does not say what there was to do. Bounded;
// a failure is logged and nobody waits for it. What is under way when the process dies is lost: it deliberately is for
// work that a person simply asks for again.
import type { Log } from '../../../platform/log.ts'

const ERRANDS_MAX = 200

export type Errands = {
  /** Begins the work once what is being answered has been answered. False, and nothing, when too much is under way. */
  begin(work: () => Promise<void>): boolean
  /** Resolves when everything that was begun is done. */
  settled(): Promise<void>
}

export function createErrands(log: Log): Errands {
  const underWay = new Set<Promise<void>>()
  async function run(work: () => Promise<void>): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'what a request had asked for could not be done')
    }
  }
  return {
    begin: (work) => {
      if (underWay.size >= ERRANDS_MAX) return false
      const errand = run(work)
      underWay.add(errand)
      void errand.finally(() => underWay.delete(errand))
      return true
    },
    settled: async () => {
      await Promise.all(underWay)
    },
  }
}
