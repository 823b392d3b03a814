// The dashboard of the caller: totals, growth, days, what came last, what waits. One read of rollups each; nothing is
// counted over messages.
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { microsToDecimal } from '@inrange/contract/money'
import type { Caller } from '../../platform/http.ts'
import { listActivities } from '../audit/audit.public.ts'
import { recentMessages } from '../messages/messages.public.ts'
import { mailIsSent, readSettings } from '../settings/settings.public.ts'
import { DAY_MS } from './days.rules.ts'
import type { InsightsDeps } from './insights.deps.ts'
import { presentPeriod } from './insights.presenter.ts'
import { selectFirstSteps, selectSteps, selectTotals, selectWaiting } from './insights.queries.ts'
import { comparedWith, daysOf, granularityOf, growthPercent, periodOf, pointsOf, sum } from './insights.rules.ts'
import { readFigures } from './read-analytics.ts'
import { selectClosedThrough } from './rollup.queries.ts'
import { zoneOf } from './zone.rules.ts'

const RECENT_MESSAGES = 6
const RECENT_ACTIVITIES = 6
/** An active range that received something once and nothing for so long is worth a look. */
const QUIET_AFTER_MS = 7 * DAY_MS

export async function readDashboard(
  { database, clock }: InsightsDeps,
  caller: Caller,
  query: OperationParsed<Operations['dashboard.read']>['query'],
): Promise<OperationResult<Operations['dashboard.read']>> {
  const { kysely } = database
  const now = clock.now()
  const period = periodOf(query, zoneOf(query.zone), now.getTime())
  const compared = comparedWith(period, 'previous')
  const closedThrough = await selectClosedThrough(kysely)
  const quietSince = new Date(now.getTime() - QUIET_AFTER_MS)
  const [totals, figures, former, messages, activities, waiting, gettingStarted, firstSteps] = await Promise.all([
    selectTotals(kysely, caller.userId, now),
    readFigures(kysely, caller.userId, period, closedThrough),
    readFigures(kysely, caller.userId, compared, closedThrough),
    recentMessages(kysely, caller.userId, RECENT_MESSAGES),
    listActivities(kysely, { userId: caller.userId, limit: RECENT_ACTIVITIES }),
    selectWaiting(kysely, caller.userId, now, quietSince),
    caller.role === 'super_admin' ? readSteps(kysely) : null,
    caller.role === 'user' ? selectFirstSteps(kysely, caller.userId, now) : null,
  ])
  const granularity = granularityOf(daysOf(period), 'day')
  const [inPeriod, before] = [sum(figures), sum(former)]
  const formerPoints = pointsOf(compared, granularity, former)
  return {
    totalMessages: Number(totals.messages),
    unreadMessages: Number(totals.unread),
    totalEarnings: microsToDecimal(totals.earnedMicros),
    numberRanges: totals.ranges,
    activeRanges: totals.activeRanges,
    period: {
      ...presentPeriod(period),
      granularity,
      messages: inPeriod.messages,
      previousMessages: before.messages,
      earnings: microsToDecimal(inPeriod.earnedMicros),
      previousEarnings: microsToDecimal(before.earnedMicros),
      growthPercent: growthPercent(inPeriod.messages, before.messages),
    },
    days: pointsOf(period, granularity, figures).map(({ at, messages: count, earnedMicros }, index) => ({
      day: at,
      messages: count,
      earnings: microsToDecimal(earnedMicros),
      previousDay: formerPoints[index]?.at ?? null,
      previousMessages: formerPoints[index]?.messages ?? 0,
      previousEarnings: microsToDecimal(formerPoints[index]?.earnedMicros ?? 0n),
    })),
    recentMessages: messages,
    recentActivity: activities.items,
    waiting,
    gettingStarted,
    firstSteps,
    asOf: now.toISOString(),
  }
}

async function readSteps(database: InsightsDeps['database']['kysely']) {
  const [steps, settings] = await Promise.all([selectSteps(database), readSettings(database)])
  return { ...steps, mailServerSet: mailIsSent(settings) }
}
