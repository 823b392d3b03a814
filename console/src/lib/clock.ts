// One clock for every relative time on screen: it ticks only while something looks at it and the page is visible.
import { useSyncExternalStore } from 'react'

const tickMs = 1_000
const listeners = new Set<() => void>()
let nowMs = Date.now()
let timer: ReturnType<typeof setInterval> | null = null

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

function followVisibility(): void {
  const shouldRun = listeners.size > 0 && document.visibilityState === 'visible'
  if (shouldRun && timer === null) {
    timer = setInterval(tick, tickMs)
    tick()
  } else if (!shouldRun && timer !== null) {
    clearInterval(timer)
    timer = null
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', followVisibility)
  listeners.add(listener)
  followVisibility()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', followVisibility)
    followVisibility()
  }
}

/** Milliseconds since 1970, renewed each second for everyone at once. */
export function useNowMs(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}
