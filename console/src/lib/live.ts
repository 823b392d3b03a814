// The live stream of this browser: one connection however many tabs are open (HTTP/1.1 allows six to an origin).
// The tab that holds the lock reads the stream and tells the others; when it closes, the next one takes over and
// resumes after the last event it saw. Starts with the first subscriber and stops with the last. A view that
// pauses does so in the view: events still come. A channel's notes reach this origin alone; the rule is about
// windows.
// oxlint-disable unicorn/require-post-message-target-origin
import { useSyncExternalStore } from 'react'
import { acting } from './acting.ts'
import type { StreamEvent } from './event-stream.ts'
import { keepLive, type LiveState } from './live-connection.ts'

export type LiveSubscriber = {
  onEvent: (event: StreamEvent) => void
  /**
   * Something may have been missed (the stream opened without a place to resume at, this tab was asleep, or the gap was
   * too long to replay): read again.
   */
  onGap: () => void
}

type TabNote =
  | { kind: 'event'; event: StreamEvent }
  | { kind: 'state'; state: LiveState }
  /** Whoever reads the stream asks who else is there. */
  | { kind: 'roll' }
  | { kind: 'hello' }

/** After the roll was called without an answer, nobody is told: a busy stream is a lot to copy for nobody. */
const answerMs = 2_000

/** A tab that acts for somebody hears what comes for them, so it does not share with the administrator's own tabs. */
const channelName = `inrange.live${acting?.user.id ?? ''}`
const subscribers = new Set<LiveSubscriber>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'reconnecting'
let lastEventId: string | null = null
let running: AbortController | null = null
let hasOpened = false
/** What came between the first reads of a page and its stream is read a moment later, not while the page is drawn. */
const firstGapMs = 3_000

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
  if (next !== 'live') return
  const isFirst = !hasOpened
  hasOpened = true
  if (isFirst) setTimeout(noticeGap, firstGapMs)
  else if (lastEventId === null) noticeGap()
}

function noticeGap(): void {
  for (const subscriber of subscribers) subscriber.onGap()
}

function give(event: StreamEvent): void {
  lastEventId = event.id ?? lastEventId
  if (event.event === 'reset') noticeGap()
  else for (const subscriber of subscribers) subscriber.onEvent(event)
}

/** Reads the stream and tells the other tabs, until the signal aborts. */
async function lead(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  let hasOthers = true
  const alone = setTimeout(() => {
    hasOthers = false
  }, answerMs)
  const tell = (note: TabNote) => hasOthers && channel.postMessage(note)
  channel.onmessage = ({ data }: MessageEvent<TabNote>) => {
    if (data.kind !== 'hello') return
    clearTimeout(alone)
    hasOthers = true
    tell({ kind: 'state', state })
  }
  tell({ kind: 'roll' })
  await keepLive(
    lastEventId,
    {
      onEvent: (event) => {
        give(event)
        tell({ kind: 'event', event })
      },
      onState: (next) => {
        setState(next)
        tell({ kind: 'state', state: next })
      },
    },
    signal,
  )
}

function follow(channel: BroadcastChannel): void {
  channel.onmessage = ({ data }: MessageEvent<TabNote>) => {
    if (data.kind === 'event') give(data.event)
    else if (data.kind === 'state') setState(data.state)
    else if (data.kind === 'roll') channel.postMessage({ kind: 'hello' } satisfies TabNote)
  }
  channel.postMessage({ kind: 'hello' } satisfies TabNote)
}

async function start(signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(channelName)
  signal.addEventListener('abort', () => channel.close())
  if (!('locks' in navigator)) return lead(channel, signal)
  follow(channel)
  try {
    await navigator.locks.request(channelName, { signal }, () => lead(channel, signal))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Receives live events until the returned function is called. */
export function subscribeLive(subscriber: LiveSubscriber): () => void {
  subscribers.add(subscriber)
  if (running === null) {
    running = new AbortController()
    // A frozen tab gets no notes; when it comes back it cannot know what it missed.
    document.addEventListener('resume', noticeGap)
    void start(running.signal)
  }
  return () => {
    subscribers.delete(subscriber)
    if (subscribers.size > 0 || running === null) return
    running.abort()
    running = null
    lastEventId = null
    hasOpened = false
    document.removeEventListener('resume', noticeGap)
    setState('reconnecting')
  }
}

function subscribeState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** 'live' or 'reconnecting', for the dot beside the list; a paused view shows its own word. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeState, () => state)
}
