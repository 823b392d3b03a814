// get_user_stats of the specification, from rollups: an owner without a message has zeros, and the cost does not grow
// with messages.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { microsToDecimal } from '@inrange/contract/money'
import type { CallerContext } from '../../platform/http.ts'
import { requireVisibleUser } from './read-user.ts'
import type { UsersDeps } from './users.deps.ts'
import { selectUserStats } from './users.queries.ts'

/** @throws AppError not_found */
export async function readUserStats(
  deps: UsersDeps,
  context: CallerContext,
  userId: string,
): Promise<OperationResult<Operations['users.stats']>> {
  await requireVisibleUser(deps, context, userId)
  const stats = await selectUserStats(deps.database.kysely, userId, deps.clock.now())
  return {
    totalMessages: Number(stats.totalMessages),
    unreadMessages: Number(stats.unreadMessages),
    totalEarnings: microsToDecimal(stats.totalEarnedMicros),
    numberRanges: stats.numberRanges,
    todayMessages: Number(stats.todayMessages),
    todayEarnings: microsToDecimal(stats.todayEarnedMicros),
  }
}
