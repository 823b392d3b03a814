// Closes days: their figures are counted once and read by the day from then on. A day is closed a day after its end,
// when hardly anything can still come for it, and counted again in every run until it is three days older; what is
// written into it after that comes by refreshDays. Running it twice changes nothing.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { addDays, daysBetween, utcDayOf } from './days.rules.ts'
import {
  countDays,
  countPlatformDays,
  lockClosedThrough,
  moveClosedThrough,
  selectOldestDay,
} from './rollup.queries.ts'

/** Yesterday stays open: what a carrier delivers about midnight still belongs to it. */
const OPEN_DAYS = 2
const COUNTED_AGAIN_DAYS = 3
/** Days of one transaction, so that nobody waits long for its lock. */
const DAYS_AT_ONCE_MAX = 31
/** Of one run; ten years of history are closed in one. */
const STEPS_MAX = 130

export type CloseResult = { closed: number; corrected: bigint }

export async function closeDays(deps: { database: Database; clock: Clock }): Promise<CloseResult> {
  const target = addDays(utcDayOf(deps.clock.now()), -OPEN_DAYS)
  const result: CloseResult = { closed: 0, corrected: 0n }
  const oldest = await selectOldestDay(deps.database.kysely)
  if (oldest === null) return result
  const corrected = await deps.database.transaction(async (transaction) => {
    const through = await lockClosedThrough(transaction)
    const from = addDays(through, 1 - COUNTED_AGAIN_DAYS)
    if (through < oldest) return 0n
    await countPlatformDays(transaction, daysBetween(from, through))
    return await countDays(transaction, from, through)
  })
  result.corrected = corrected
  for (let step = 0; step < STEPS_MAX; step++) {
    const closed = await deps.database.transaction(async (transaction) => {
      const through = await lockClosedThrough(transaction)
      const next = addDays(through, 1)
      const from = next < oldest ? oldest : next
      if (from > target) return 0
      const last = addDays(from, DAYS_AT_ONCE_MAX - 1)
      const until = last < target ? last : target
      const days = daysBetween(from, until)
      await countDays(transaction, from, until)
      await countPlatformDays(transaction, days)
      await moveClosedThrough(transaction, until)
      return days.length
    })
    if (closed === 0) break
    result.closed += closed
  }
  return result
}
