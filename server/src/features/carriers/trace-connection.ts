// A watch over one connection, as server-sent events: `begun` says what is watched and until when, `lines` what passed,
// `skipped` how much more did, `ended` why it is over. Recorded in the audit log before the first line. It shows what
// this process serves; where another process serves the connection too, `begun` says so.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { selectConnection } from './carriers.queries.ts'
import { TRACE_LINES_PER_SECOND_MAX, TRACE_MS_MAX, TRACES_MAX } from './connection-trace.runtime.ts'
import type { ConnectionsRuntime, Watch } from './connections.runtime.ts'
import type { Actor } from './create-carrier.ts'
import { countOpenSessions } from './health.queries.ts'

export type TraceRequest = {
  connectionId: string
  actor: Actor
  signal: AbortSignal
  /** Asked every now and then: a watch ends with its session. */
  isStillCaller(): Promise<boolean>
}
type Deps = { database: Database; clock: Clock; log: Log; runtime: Pick<ConnectionsRuntime, 'watch' | 'statusOf'> }

const FLUSH_EVERY_MS = 250
const HEARTBEAT_MS = 15_000
const RECHECK_MS = 30_000
/** Events that may wait for the reader; then lines wait in the trace, and are counted when they are too many. */
const EVENTS_WAITING_MAX = 4

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Nginx would hold events back to fill its buffer.
  'x-accel-buffering': 'no',
}

/** @throws AppError not_found, too_many_requests when as many connections are watched as may be */
export async function traceConnection(deps: Deps, request: TraceRequest): Promise<Response> {
  const { connectionId, actor } = request
  const row = await selectConnection(deps.database.kysely, connectionId)
  if (!row) throw new AppError('not_found')
  const watch = deps.runtime.watch(connectionId)
  if (watch === null) {
    const message = `At most ${TRACES_MAX} connections can be watched at once. Wait until somebody has finished.`
    throw new AppError('too_many_requests', { message, retryAfterSeconds: 30 })
  }
  try {
    await recordAudit(deps.database.kysely, {
      actorId: actor.userId,
      action: 'connection_trace_begun',
      subjectType: 'connection',
      subjectId: connectionId,
      address: actor.address,
      requestId: actor.requestId,
    })
    const open = row.kind === 'http' ? 0 : await countOpenSessions(deps.database.kysely, connectionId)
    const here = deps.runtime.statusOf(connectionId).boundSessions
    const begun = {
      kind: row.kind,
      sessionsHere: here,
      sessionsElsewhere: Math.max(0, open - here),
      endsAt: new Date(deps.clock.nowMs() + TRACE_MS_MAX).toISOString(),
      linesPerSecondMax: TRACE_LINES_PER_SECOND_MAX,
    }
    return new Response(streamOf(deps, request, watch, begun), { headers: HEADERS })
  } catch (error) {
    watch.end()
    throw error
  }
}

function streamOf(deps: Deps, request: TraceRequest, watch: Watch, begun: object): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const timers: NodeJS.Timeout[] = []
  let isOver = false
  let end: (reason: 'time' | 'signed_out' | 'left') => void = () => undefined
  const leave = () => end('left')
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string): void => {
          if (!isOver) controller.enqueue(encoder.encode(text))
        }
        end = (reason) => {
          if (isOver) return
          if (reason !== 'left') write(`event: ended\ndata: ${JSON.stringify({ reason })}\n\n`)
          isOver = true
          for (const timer of timers) clearInterval(timer)
          request.signal.removeEventListener('abort', leave)
          watch.end()
          // A reader that has left has closed it already.
          if (reason !== 'left') controller.close()
        }
        request.signal.addEventListener('abort', leave)
        write(`event: begun\ndata: ${JSON.stringify(begun)}\n\n`)
        const flush = () => {
          if ((controller.desiredSize ?? 0) > 0) writeTaken(watch, write)
        }
        const recheck = () =>
          request.isStillCaller().then(
            (isStill) => (isStill ? undefined : end('signed_out')),
            (error: unknown) => deps.log.debug({ err: error }, 'whether a watch may go on is asked again'),
          )
        timers.push(setInterval(flush, FLUSH_EVERY_MS))
        timers.push(setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS))
        timers.push(setInterval(() => void recheck(), RECHECK_MS))
        timers.push(setTimeout(() => end('time'), TRACE_MS_MAX))
        for (const timer of timers) timer.unref()
        if (request.signal.aborted) leave()
      },
      cancel: leave,
    },
    { highWaterMark: EVENTS_WAITING_MAX },
  )
}

function writeTaken(watch: Watch, write: (text: string) => void): void {
  const { lines, skipped } = watch.take()
  if (lines.length > 0) write(`event: lines\ndata: ${JSON.stringify({ items: lines })}\n\n`)
  if (skipped > 0) write(`event: skipped\ndata: ${JSON.stringify({ count: skipped })}\n\n`)
}
