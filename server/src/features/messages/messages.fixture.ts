// The world of the tests of messages: two owners, an admin, two ranges, a connection, and the slice served as in
// production. Imported by tests only.
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { openLive, type Live } from '../../platform/live.ts'
import { createSilentLog } from '../../platform/log.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import {
  insertConnection,
  insertPerson,
  insertRange,
  landMany,
  landMessages,
  type LandedMessage,
} from './messages-fixture.queries.ts'
import { messagesRoutes } from './messages.routes.ts'
import type { LivePace } from './stream-messages.ts'

export const NOON = '2026-03-10T12:00:00.000Z'

export type World = {
  api: SliceClient
  /** The slice once more, with other notifications or another pace. */
  serve(through: Live, pace?: LivePace): SliceClient
  live: Live
  clock: ReturnType<typeof createManualClock>
  /** By username; a caller that is taken out is signed out. */
  callers: Map<string, SliceCaller>
  rangeId: string
  otherRangeId: string
  connectionId: string
  uuidOf(username: string): string
  idOf(username: string): string
  /** @returns the ids that callers see, in the order of the messages */
  land(
    username: string,
    messages: readonly (LandedMessage | string)[],
    at?: string,
    rangeId?: string,
  ): Promise<string[]>
  /** @returns their places */
  landAt(
    username: string,
    place: { at: string; receivedAt?: string; rangeId: string; connectionId: string },
    messages: readonly LandedMessage[],
  ): Promise<bigint[]>
  landMany(username: string, count: number, at?: string, receivedAt?: string): Promise<void>
  messageId(username: string, landedAtMicros: bigint): string
}

/** @param pace of live views; fast unless a test waits for none of it */
export async function openWorld(test: TestDatabase, pace?: LivePace): Promise<World> {
  const { owner: client, database } = test
  const log = createSilentLog()
  const clock = createManualClock(NOON)
  const callers = new Map<string, SliceCaller>()
  for (const [username, role] of [
    ['ada', 'user'],
    ['ben', 'user'],
    ['root', 'admin'],
  ] as const) {
    callers.set(username, { userId: await insertPerson(client, username, role), role })
  }
  const userIds = new Map([...callers].map(([username, { userId }]) => [username, userId]))
  const rangeId = await insertRange(client, 'UK Mobile 01', '447700000')
  const otherRangeId = await insertRange(client, 'UK Mobile 02', '447700001')
  const connectionId = await insertConnection(client)
  const live = await openLive({ connectionString: test.connectionString, log })
  const serve = (through: Live, at?: LivePace) =>
    serveSlice(messagesRoutes({ database, clock, live: through, log, ...(at ? { pace: at } : {}) }), callers)
  const uuidOf = (username: string) => userIds.get(username)!
  const messageId = (username: string, landedAtMicros: bigint) =>
    toMessageId({ ownerId: uuidOf(username), landedAtMicros })
  return {
    api: serve(live, pace),
    serve,
    live,
    clock,
    callers,
    rangeId,
    otherRangeId,
    connectionId,
    uuidOf,
    idOf: (username) => toApiId('user', uuidOf(username)),
    messageId,
    async land(username, messages, at = NOON, inRangeId = rangeId) {
      const place = { ownerId: uuidOf(username), rangeId: inRangeId, connectionId, at }
      const whole = messages.map((message) => (typeof message === 'string' ? { content: message } : message))
      const places = await landMessages(client, place, whole)
      return places.map((micros) => messageId(username, micros))
    },
    landAt: (username, place, messages) => landMessages(client, { ...place, ownerId: uuidOf(username) }, messages),
    landMany: (username, count, at = NOON, receivedAt = at) =>
      landMany(client, { ownerId: uuidOf(username), rangeId, connectionId, at, receivedAt }, count),
  }
}
