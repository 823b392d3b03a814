// The protocol trace of a connection as it comes: one stream, which ends by itself, and at most some thousand lines
// kept. It begins when somebody says so, since that is recorded, and is closed with the dialog.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SchemaOut } from '@inrange/contract/operation'
import type { traceLineSchema } from '@inrange/contract/carriers'
import { apiBase, errorOf, sendSignedIn } from '../../lib/api.ts'
import { createEventParser, type StreamEvent } from '../../lib/event-stream.ts'

export type TraceLine = SchemaOut<typeof traceLineSchema> & { key: number }
type Begun = { kind: string; sessionsHere: number; sessionsElsewhere: number; endsAt: string }
export type TraceState = 'idle' | 'beginning' | 'watching' | 'time' | 'signed_out' | 'lost'
export type Trace = {
  state: TraceState
  begun: Begun | null
  /** Newest first. */
  lines: readonly TraceLine[]
  skipped: number
  reason: string | null
}

const LINES_KEPT_MAX = 2_000
const idle: Trace = { state: 'idle', begun: null, lines: [], skipped: 0, reason: null }

/** The trace after one event of its stream. Pure, but for the keys that it numbers lines by. */
export function traceAfter(trace: Trace, { event, data }: Pick<StreamEvent, 'event' | 'data'>): Trace {
  const value = JSON.parse(data) as never
  switch (event) {
    case 'begun':
      return { ...trace, state: 'watching', begun: value }
    case 'lines': {
      const { items } = value as { items: Omit<TraceLine, 'key'>[] }
      const next = (trace.lines[0]?.key ?? 0) + 1
      const added = items.map((line, index) => ({ ...line, key: next + index })).toReversed()
      return { ...trace, lines: [...added, ...trace.lines].slice(0, LINES_KEPT_MAX) }
    }
    case 'skipped':
      return { ...trace, skipped: trace.skipped + (value as { count: number }).count }
    case 'ended':
      return { ...trace, state: (value as { reason: 'time' | 'signed_out' }).reason }
    default:
      return trace
  }
}

async function follow(connectionId: string, give: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  const headers = { accept: 'text/event-stream' }
  const address = `${apiBase}/connections/${encodeURIComponent(connectionId)}/trace`
  const response = await sendSignedIn(address, { headers, cache: 'no-store', signal })
  if (!response.ok || response.body === null) throw await errorOf(response)
  const parse = createEventParser()
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const event of parse(decoder.decode(value, { stream: true }))) give(event)
  }
}

export function useTrace(connectionId: string) {
  const [trace, setTrace] = useState<Trace>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const begin = useCallback(() => {
    running.current?.abort()
    const ending = new AbortController()
    running.current = ending
    setTrace((former) => ({ ...idle, lines: former.lines, state: 'beginning' }))
    const give = (event: StreamEvent) => setTrace((former) => traceAfter(former, event))
    const lose = (reason: string | null) => {
      if (ending.signal.aborted) return
      setTrace((former) => (isOver(former.state) ? former : { ...former, state: 'lost', reason }))
    }
    follow(connectionId, give, ending.signal).then(
      () => lose(null),
      (error: unknown) => lose(error instanceof Error ? error.message : null),
    )
  }, [connectionId])
  const clear = useCallback(() => setTrace((former) => ({ ...former, lines: [], skipped: 0 })), [])
  return { trace, begin, clear }
}

function isOver(state: TraceState): boolean {
  return state === 'time' || state === 'signed_out'
}
