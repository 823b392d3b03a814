// Stage 7: tells every process which owners have new messages, at most once per interval however many batches commit,
// because NOTIFY takes a lock that all commits of the database share. A notification that is lost costs a moment:
// readers also look by themselves.
import type pg from 'pg'
import type { Log } from '../platform/log.ts'
import { NOTIFY_INBOX } from './ingest.queries.ts'

const INTERVAL_MS = 50
/** A payload has at most 8000 octets; a uuid and a comma take 37. */
const OWNERS_NAMED_MAX = 200

export type Notifier = { add(ownerIds: Iterable<string>): void; stop(): Promise<void> }

export function createNotifier(deps: { hot: pg.Pool; log: Log }): Notifier {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    timer = undefined
    const payload = waiting.size > OWNERS_NAMED_MAX ? '*' : [...waiting].join(',')
    waiting.clear()
    try {
      await deps.hot.query({ name: 'notify_inbox', text: NOTIFY_INBOX, values: [payload] })
    } catch (error) {
      deps.log.debug({ err: error }, 'live views were not notified; they will look by themselves')
    }
  }

  return {
    add(ownerIds) {
      for (const id of ownerIds) waiting.add(id)
      if (waiting.size === 0 || timer) return
      timer = setTimeout(() => {
        sending = send()
      }, INTERVAL_MS)
    },
    async stop() {
      if (timer) clearTimeout(timer)
      if (waiting.size > 0) sending = send()
      await sending
    },
  }
}
