// Keeps digests seconds behind what lands, for as long as the process lives. Guarantees that nothing is left behind for
// good: notifications say which owners to look at, after a lost connection all are looked at, and a job looks at all
// every minute. Owners take turns, page by page, so that one with millions to catch up on holds up nobody.
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/database.ts'
import { LOOK_YOURSELF, type Live } from '../../platform/live.ts'
import type { Log } from '../../platform/log.ts'
import { digestPage } from './digest-messages.ts'
import { selectOwnersBehind } from './digests.queries.ts'

/** What lands within it is digested together: many small transactions cost more than few. */
const PAUSE_MS = 1_000
/** After a failure, mostly a database that is away. */
const RETRY_MS = 5_000
const OWNERS_MAX = 10_000

export type Digests = {
  /** Ends after the page that is being worked on. */
  stop(): Promise<void>
}

type DigestsDeps = { database: Database; live: Live; log: Log; pauseMs?: number; retryMs?: number }

export function startDigests(deps: DigestsDeps): Digests {
  const { database, live, log, pauseMs = PAUSE_MS, retryMs = RETRY_MS } = deps
  const stopping = new AbortController()
  const waiting = new Set<string>()
  let lookAtAll = true
  let wake = () => {}
  const unsubscribe = live.subscribe('inbox', (payload) => {
    if (payload === LOOK_YOURSELF) lookAtAll = true
    else for (const ownerId of payload.split(',')) waiting.add(ownerId)
    wake()
  })
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** One page of each owner who waits. @returns whether any has more */
  async function round(): Promise<boolean> {
    if (lookAtAll) {
      lookAtAll = false
      for (const ownerId of await selectOwnersBehind(database.kysely, OWNERS_MAX)) waiting.add(ownerId)
    }
    // Who is told of meanwhile has the next round, or one that receives all the time would never let this one end.
    const turns = Array.from(waiting)
    let hasMore = false
    for (const ownerId of turns) {
      if (stopping.signal.aborted) return false
      // Before the page: what lands while it is read waits again, and an owner whose page fails holds up nobody.
      waiting.delete(ownerId)
      if ((await digestPage(database, ownerId)) !== 'more') continue
      waiting.add(ownerId)
      hasMore = true
    }
    return hasMore
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (await round()) continue
      } catch (error) {
        log.debug({ err: error }, 'messages are digested again in a while')
        lookAtAll = true
        await pause(retryMs)
        continue
      }
      if (!lookAtAll && waiting.size === 0 && !stopping.signal.aborted)
        await new Promise<void>((resolve) => (wake = resolve))
      await pause(pauseMs)
    }
  }

  const running = run()
  return {
    async stop() {
      unsubscribe()
      stopping.abort()
      wake()
      await running
    },
  }
}
