// How many messages of the signed-in person are unread, for whoever shows it: the server's last word, from the live
// stream, from a read, or from the answer to marking something read. Null until the server has said it.
import { useSyncExternalStore } from 'react'
import { createPace } from './live-pace.ts'

const listeners = new Set<() => void>()
let unread: number | null = null
let saidAtMs = 0
let heard: number | null = null
const pace = createPace(() => {
  if (heard !== null) setUnread(heard)
})

/** @param atMs when it was read; what was read before, such as a page that was kept, replaces no newer word */
export function setUnread(count: number, atMs?: number): void {
  if (atMs !== undefined && atMs < saidAtMs) return
  saidAtMs = atMs ?? Date.now()
  heard = null
  show(count)
}

/** From the live stream, which may speak many times a second: shown as often as this machine can. */
export function hearUnread(count: number): void {
  heard = count
  pace.request()
}

/** What the last person had unread is not for the next. */
export function forgetUnread(): void {
  saidAtMs = 0
  heard = null
  show(null)
}

function show(count: number | null): void {
  if (unread === count) return
  unread = count
  for (const listener of listeners) listener()
}

export function unreadNow(): number | null {
  return unread
}

/** Before the server answers: one that was just opened, or everything. Its answer replaces the guess. */
export function lowerUnread(count: number): void {
  if (unread !== null) setUnread(Math.max(0, unread - count))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUnread(): number | null {
  return useSyncExternalStore(subscribe, unreadNow)
}
