// One connection to the live stream that keeps itself open: it resumes after the last event it gave, and waits
// longer after each failure (with jitter, so that a restarted server is not met by everyone at once). It parses
// nothing but the stream's own framing.
import { apiBase, sendSignedIn } from './api.ts'
import { createEventParser, type StreamEvent } from './event-stream.ts'

export type LiveState = 'live' | 'reconnecting'
export type LiveListener = { onEvent: (event: StreamEvent) => void; onState: (state: LiveState) => void }

const backOffFirstMs = 500
const backOffMaxMs = 20_000
/** The server's heartbeat comes every 15 s; a stream silent for longer than this is dead, whatever the socket says. */
const silenceMaxMs = 40_000

/** The pause before attempt n (from 0): doubling up to 20 s, of which half is chance. */
export function backOffMs(attempt: number, chance: number): number {
  const wholeMs = Math.min(backOffMaxMs, backOffFirstMs * 2 ** attempt)
  return wholeMs / 2 + (wholeMs / 2) * chance
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, delayMs)
    addEventListener('online', wake)
    signal.addEventListener('abort', wake)
  })
}

async function readStream(body: ReadableStream<Uint8Array>, give: (event: StreamEvent) => void, onBytes: () => void) {
  const parse = createEventParser()
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    for (const event of parse(decoder.decode(value, { stream: true }))) give(event)
  }
}

/** Runs until `signal` aborts. `lastEventId` is where to resume, null for "from now". */
export async function keepLive(lastEventId: string | null, listener: LiveListener, signal: AbortSignal): Promise<void> {
  let resumeAfter = lastEventId
  let failures = 0

  async function openOnce(): Promise<void> {
    const silence = new AbortController()
    let watch = setTimeout(() => silence.abort(), silenceMaxMs)
    // A socket of a network that is gone would be silent for long; the pause ends when another is there.
    const onOffline = () => silence.abort()
    addEventListener('offline', onOffline)
    const onBytes = () => {
      clearTimeout(watch)
      watch = setTimeout(() => silence.abort(), silenceMaxMs)
    }
    try {
      const headers = new Headers({ accept: 'text/event-stream' })
      if (resumeAfter !== null) headers.set('last-event-id', resumeAfter)
      const init = { headers, cache: 'no-store', signal: AbortSignal.any([signal, silence.signal]) } as const
      const response = await sendSignedIn(`${apiBase}/live`, init)
      if (!response.ok || response.body === null) return
      failures = 0
      listener.onState('live')
      const give = (event: StreamEvent) => {
        resumeAfter = event.id ?? resumeAfter
        listener.onEvent(event)
      }
      await readStream(response.body, give, onBytes)
    } finally {
      clearTimeout(watch)
      removeEventListener('offline', onOffline)
    }
  }

  while (!signal.aborted) {
    await openOnce().catch(() => undefined)
    if (signal.aborted) return
    listener.onState('reconnecting')
    await pause(backOffMs(failures, Math.random()), signal)
    failures += 1
  }
}
