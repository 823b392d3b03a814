// Traffic over time, compared, and by what it came from. Guarantees that every figure of one answer was read from
// rollups, and that what covers less than the period says which days it covers.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { addDays, HOUR_MS } from './days.rules.ts'
import type { InsightsDeps } from './insights.deps.ts'
import { countedDaysOf, presentParts, presentPeriod, presentSenders, presentSums } from './insights.presenter.ts'
import {
  comparedWith,
  daysOf,
  granularityOf,
  growthPercent,
  HOURLY_DAYS_MAX,
  periodOf,
  pointsOf,
  readingOf,
  sum,
  type Figures,
  type Period,
  type Point,
} from './insights.rules.ts'
import { ownerExists } from './insights.queries.ts'
import { selectMarks } from './rates.queries.ts'
import { selectClosedThrough } from './rollup.queries.ts'
import { selectCountedUpTo, selectLanguages, selectSenders } from './senders.queries.ts'
import { selectDays, selectHours, selectParts } from './traffic.queries.ts'
import { firstHourMs, hourOfWeek, zoneOf, type Zone } from './zone.rules.ts'

const SENDERS_MAX = 50
const LANGUAGES_MAX = 30
const MARKS_MAX = 60
/** The whole platform by range and owner: as many days as are read in well under a tenth of a second. */
const PLATFORM_PARTS_DAYS_MAX = 31

type Query = OperationParsed<Operations['analytics.read']>['query']
type Answer = OperationResult<Operations['analytics.read']>

/**
 * @param ownerId whose, or null for the whole platform
 * @throws AppError not_found for an owner who does not exist
 */
export async function readAnalytics(
  { database, clock }: InsightsDeps,
  ownerId: string | null,
  query: Query,
): Promise<Answer> {
  const { kysely } = database
  if (ownerId !== null && !(await ownerExists(kysely, ownerId))) throw new AppError('not_found')
  const now = clock.now()
  const wished = zoneOf(query.zone)
  const period = periodOf(query, wished, now.getTime())
  const compared = query.compare === 'none' ? null : comparedWith(period, query.compare)
  const closedThrough = await selectClosedThrough(kysely)
  const granularity = granularityOf(daysOf(period), 'hour')
  const figures = (of: Period) => readFigures(kysely, ownerId, of, closedThrough)
  const weekPeriod = lastDaysOf(period, wished, HOURLY_DAYS_MAX)
  const partsPeriod = ownerId === null ? lastDaysOf(period, period.zone, PLATFORM_PARTS_DAYS_MAX) : period
  const [current, former, hours, parts, ofOwner] = await Promise.all([
    figures(period),
    compared === null ? null : figures(compared),
    period.isHourly ? null : selectHours(kysely, ownerId, readingOf(weekPeriod.span, closedThrough)),
    selectParts(kysely, ownerId, readingOf(partsPeriod.span, closedThrough)),
    ownerId === null ? null : readOfOwner(kysely, ownerId, period),
  ])
  const totals = sum(current)
  const previous = former === null ? null : sum(former)
  const formerPoints = compared === null ? [] : pointsOf(compared, granularity, former ?? [])
  return {
    period: { ...presentPeriod(period), granularity },
    compared: compared === null ? null : { from: compared.from, to: compared.to },
    isPlatform: ownerId === null,
    totals: presentSums(totals),
    previous: previous === null ? null : presentSums(previous),
    growthPercent: previous === null ? null : growthPercent(totals.messages, previous.messages),
    points: pointsOf(period, granularity, current).map(({ at, ...sums }, index) => ({
      at,
      ...presentSums(sums),
      previous: presentFormer(formerPoints[index]),
    })),
    ...presentParts(parts),
    brokenDownFrom: partsPeriod.from === period.from ? null : partsPeriod.from,
    senders: ofOwner?.senders ?? null,
    languages: ofOwner?.languages ?? [],
    week: { from: weekPeriod.from, to: weekPeriod.to, messages: weekOf(hours ?? current, wished) },
    marks: ofOwner?.marks ?? [],
    asOf: now.toISOString(),
  }
}

function presentFormer(former: Point | undefined) {
  return former === undefined ? null : { at: former.at, ...presentSums(former) }
}

/** A short period by the hour, in any zone; a long one by the day of UTC. */
export async function readFigures(
  database: Queryable,
  ownerId: string | null,
  period: Period,
  closedThrough: string,
): Promise<Figures[]> {
  const reading = readingOf(period.span, closedThrough)
  return await (period.isHourly ? selectHours : selectDays)(database, ownerId, reading)
}

/** The end of a period, at most so many days of it, in the reader's zone. */
function lastDaysOf(period: Period, zone: Zone, daysMax: number): Period {
  if (daysOf(period) <= daysMax) return { ...period, zone }
  const from = addDays(period.to, 1 - daysMax)
  return { ...period, from, zone, span: { fromMs: firstHourMs(zone, from), untilMs: period.span.untilMs } }
}

function weekOf(hours: readonly Figures[], zone: Zone): number[] {
  const messages = Array.from({ length: 168 }, () => 0)
  for (const hour of hours) {
    const place = hourOfWeek(zone, hour.atMs)
    messages[place] = (messages[place] ?? 0) + hour.messages
  }
  return messages
}

async function readOfOwner(database: Queryable, ownerId: string, period: Period) {
  const days = countedDaysOf(period)
  const until = new Date(period.span.untilMs + HOUR_MS)
  const [senders, countedUpTo, languages, marks] = await Promise.all([
    selectSenders(database, ownerId, days, SENDERS_MAX),
    selectCountedUpTo(database, ownerId),
    selectLanguages(database, ownerId, days, LANGUAGES_MAX),
    selectMarks(database, ownerId, new Date(period.span.fromMs), until, MARKS_MAX),
  ])
  return {
    senders: presentSenders(days, countedUpTo, senders),
    languages,
    marks: marks.map(({ at, kind, rangeId, name, rateMicros }) => ({
      at: at.toISOString(),
      kind,
      range: { id: toApiId('range', rangeId), name },
      rate: rateMicros === null ? null : microsToDecimal(rateMicros),
    })),
  }
}
