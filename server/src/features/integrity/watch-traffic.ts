// Judges each closed hour once. Guarantees: hours are taken in order and none is left out, by one process at a time;
// what a range did wrong in an hour and the progress past that hour commit together, so that a crash judges the hour
// again and finds its case open. It deliberately judges no hour before it is over, and nothing of before it first ran.
import type { Settings } from '@inrange/contract/settings'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { lastClosedHour } from '../ledger/ledger.public.ts'
import type { Notices } from '../notices/notices.public.ts'
import { openCase } from './open-case.ts'
import { findSignals } from './signals.rules.ts'
import {
  lockProgress,
  saveProgress,
  selectBaseline,
  selectBusyHours,
  selectSample,
  type BusyHour,
} from './traffic.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hours of one run: a day of catching up. The next run goes on. */
const HOURS_PER_RUN_MAX = 24

type Deps = { database: Database; clock: Clock; log: Log; notices: Notices }
export type WatchResult = { hours: number; cases: number }

/** Judges the hours that have closed since the last run, at most a day of them. */
export async function watchTraffic(deps: Deps, thresholds: Settings['integrity']): Promise<WatchResult> {
  const total: WatchResult = { hours: 0, cases: 0 }
  while (total.hours < HOURS_PER_RUN_MAX) {
    const judged = await judgeNextHour(deps, thresholds)
    if (judged === null) return total
    total.hours += 1
    total.cases += judged
  }
  return total
}

/** Judges one hour. @returns how many cases it opened or let grow; null when every closed hour has been judged */
async function judgeNextHour(deps: Deps, thresholds: Settings['integrity']): Promise<number | null> {
  const lastHour = lastClosedHour(deps.clock.now())
  return await deps.database.transaction(async (transaction) => {
    const judgedHour = await lockProgress(transaction, new Date(lastHour.getTime() - HOUR_MS))
    if (judgedHour === null || judgedHour.getTime() >= lastHour.getTime()) return null
    const hour = new Date(judgedHour.getTime() + HOUR_MS)
    let cases = 0
    const busy = thresholds.isEnabled ? await selectBusyHours(transaction, hour, thresholds.messagesMin) : []
    for (const range of busy) cases += await judgeRange(deps, transaction, { range, hour, thresholds })
    await saveProgress(transaction, hour)
    return cases
  })
}

async function judgeRange(
  deps: Deps,
  transaction: DatabaseTransaction,
  { range, hour, thresholds }: { range: BusyHour; hour: Date; thresholds: Settings['integrity'] },
): Promise<number> {
  const { ownerId, rangeId } = range
  const untilHour = new Date(hour.getTime() + HOUR_MS)
  const baseline = await selectBaseline(transaction, { ownerId, rangeId, hour })
  const sample = await selectSample(transaction, { ownerId, rangeId, hour })
  const findings = findSignals(
    {
      messages: Number(range.messages),
      earnedMicros: range.earnedMicros,
      medianMessages: baseline.medianMessages,
      hoursBefore: Number(baseline.hoursBefore),
      ageDays: (untilHour.getTime() - range.rangeCreatedAt.getTime()) / DAY_MS,
      earnedInDayMicros: baseline.earnedInDayMicros,
      numbers: Number(range.numbers),
      // Too few to speak for the hour: they landed in another one, long after they were received.
      sample: sample.length >= thresholds.messagesMin ? sample : [],
    },
    thresholds,
  )
  const [first] = findings
  if (!first) return 0
  const opened = await openCase(
    deps,
    transaction,
    {
      ownerId,
      rangeId,
      signal: first.signal,
      fromHour: hour,
      untilHour,
      summary: findings.map(({ summary }) => summary).join(' '),
      figures: findings.flatMap(({ figures }) => figures),
    },
    null,
  )
  deps.log.warn({ ...opened, heldMicros: String(opened.heldMicros), signal: first.signal }, 'traffic looks inflated')
  return 1
}
