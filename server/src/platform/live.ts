// PostgreSQL's notifications, for all of this process over one connection. Guarantees that a subscriber misses nothing for good: after the connection was
// away every subscriber is called with '*', "look yourself". It deliberately carries no facts: a payload only says where to look.
import pg from 'pg'
import { clientSettings } from './database.ts'
import { listenTo } from './live.queries.ts'
import type { Log } from './log.ts'

/** `inbox`: uuids of owners with new messages, separated by commas, or '*'. `identity`: a user's uuid. `routing`: nothing. */
export const liveChannels = ['inbox', 'routing', 'identity'] as const
export type LiveChannel = (typeof liveChannels)[number]

export type Live = {
  /** @returns a function that ends the subscription */
  subscribe(channel: LiveChannel, onNotification: (payload: string) => void): () => void
  stop(): Promise<void>
}

export const LOOK_YOURSELF = '*'
const RECONNECT_DELAY_MS = 500

/** Connects and listens. @throws when the database is away at the start; later it connects again by itself */
export async function openLive(options: { connectionString: string; log: Log }): Promise<Live> {
  const subscribers = new Map<LiveChannel, Set<(payload: string) => void>>(liveChannels.map((channel) => [channel, new Set()]))
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function tell(channel: string, payload: string): void {
    for (const onNotification of subscribers.get(channel as LiveChannel) ?? []) {
      try {
        onNotification(payload)
      } catch (error) {
        options.log.error({ err: error, channel }, 'a subscriber of notifications failed')
      }
    }
  }

  async function connect(): Promise<void> {
    const made = new pg.Client(clientSettings(options.connectionString, 'inrange-live'))
    made.on('error', () => undefined)
    made.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    made.on('end', () => {
      if (client === made) again()
    })
    await made.connect()
    await listenTo(made, liveChannels)
    client = made
  }

  function again(): void {
    client = undefined
    if (isStopped) return
    timer = setTimeout(() => {
      connect().then(
        () => {
          for (const channel of liveChannels) tell(channel, LOOK_YOURSELF)
        },
        () => again(),
      )
    }, RECONNECT_DELAY_MS)
  }

  await connect()
  return {
    subscribe(channel, onNotification) {
      subscribers.get(channel)?.add(onNotification)
      return () => subscribers.get(channel)?.delete(onNotification)
    },
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await client?.end()
    },
  }
}
