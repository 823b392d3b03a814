// What waits for a person, in the order of urgency. Each kind is there with its count, also with none, so that whoever
// looks sees that it was looked at.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { workKinds, type WorkKind } from '@inrange/contract/overview'
import type { Caller } from '../../platform/http.ts'
import { watchConnections } from '../carriers/carriers.public.ts'
import { remembered, type OverviewDeps } from './overview.deps.ts'
import {
  COUNT_MAX,
  countCases,
  countLockedUsers,
  countQuarantine,
  countQuarantinedSince,
  countReviews,
  countWithdrawals,
  selectQuietRanges,
  type Waiting,
} from './overview.queries.ts'
import { DAY_MS } from './overview.rules.ts'

const QUIET_DAYS = 7
const QUIET_SHOWN = 5
const QUIET_REMEMBERED_MS = 60_000
const HOUR_MS = 3_600_000

type Work = OperationResult<Operations['overview.work']>

/** Gives a function that reads the work of a caller. */
export function workReader(deps: OverviewDeps): (caller: Caller) => Promise<Work> {
  const { kysely } = deps.database
  const readQuiet = remembered(QUIET_REMEMBERED_MS, () => {
    const now = deps.clock.now()
    const since = new Date(now.getTime() - QUIET_DAYS * DAY_MS)
    return selectQuietRanges(kysely, { now, since, most: QUIET_SHOWN })
  })
  return async ({ userId, role }) => {
    const now = deps.clock.now()
    const quiet = await readQuiet()
    const waiting: Record<WorkKind, Waiting | null> = {
      withdrawals: await countWithdrawals(kysely, ['requested', 'in_review']),
      withdrawals_attention: await countWithdrawals(kysely, ['needs_attention', 'unclaimed']),
      cases_second: await countCases(kysely, { isProposed: true, callerId: userId }),
      cases: await countCases(kysely, { isProposed: false, callerId: userId }),
      reviews: role === 'super_admin' ? await countReviews(kysely) : null,
      connections: await countFailing(deps),
      quarantine: await countQuarantine(kysely),
      locked_users: await countLockedUsers(kysely, now),
      quiet_ranges: quiet,
    }
    const lastHour = await countQuarantinedSince(kysely, new Date(now.getTime() - HOUR_MS))
    return {
      items: workKinds.flatMap((kind) => {
        const one = waiting[kind]
        return one === null ? [] : [{ kind, ...present(kind, one), lastHour: kind === 'quarantine' ? lastHour : null }]
      }),
      quietRanges: quiet.items.map(({ ownerId, owner, lastReceivedAt, ...range }) => ({
        id: toApiId('range', range.id),
        name: range.name,
        owner: { id: toApiId('user', ownerId), username: owner },
        lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
      })),
      asOf: now.toISOString(),
    }
  }
}

/** What is counted from sums is counted whole. */
const COUNTED_WHOLE: ReadonlySet<WorkKind> = new Set<WorkKind>(['quarantine', 'quiet_ranges', 'connections'])

function present(kind: WorkKind, { count, oldestAt }: Waiting) {
  const isMore = !COUNTED_WHOLE.has(kind) && count > COUNT_MAX
  return { count: isMore ? COUNT_MAX : count, isMore, oldestAt: oldestAt?.toISOString() ?? null }
}

async function countFailing({ recorder, ...deps }: OverviewDeps): Promise<Waiting> {
  const connections = await watchConnections({ ...deps, startedAt: recorder.startedAt })
  const down = connections.flatMap(({ downSince }) => (downSince === null ? [] : [downSince.getTime()]))
  return { count: down.length, oldestAt: down.length === 0 ? null : new Date(Math.min(...down)) }
}
