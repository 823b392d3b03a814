// PostgreSQL's notifications, for all of this process over one connection. Guarantees that a subscriber misses
// nothing for good: after the connection was away every subscriber is called with '*', "look yourself". It
// deliberately carries no facts: a payload only says where to look.
import pg from 'pg'
import { clientSettings } from './database.ts'
import { listenTo } from './live.queries.ts'
import type { Log } from './log.ts'

/**
 * `inbox`: uuids of owners with new messages, separated by commas, or '*'. `identity`: a user's uuid. `routing`:
 * nothing. `notifications`: uuids of readers with news, separated by commas, or '*'.
 */
export const liveChannels = ['inbox', 'routing', 'identity', 'notifications'] as const
export type LiveChannel = (typeof liveChannels)[number]

export type Live = {
  /** @returns a function that ends the subscription */
  subscribe(channel: LiveChannel, onNotification: (payload: string) => void): () => void
  /** Whether notifications are heard right now; while they are not, subscribers look by themselves. */
  isConnected(): boolean
  stop(): Promise<void>
}

export const LOOK_YOURSELF = '*'
/**
 * The first attempt is quick, because most losses are a restart; later ones wait longer, so that a database that is
 * away is not hammered.
 */
const RECONNECT_DELAY_MS_MIN = 100
const RECONNECT_DELAY_MS_MAX = 5_000

type Subscribers = ReadonlyMap<LiveChannel, Set<(payload: string) => void>>

/** Connects and listens. @throws when the database is away at the start; later it connects again by itself */
export async function openLive(options: { connectionString: string; log: Log }): Promise<Live> {
  const { connectionString, log } = options
  const subscribers: Subscribers = new Map(liveChannels.map((channel) => [channel, new Set()]))
  const tell = (channel: string, payload: string) => tellSubscribers(subscribers, channel, payload, log)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let connecting: Promise<void> | undefined
  let isStopped = false

  async function connect(): Promise<void> {
    const made = new pg.Client(clientSettings(connectionString, 'inrange-live'))
    // The end that follows an error is what is acted upon; an error without a listener would end the process.
    made.on('error', () => undefined)
    made.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    made.on('end', () => {
      if (client === made) lose()
    })
    try {
      await made.connect()
      await listenTo(made, liveChannels)
    } catch (error) {
      await made.end().catch(() => undefined)
      throw error
    }
    client = made
  }

  function lose(): void {
    client = undefined
    if (isStopped) return
    log.warn('the connection for notifications was lost')
    retryAfter(RECONNECT_DELAY_MS_MIN)
  }

  function retryAfter(delayMs: number): void {
    timer = setTimeout(() => {
      connecting = reconnect(Math.min(delayMs * 2, RECONNECT_DELAY_MS_MAX))
    }, delayMs)
  }

  async function reconnect(nextDelayMs: number): Promise<void> {
    try {
      await connect()
    } catch (error) {
      log.debug({ err: error }, 'the connection for notifications is tried again')
      if (!isStopped) retryAfter(nextDelayMs)
      return
    }
    for (const channel of liveChannels) tell(channel, LOOK_YOURSELF)
  }

  await connect()
  return {
    subscribe(channel, onNotification) {
      subscribers.get(channel)?.add(onNotification)
      return () => subscribers.get(channel)?.delete(onNotification)
    },
    isConnected: () => client !== undefined,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await connecting
      await client?.end()
    },
  }
}

/** One that fails does not keep the others from hearing. */
function tellSubscribers(subscribers: Subscribers, channel: string, payload: string, log: Log): void {
  for (const onNotification of subscribers.get(channel as LiveChannel) ?? []) {
    try {
      onNotification(payload)
    } catch (error) {
      log.error({ err: error, channel }, 'a subscriber of notifications failed')
    }
  }
}
