// Tells administrators that a connection is down, and that it is up again. Looks at what lives in this process every
// few seconds; what is news is decided in connection-news.rules.ts. Guarantees that a database that is away only delays
// what is told. It deliberately says nothing of HTTP, which has no session to lose, nor of what is switched off.
import { toApiId } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { notify } from '../notifications/notifications.public.ts'
import { lookAtConnection, type ConnectionNews, type Seen } from './connection-news.rules.ts'
import { selectConnectionNews } from './connection-news.queries.ts'
import type { LiveConnection } from './connections.registry.ts'

type WatchDeps = { database: Database; clock: Clock; log: Log }

export class ConnectionNewsWatch {
  readonly #deps: WatchDeps
  readonly #seen = new Map<string, Seen>()
  #looking: Promise<void> | null = null

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Never throws, and never runs twice at once. */
  look(live: Iterable<LiveConnection>): Promise<void> {
    this.#looking ??= this.#lookAt([...live]).finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #lookAt(live: readonly LiveConnection[]): Promise<void> {
    const atMs = this.#deps.clock.nowMs()
    for (const connection of live) {
      const { connectionId, of } = connection
      if (!connection.isActive || of.kind === 'http') {
        this.#seen.delete(connectionId)
        continue
      }
      const now = { isUp: connection.sessions.size > 0, isAwaited: of.kind === 'smpp_client', atMs }
      const { seen, news } = lookAtConnection(this.#seen.get(connectionId), now)
      // What could not be told is news again at the next look.
      if (news !== null && !(await this.#tell(connectionId, news))) continue
      if (seen) this.#seen.set(connectionId, seen)
    }
  }

  async #tell(connectionId: string, news: ConnectionNews): Promise<boolean> {
    const { database, log } = this.#deps
    try {
      const names = await selectConnectionNews(database.kysely, connectionId)
      if (!names) return true
      const { carrier, connection, lastError } = names
      const within = toApiId('carrier', names.carrierId)
      const subject = { noun: 'connection', id: toApiId('connection', connectionId), within }
      const told = { to: 'admins', subject, key: `connection:${connectionId}:${news.kind}:${news.sinceMs}` } as const
      if (news.kind === 'down') {
        const facts = { carrier, connection, reason: lastError }
        await notify(database.kysely, { ...told, kind: 'connection_down', facts })
      } else {
        const facts = { carrier, connection, downSeconds: Math.round(news.downMs / 1_000) }
        await notify(database.kysely, { ...told, kind: 'connection_up', facts })
      }
      return true
    } catch (error) {
      log.debug({ err: error, connectionId }, 'administrators are told of a connection later')
      return false
    }
  }
}
