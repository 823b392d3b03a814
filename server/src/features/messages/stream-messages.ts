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

export type LiveViewRequest = {
  ownerId: string
  /** Place of the last message that the reader has; null: from now. */
  sinceMicros: bigint | null
  signal: AbortSignal
  /** Asked every now and then, and whenever the owner's sessions change. */
  isStillCaller(): Promise<boolean>
}
type ViewDeps = { database: Database; live: Live; log: Log; pace?: LivePace }

export type LiveViews = {
  /** @throws AppError too_many_requests when this owner has too many views open in this process */
  open(request: LiveViewRequest): Promise<Response>
}

export function createLiveViews(deps: ViewDeps): LiveViews {
  const open = new Map<string, number>()
  return {
    async open(request) {
      const { ownerId } = request
      const count = open.get(ownerId) ?? 0
      if (count >= VIEWS_PER_OWNER_MAX) {
        const message = `At most ${VIEWS_PER_OWNER_MAX} live views may be open at once. Close one and try again.`
        throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 })
      }
      open.set(ownerId, count + 1)
      const release = () => {
        const left = (open.get(ownerId) ?? 1) - 1
        if (left > 0) open.set(ownerId, left)
        else open.delete(ownerId)
      }
      return new Response(streamOf(deps, request, release), {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // Nginx would hold events back to fill its buffer.
          'x-accel-buffering': 'no',
        },
      })
    },
  }
}

function streamOf(deps: ViewDeps, request: LiveViewRequest, release: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ending = new AbortController()
  const signal = AbortSignal.any([request.signal, ending.signal])
  const room = createBell()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: Sink = {
          signal,
          write: (text) => controller.enqueue(encoder.encode(text)),
          async untilRoom() {
            while ((controller.desiredSize ?? 0) <= 0 && !signal.aborted) await room.rung(signal)
          },
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

type Sink = { signal: AbortSignal; write(text: string): void; untilRoom(): Promise<void> }

/** Runs until the reader leaves or the session ends. */
async function showInbox(deps: ViewDeps, request: LiveViewRequest, sink: Sink): Promise<void> {
  const pace = deps.pace ?? PACE
  const { ownerId } = request
  const news = createBell()
  const doubt = createBell()
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
  ]
  const heartbeat = setInterval(() => {
    sink.write('event: heartbeat\ndata: {}\n\n')
    news.ring()
  }, pace.heartbeatMs)
  const recheck = setInterval(() => {
    doubt.ring()
    news.ring()
  }, pace.recheckMs)
  try {
    const view = await openView(deps, ownerId, request.sinceMicros, sink)
    while (!sink.signal.aborted) {
      await news.rung(sink.signal)
      if (sink.signal.aborted || (doubt.take() && !(await request.isStillCaller()))) return
      await view.show()
      await pause(pace.coalesceMs, sink.signal)
    }
  } finally {
    clearInterval(heartbeat)
    clearInterval(recheck)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

type View = { show(): Promise<void> }

/** Says where the reader stands, replaying what it has missed, and gives what shows the rest. */
async function openView(
  { database: { kysely } }: ViewDeps,
  ownerId: string,
  sinceMicros: bigint | null,
  sink: Sink,
): Promise<View> {
  let inbox = await readInbox()
  const wanted = sinceMicros ?? inbox.lastLandedMicros
  let place = wanted
  let toldUnread = -1n

  async function readInbox(): Promise<InboxFacts> {
    return (await selectInbox(kysely, ownerId)) ?? { lastLandedMicros: 0n, messages: 0n, unread: 0n }
  }

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

  async function showSince(behindMax: number): Promise<void> {
    if (inbox.lastLandedMicros > place) {
      const count = await countLanded(kysely, ownerId, missed(), behindMax + 1)
      if (count > behindMax) reset()
    }
    while (inbox.lastLandedMicros > place && !sink.signal.aborted) {
      await sink.untilRoom()
      const rows = await selectLanded(kysely, ownerId, missed(), PAGE_ROWS)
      place = rows.length < PAGE_ROWS ? inbox.lastLandedMicros : (rows.at(-1)?.landedAtMicros ?? place)
      await tell(rows.map((row) => presentMessage(row, { isMasked: false })))
    }
    if (inbox.unread !== toldUnread) await tell([])
  }

  // A place that this database has never given (it was restored from a backup) cannot be resumed at.
  if (wanted > inbox.lastLandedMicros) reset()
  await showSince(REPLAY_MAX)
  return {
    async show() {
      await sink.untilRoom()
      inbox = await readInbox()
      await showSince(BEHIND_MAX)
    },
  }
}

type Bell = {
  ring(): void
  /** Whether it was rung since it was last taken. */
  take(): boolean
  /** Resolves once it is rung, taking it; at once if it has been; also when the signal aborts. */
  rung(signal: AbortSignal): Promise<void>
}

/** However often it is rung before somebody listens, it wakes once. For one listener. */
function createBell(): Bell {
  let isRung = false
  let wake: (() => void) | undefined
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
    async rung(signal) {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        wake = undefined
      }
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
