// The live view: what lands in one owner's inbox, as server-sent events. Guarantees that a reader who resumes at the
// last event it saw misses nothing and gets nothing twice, or is told by a `reset` that too much has landed to be
// replayed; that a slow reader costs no memory, because nothing is read from the database that the reader has no room
// for; and that a view ends with its session. A notification only says when to look: a view looks by itself at every
// heartbeat, so a lost one costs seconds and no message.
import { AppError } from '@inrange/contract/errors'
import type { liveEventSchema } from '@inrange/contract/messages'
import { microsToDecimal } from '@inrange/contract/money'
import type { SchemaOut } from '@inrange/contract/operation'
import type { Database } from '../../platform/database.ts'
import { LOOK_YOURSELF, type Live } from '../../platform/live.ts'
import type { Log } from '../../platform/log.ts'
import { earnedNotSettled } from '../ledger/ledger.public.ts'
import { readNews, type NewsPlace } from '../notifications/notifications.public.ts'
import { presentMessage } from './message.presenter.ts'
import { countLanded, selectInbox, selectLanded, type InboxFacts } from './messages.queries.ts'

type LiveNews = SchemaOut<typeof liveEventSchema>

export type LivePace = { coalesceMs: number; heartbeatMs: number; recheckMs: number }
const PACE: LivePace = { coalesceMs: 100, heartbeatMs: 15_000, recheckMs: 30_000 }

const PAGE_ROWS = 500
/** Beyond it a page of the list shows more, sooner, than a replay. */
const REPLAY_MAX = 1_000
/** A reader that has been keeping up may fall behind for some seconds at a thousand messages a second. */
const BEHIND_MAX = 5_000
const VIEWS_PER_OWNER_MAX = 10

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Nginx would hold events back to fill its buffer.
  'x-accel-buffering': 'no',
}

export type LiveViewRequest = {
  ownerId: string
  /** Place of the last message that the reader has; null: from now. */
  sinceMicros: bigint | null
  signal: AbortSignal
  /** Asked every now and then, and whenever the owner's sessions change. */
  isStillCaller(): Promise<boolean>
}
type ViewDeps = { database: Database; live: Live; log: Log; pace?: LivePace; onViews?: (open: number) => void }

export type LiveViews = {
  /** @throws AppError too_many_requests when this owner has too many views open in this process */
  open(request: LiveViewRequest): Promise<Response>
}

export function createLiveViews(deps: ViewDeps): LiveViews {
  const open = new Map<string, number>()
  const tellViews = () => deps.onViews?.(open.values().reduce((sum, views) => sum + views, 0))
  return {
    async open(request) {
      const { ownerId } = request
      const count = open.get(ownerId) ?? 0
      if (count >= VIEWS_PER_OWNER_MAX) {
        const message = `At most ${VIEWS_PER_OWNER_MAX} live views may be open at once. Close one and try again.`
        throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 })
      }
      open.set(ownerId, count + 1)
      tellViews()
      const release = () => {
        const left = (open.get(ownerId) ?? 1) - 1
        if (left > 0) open.set(ownerId, left)
        else open.delete(ownerId)
        tellViews()
      }
      try {
        // Before the answer, so that "from now" means from when it was asked, and a database that is away is a 503.
        const since = request.sinceMicros ?? (await readInbox(deps.database, ownerId)).lastLandedMicros
        return new Response(streamOf(deps, { ...request, sinceMicros: since }, release), { headers: HEADERS })
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** A request whose place is known. */
type Placed = LiveViewRequest & { sinceMicros: bigint }

function streamOf(deps: ViewDeps, request: Placed, release: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ending = new AbortController()
  const signal = AbortSignal.any([request.signal, ending.signal])
  const room = createBell(signal)
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: Sink = {
          signal,
          hasRoom: () => (controller.desiredSize ?? 0) > 0,
          write(text) {
            // A reader that has just left has closed the stream; writing to it would throw into a timer.
            if (!signal.aborted) controller.enqueue(encoder.encode(text))
          },
          async untilRoom() {
            while (!sink.hasRoom() && !signal.aborted) await room.rung()
          },
          end: () => ending.abort(),
        }
        // Not awaited: a stream is not readable before its start has ended.
        void showInbox(deps, request, sink)
          .catch((error: unknown) => {
            // The reader comes back to where it was; a database that is away is reported by whoever needs it.
            deps.log.debug({ err: error }, 'a live view ended early')
          })
          .finally(() => {
            release()
            ending.abort()
            try {
              controller.close()
            } catch {
              // The reader had closed it already.
            }
          })
      },
      pull: () => room.ring(),
      cancel: () => ending.abort(),
    },
    { highWaterMark: 2 },
  )
}

type Sink = {
  signal: AbortSignal
  /** Whether the reader has taken what was written. */
  hasRoom(): boolean
  write(text: string): void
  untilRoom(): Promise<void>
  end(): void
}

/** Runs until the reader leaves or the session ends. */
async function showInbox(deps: ViewDeps, request: Placed, sink: Sink): Promise<void> {
  const pace = deps.pace ?? PACE
  const { ownerId } = request
  const news = createBell(sink.signal)
  const doubt = createBell(sink.signal)
  const told = createBell(sink.signal)
  const unsubscribes = [
    deps.live.subscribe('inbox', (payload) => {
      if (payload === LOOK_YOURSELF || payload.includes(ownerId)) news.ring()
    }),
    deps.live.subscribe('identity', (payload) => {
      if (payload === LOOK_YOURSELF || payload === ownerId) {
        doubt.ring()
        news.ring()
      }
    }),
    deps.live.subscribe('notifications', (payload) => {
      if (payload === LOOK_YOURSELF || payload.includes(ownerId)) {
        told.ring()
        news.ring()
      }
    }),
  ]
  let isStuck = false
  const heartbeat = setInterval(() => {
    // A reader that takes nothing from one heartbeat to the next is gone, or will come back to where it was.
    if (!sink.hasRoom() && isStuck) return sink.end()
    isStuck = !sink.hasRoom()
    if (!isStuck) sink.write('event: heartbeat\ndata: {}\n\n')
    news.ring()
  }, pace.heartbeatMs)
  const recheck = setInterval(() => {
    doubt.ring()
    told.ring()
    news.ring()
  }, pace.recheckMs)
  try {
    const view = createView(deps.database, request, sink)
    const notifications = createNotificationsView(deps.database, ownerId, sink)
    await view.show(REPLAY_MAX)
    await notifications.show()
    while (!sink.signal.aborted) {
      await news.rung()
      if (sink.signal.aborted || (doubt.take() && !(await request.isStillCaller()))) return
      await view.show(BEHIND_MAX)
      if (told.take()) await notifications.show()
      await pause(pace.coalesceMs, sink.signal)
    }
  } finally {
    clearInterval(heartbeat)
    clearInterval(recheck)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

async function readInbox({ kysely }: Database, ownerId: string): Promise<InboxFacts> {
  return (await selectInbox(kysely, ownerId)) ?? { lastLandedMicros: 0n, messages: 0n, unread: 0n }
}

type View = {
  /** Shows what has landed since it was last called, or a reset when that is more than `behindMax` messages. */
  show(behindMax: number): Promise<void>
}

/** Where one reader stands. The first event always comes: a place to resume at before anything lands. */
function createView(database: Database, request: Placed, sink: Sink): View {
  const { ownerId } = request
  const { kysely } = database
  let inbox: InboxFacts = { lastLandedMicros: 0n, messages: 0n, unread: 0n }
  let place = request.sinceMicros
  let toldUnread = -1n

  /** The reader has to read the list again; from its newest message on this view goes on. */
  function reset(): void {
    place = inbox.lastLandedMicros
    sink.write(`id: ${place}\nevent: reset\ndata: ${JSON.stringify({ position: place.toString() })}\n\n`)
  }

  function missed() {
    return { fromMicros: place + 1n, beforeMicros: inbox.lastLandedMicros + 1n }
  }

  async function tell(items: LiveNews['items']): Promise<void> {
    const earned = await earnedNotSettled(kysely, ownerId)
    const data: LiveNews = {
      items,
      position: place.toString(),
      unread: Number(inbox.unread),
      total: Number(inbox.messages),
      earnedNotSettled: microsToDecimal(earned),
    }
    toldUnread = inbox.unread
    sink.write(`id: ${place}\nevent: messages\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Also when the place lies ahead: this database has never given it, because it was restored from a backup. */
  async function isTooFar(behindMax: number): Promise<boolean> {
    if (inbox.lastLandedMicros <= place) return inbox.lastLandedMicros < place
    return (await countLanded(kysely, ownerId, missed(), behindMax + 1)) > behindMax
  }

  return {
    async show(behindMax) {
      await sink.untilRoom()
      inbox = await readInbox(database, ownerId)
      if (await isTooFar(behindMax)) reset()
      while (inbox.lastLandedMicros > place && !sink.signal.aborted) {
        await sink.untilRoom()
        const rows = await selectLanded(kysely, ownerId, missed(), PAGE_ROWS)
        place = rows.length < PAGE_ROWS ? inbox.lastLandedMicros : (rows.at(-1)?.landedAtMicros ?? place)
        await tell(rows.map((row) => presentMessage(row, { isMasked: false })))
      }
      if (inbox.unread !== toldUnread) await tell([])
    },
  }
}

/**
 * The reader's notifications beside the inbox, under no event id: a reader that resumes reads their count anew. Says
 * only what is new.
 */
function createNotificationsView({ kysely }: Database, userId: string, sink: Sink) {
  let place: NewsPlace = null
  let toldUnread = -1
  return {
    async show(): Promise<void> {
      const next = await readNews(kysely, userId, place)
      place = next.place
      if (next.news.items.length === 0 && next.news.unread === toldUnread) return
      toldUnread = next.news.unread
      await sink.untilRoom()
      sink.write(`event: notifications\ndata: ${JSON.stringify(next.news)}\n\n`)
    },
  }
}

type Bell = {
  ring(): void
  /** Whether it was rung since it was last taken. */
  take(): boolean
  /** Resolves once it is rung, taking it; at once if it has been; also when the signal aborts. */
  rung(): Promise<void>
}

/** However often it is rung before somebody listens, it wakes once. For one listener. */
function createBell(signal: AbortSignal): Bell {
  let isRung = false
  let wake: (() => void) | undefined
  signal.addEventListener('abort', () => wake?.(), { once: true })
  const take = () => {
    const was = isRung
    isRung = false
    return was
  }
  return {
    take,
    ring() {
      isRung = true
      wake?.()
    },
    async rung() {
      if (!isRung && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      wake = undefined
      take()
    },
  }
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    signal.addEventListener('abort', end)
  })
}
