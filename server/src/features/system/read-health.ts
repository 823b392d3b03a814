// Asks the database with a short patience: a load balancer and the console's banner want an answer now, not after a
// time-out. The answer is remembered for a second, so that anonymous callers cannot make the database work.
import type { Queryable } from '../../platform/database.ts'
import { selectNothing } from './system.queries.ts'

export type Health = { status: 'ok' | 'degraded'; database: 'up' | 'down'; version: string }

const PATIENCE_MS = 1_500
const REMEMBERED_MS = 1_000

/** Gives a function that answers the health of the installation. */
export function healthReader(deps: { database: Queryable; version: string }): () => Promise<Health> {
  let asked: { atMs: number; answer: Promise<boolean> } | undefined
  return async () => {
    const nowMs = performance.now()
    if (!asked || nowMs - asked.atMs > REMEMBERED_MS) asked = { atMs: nowMs, answer: answers(deps.database) }
    const isUp = await asked.answer
    return { status: isUp ? 'ok' : 'degraded', database: isUp ? 'up' : 'down', version: deps.version }
  }
}

async function answers(database: Queryable): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const asked = selectNothing(database).then(
    () => true,
    () => false,
  )
  const isUp = await Promise.race([asked, late])
  clearTimeout(timer)
  return isUp
}
