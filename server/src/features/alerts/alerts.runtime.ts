// Looks every few seconds for as long as the process lives. By a timer and not by a job: a watcher must not depend on
// what it watches. Never two looks at once; one that failed is tried again with the next, since the database is away
// then and nothing could be written down about anything.
import type { Log } from '../../platform/log.ts'
import { watchAlerts, type WatchDeps } from './watch-alerts.ts'

const LOOK_EVERY_MS = 15_000
/** What the program connects to at its start is given the time to come up. */
const FIRST_LOOK_AFTER_MS = 5_000

export function startAlerts(deps: WatchDeps & { log: Log }): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    try {
      const changes = await watchAlerts(deps)
      for (const { finding } of [...(changes?.opened ?? []), ...(changes?.reopened ?? [])])
        deps.log.warn({ alert: finding.kind, subject: finding.subjectName, ...finding.facts }, 'an alert was opened')
    } catch (error) {
      deps.log.debug({ err: error }, 'alerts are looked for again shortly')
    }
  }
  const lookAfter = (delayMs: number) => {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!isStopped) lookAfter(LOOK_EVERY_MS)
      })
    }, delayMs)
  }
  lookAfter(FIRST_LOOK_AFTER_MS)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
