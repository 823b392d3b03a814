// Tells when carriers or connections changed in any process, through PostgreSQL's notifications. Guarantees that
// nothing is missed for good: after the database was away it calls back as if something had changed.
import pg from 'pg'
import { clientSettings } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { listenToConnections } from './connections.queries.ts'

const RECONNECT_DELAY_MS = 1_000

export type ConnectionsListener = { stop(): Promise<void> }

/**
 * @param onChange is called after every change, and after every time that the subscription was made anew; it must not
 * throw
 */
export function startConnectionsListener(options: {
  connectionString: string
  log: Log
  onChange: () => void
}): ConnectionsListener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let connecting: Promise<void> = Promise.resolve()

  const again = (failed: pg.Client, error: unknown): void => {
    if (client !== failed) return
    client = null
    failed.end().catch(() => undefined)
    if (isStopped) return
    options.log.debug({ err: error }, 'the subscription to changes of connections is made anew')
    timer = setTimeout(begin, RECONNECT_DELAY_MS)
    timer.unref()
  }
  const subscribe = async (made: pg.Client): Promise<void> => {
    try {
      await made.connect()
      await listenToConnections(made)
      options.onChange()
    } catch (error) {
      again(made, error)
    }
  }
  const begin = (): void => {
    const made = new pg.Client(clientSettings(options.connectionString, 'inrange-connections'))
    client = made
    made.on('error', (error) => again(made, error))
    made.on('end', () => again(made, null))
    made.on('notification', options.onChange)
    connecting = subscribe(made)
  }
  begin()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await connecting
      const last = client
      client = null
      await last?.end().catch(() => undefined)
    },
  }
}
