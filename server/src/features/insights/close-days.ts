// Closes days: their figures are counted once and read by the day from then on. A day is closed a day after its end,
// when hardly anything can still come for it, and counted again each hour until it is three days older; what is written
// into it after that comes by refreshDays. Running it twice changes nothing.
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { addDays, daysBetween, utcDayOf } from './days.rules.ts'
import { countDays, countPlatformDays, lockClosedThrough, moveClosedThrough, selectFirstDay } from './rollup.queries.ts'

/** Yesterday stays open: what a carrier delivers about midnight still belongs to it. */
const OPEN_DAYS = 2
const COUNTED_AGAIN_DAYS = 3
/** Days of one transaction, so that nobody waits long for its lock and no statement takes long. */
const DAYS_AT_ONCE_MAX = 7
/** Of one run; ten years of history are closed in one. */
const STEPS_MAX = 600

export type CloseResult = { closed: number; corrected: bigint }

/** @param options.countsAgain whether the last closed days are counted again, as they are once an hour */
export async function closeDays(
  deps: { database: Database; clock: Clock },
  options: { countsAgain: boolean } = { countsAgain: true },
): Promise<CloseResult> {
  const target = addDays(utcDayOf(deps.clock.now()), -OPEN_DAYS)
  const oldest = await selectFirstDay(deps.database.kysely, '1970-01-01')
  if (oldest === null) return { closed: 0, corrected: 0n }
  const corrected = options.countsAgain ? await countAgain(deps.database, oldest) : 0n
  let closed = 0
  for (let step = 0; step < STEPS_MAX; step++) {
    const days = await deps.database.transaction((transaction) => closeNext(transaction, target))
    if (days === 0) break
    closed += days
  }
  return { closed, corrected }
}

async function countAgain(database: Database, oldest: string): Promise<bigint> {
  return await database.transaction(async (transaction) => {
    const through = await lockClosedThrough(transaction)
    if (through < oldest) return 0n
    const from = addDays(through, 1 - COUNTED_AGAIN_DAYS)
    await countPlatformDays(transaction, daysBetween(from, through))
    return await countDays(transaction, from, through)
  })
}

/** Closes the next days on which something was received, and all before them. @returns how many were counted */
async function closeNext(transaction: DatabaseTransaction, target: string): Promise<number> {
  const through = await lockClosedThrough(transaction)
  if (through >= target) return 0
  const from = await selectFirstDay(transaction, addDays(through, 1))
  if (from === null || from > target) {
    await moveClosedThrough(transaction, target)
    return 0
  }
  const last = addDays(from, DAYS_AT_ONCE_MAX - 1)
  const until = last < target ? last : target
  const days = daysBetween(from, until)
  await countDays(transaction, from, until)
  await countPlatformDays(transaction, days)
  await moveClosedThrough(transaction, until)
  return days.length
}
