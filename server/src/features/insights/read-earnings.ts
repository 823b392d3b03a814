// What an owner earned: today, this week, this month and in a period, and by what it came from. From the hours and
// days, so a message counts the moment it is received; what of it is settled and mature is the ledger's to say.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { HOUR_MS } from './days.rules.ts'
import type { InsightsDeps } from './insights.deps.ts'
import { countedDaysOf, presentParts, presentPeriod, presentSenders, presentSums } from './insights.presenter.ts'
import { comparedWith, daysOf, granularityOf, periodOf, pointsOf, readingOf, sum } from './insights.rules.ts'
import { readFigures } from './read-analytics.ts'
import { selectClosedThrough } from './rollup.queries.ts'
import { selectCountedUpTo, selectSenders } from './senders.queries.ts'
import { selectHours, selectParts } from './traffic.queries.ts'
import { firstHourMs, firstOfMonth, mondayOf, zoneDay, zoneOf } from './zone.rules.ts'

const SENDERS_MAX = 50

export async function readEarnings(
  { database, clock }: InsightsDeps,
  ownerId: string,
  query: OperationParsed<Operations['earnings.read']>['query'],
): Promise<OperationResult<Operations['earnings.read']>> {
  const { kysely } = database
  const now = clock.now()
  const zone = zoneOf(query.zone)
  const period = periodOf(query, zone, now.getTime())
  const compared = comparedWith(period, 'previous')
  const closedThrough = await selectClosedThrough(kysely)
  const today = zoneDay(zone, now.getTime())
  const [monday, first] = [firstHourMs(zone, mondayOf(today)), firstHourMs(zone, firstOfMonth(today))]
  const recent = { fromMs: Math.min(monday, first), untilMs: now.getTime() + HOUR_MS }
  const days = countedDaysOf(period)
  const [figures, former, hours, parts, senders, countedUpTo] = await Promise.all([
    readFigures(kysely, ownerId, period, closedThrough),
    readFigures(kysely, ownerId, compared, closedThrough),
    selectHours(kysely, ownerId, readingOf(recent, closedThrough)),
    selectParts(kysely, ownerId, readingOf(period.span, closedThrough)),
    selectSenders(kysely, ownerId, days, SENDERS_MAX),
    selectCountedUpTo(kysely, ownerId),
  ])
  const since = (fromMs: number) => microsToDecimal(sum(hours.filter(({ atMs }) => atMs >= fromMs)).earnedMicros)
  const granularity = granularityOf(daysOf(period), 'day')
  const { byRange, byCountry } = presentParts(parts)
  return {
    period: { ...presentPeriod(period), granularity },
    today: since(firstHourMs(zone, today)),
    week: since(monday),
    month: since(first),
    inPeriod: presentSums(sum(figures)),
    previous: presentSums(sum(former)),
    points: pointsOf(period, granularity, figures).map(({ at, ...sums }) => ({ at, ...presentSums(sums) })),
    byRange,
    byCountry,
    senders: presentSenders(days, countedUpTo, senders),
    asOf: now.toISOString(),
  }
}
