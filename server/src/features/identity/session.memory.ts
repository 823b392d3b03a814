// What a process remembers of live sessions: for seconds, bounded, and never across a change. A change is announced
// inside its transaction, so for as long as that may still be open the user's sessions are not remembered at all.
import type { LiveSession } from './identity.queries.ts'

const SESSIONS_MAX = 20_000
const REMEMBERED_MS = 5_000
// Longer than any transaction of ours can stay open.
const CHANGE_SETTLES_MS = 60_000

export type SessionMemory = {
  find(sessionId: string): LiveSession | null
  /** Number of changes heard so far; a read begins by noting it. */
  changes(): number
  /** Remembers what a read found, unless a change was heard since it began: it may have seen what was before that. */
  keep(session: LiveSession, changesBefore: number): void
  /** A change of this user has committed. */
  forget(userId: string): void
  /** A change of this user is about to commit. */
  expectChange(userId: string): void
}

export function createSessionMemory(): SessionMemory {
  const sessions = new Map<string, { session: LiveSession; untilMs: number }>()
  const changingUntilMs = new Map<string, number>()
  let changes = 0

  function isChanging(userId: string): boolean {
    const untilMs = changingUntilMs.get(userId)
    if (untilMs === undefined) return false
    if (untilMs > performance.now()) return true
    changingUntilMs.delete(userId)
    return false
  }

  function forget(userId: string): void {
    changes += 1
    for (const [id, known] of sessions) if (known.session.userId === userId) sessions.delete(id)
  }

  return {
    find: (sessionId) => {
      const known = sessions.get(sessionId)
      return known && known.untilMs > performance.now() ? known.session : null
    },
    changes: () => changes,
    keep: (session, changesBefore) => {
      if (changes !== changesBefore || isChanging(session.userId)) return
      const known = { session, untilMs: performance.now() + REMEMBERED_MS }
      rememberNewest(sessions, session.sessionId, known, SESSIONS_MAX)
    },
    forget,
    expectChange: (userId) => {
      forget(userId)
      rememberNewest(changingUntilMs, userId, performance.now() + CHANGE_SETTLES_MS, SESSIONS_MAX)
    },
  }
}

/** Keeps the newest entries of a bounded map; a Map iterates in the order of insertion. */
export function rememberNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, sizeMax: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= sizeMax) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
