// What comes in right now, over which connections, and how today compares with yesterday.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { watchConnections, type WatchedConnection } from '../carriers/carriers.public.ts'
import { perSecond, selectAcknowledgedByMinute } from '../system/system.public.ts'
import type { OverviewDeps } from './overview.deps.ts'
import { selectPlatformHours } from './overview.queries.ts'
import { DAY_MS, daysOf, type DayFigures } from './overview.rules.ts'

const MINUTE_MS = 60_000
const MINUTES_SHOWN = 60
/** How late a batch was is news for so long. */
const LAG_NEWS_MS = 10 * MINUTE_MS
const CONNECTIONS_SHOWN = 100

type Traffic = OperationResult<Operations['overview.traffic']>

export async function readTraffic(deps: OverviewDeps): Promise<Traffic> {
  const { kysely } = deps.database
  const { pulse, startedAt } = deps.recorder
  const nowMs = deps.clock.nowMs()
  const todayMs = nowMs - (nowMs % DAY_MS)
  const days = daysOf(await selectPlatformHours(kysely, new Date(todayMs - DAY_MS)), nowMs)
  const connections = await watchConnections({ ...deps, startedAt })
  return {
    perSecond: pulse.rateOf(null),
    recent: pulse.recent(null).map(({ at, perSecond: rate }) => ({ at: at.toISOString(), perSecond: rate })),
    minutes: await readMinutes(deps, nowMs),
    today: presentDay(days.today),
    yesterday: presentDay(days.yesterday),
    hours: days.hours,
    connections: connections
      .toSorted(byUrgency)
      .slice(0, CONNECTIONS_SHOWN)
      .map((connection) => presentConnection(deps, connection, nowMs)),
    asOf: new Date(nowMs).toISOString(),
  }
}

/** The last hour, minute by minute; the running one is not over and left out. */
async function readMinutes(deps: OverviewDeps, nowMs: number): Promise<Traffic['minutes']> {
  const untilMs = nowMs - (nowMs % MINUTE_MS)
  const fromMs = untilMs - MINUTES_SHOWN * MINUTE_MS
  const rows = await selectAcknowledgedByMinute(deps.database.kysely, new Date(fromMs))
  const counts = new Map(rows.map(({ at, acknowledged }) => [at.getTime(), Number(acknowledged)]))
  return Array.from({ length: MINUTES_SHOWN }, (_, index) => {
    const atMs = fromMs + index * MINUTE_MS
    return { at: new Date(atMs).toISOString(), perSecond: perSecond(counts.get(atMs) ?? 0, MINUTE_MS / 1_000) }
  })
}

function presentDay({ messages, segments, earnedMicros }: DayFigures): Traffic['today'] {
  return { messages, segments, earned: microsToDecimal(earnedMicros) }
}

/** What is in trouble first, what is switched off last; among the rest the busiest first. */
function byUrgency(one: WatchedConnection, other: WatchedConnection): number {
  return rankOf(one) - rankOf(other) || other.messages24h - one.messages24h
}

function rankOf({ state, downSince }: WatchedConnection): number {
  if (downSince !== null) return 0
  return state === 'partial' ? 1 : state === 'disabled' ? 3 : 2
}

function presentConnection(
  { recorder, pipeline }: OverviewDeps,
  connection: WatchedConnection,
  nowMs: number,
): Traffic['connections'][number] {
  const { connectionId } = connection
  const seen = pipeline.measures.lagsByConnection().get(connectionId)
  return {
    id: toApiId('connection', connectionId),
    name: connection.name,
    carrierId: toApiId('carrier', connection.carrierId),
    carrier: connection.carrier,
    kind: connection.kind,
    state: connection.state,
    perSecond: recorder.pulse.rateOf(connectionId),
    recent: recorder.pulse.recent(connectionId).map(({ perSecond: rate }) => rate),
    lagMs: seen && nowMs - seen.atMs < LAG_NEWS_MS ? Math.round(seen.lagMs) : null,
    messages24h: connection.messages24h,
    lastMessageAt: connection.lastMessageAt?.toISOString() ?? null,
    lastError: connection.lastError,
    lastErrorAt: connection.lastErrorAt?.toISOString() ?? null,
  }
}
