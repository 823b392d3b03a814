// The dashboard of the caller: totals, growth, days, what came last. One read of rollups each; nothing is counted
// over messages.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { microsToDecimal } from '@inrange/contract/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Caller } from '../../platform/http.ts'
import { listActivities } from '../audit/audit.public.ts'
import { recentMessages } from '../messages/messages.public.ts'
import { selectDays, selectPrevious, selectSteps, selectTotals } from './insights.queries.ts'
import { fillDays, growthPercent, periodOf } from './insights.rules.ts'

export type InsightsDeps = { database: Database; clock: Clock }

const RECENT_MESSAGES = 6
const RECENT_ACTIVITIES = 6

export async function readDashboard(
  { database, clock }: InsightsDeps,
  caller: Caller,
  days: number,
): Promise<OperationResult<Operations['dashboard.read']>> {
  const { kysely } = database
  const now = clock.now()
  const period = periodOf(now.getTime(), days)
  const [totals, figures, previous, messages, activities, steps] = await Promise.all([
    selectTotals(kysely, caller.userId, now),
    selectDays(kysely, caller.userId, new Date(period.fromMs)),
    selectPrevious(kysely, caller.userId, period),
    recentMessages(kysely, caller.userId, RECENT_MESSAGES),
    listActivities(kysely, { userId: caller.userId, limit: RECENT_ACTIVITIES }),
    caller.role === 'super_admin' ? selectSteps(kysely) : null,
  ])
  const perDay = fillDays(period.fromMs, days, figures)
  const periodMessages = perDay.reduce((sum, day) => sum + day.messages, 0)
  const previousMessages = Number(previous.messages)
  return {
    totalMessages: Number(totals.messages),
    unreadMessages: Number(totals.unread),
    totalEarnings: microsToDecimal(totals.earnedMicros),
    numberRanges: totals.ranges,
    activeRanges: totals.activeRanges,
    period: {
      messages: periodMessages,
      previousMessages,
      earnings: microsToDecimal(perDay.reduce((sum, day) => sum + day.earnedMicros, 0n)),
      previousEarnings: microsToDecimal(previous.earnedMicros),
      growthPercent: growthPercent(periodMessages, previousMessages),
    },
    days: perDay.map(({ day, messages: count, earnedMicros }) => ({
      day,
      messages: count,
      earnings: microsToDecimal(earnedMicros),
    })),
    recentMessages: messages,
    recentActivity: activities.items,
    gettingStarted: steps,
    asOf: now.toISOString(),
  }
}
