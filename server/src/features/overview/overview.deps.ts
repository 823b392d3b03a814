// What the slice is given.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { SystemDeps, SystemRecorder } from '../system/system.public.ts'

export type OverviewDeps = {
  database: Database
  clock: Clock
  recorder: SystemRecorder
  status: SystemDeps['status']
  pipeline: SystemDeps['pipeline']
}

/** Remembers an answer for a while, for everybody in this process; one that failed is asked for again. */
export function remembered<Answer>(forMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { atMs: number; answer: Promise<Answer> } | undefined
  return () => {
    const nowMs = performance.now()
    if (asked && nowMs - asked.atMs < forMs) return asked.answer
    const answer = ask()
    asked = { atMs: nowMs, answer }
    answer.catch(() => {
      if (asked?.answer === answer) asked = undefined
    })
    return answer
  }
}
