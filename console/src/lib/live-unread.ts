// How many messages of the signed-in person are unread, for whoever shows it: the server's last word, from the live
// stream or from the answer to marking something read. Null until the server has said it.
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let unread: number | null = null

export function setUnread(count: number | null): void {
  if (unread === count) return
  unread = count
  for (const listener of listeners) listener()
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
  return useSyncExternalStore(subscribe, () => unread)
}
