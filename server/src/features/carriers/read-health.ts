// How one connection was over the last day or week. Guarantees an hour for every hour of the stretch, whether something
// came in it or not.
import type { HealthPeriod } from '@inrange/contract/carriers'
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { selectConnection, type ConnectionRow } from './carriers.queries.ts'
import { parseSettings } from './connections.rules.ts'
import { selectHoursSince, selectSessionsSince } from './health.queries.ts'
import { boundHealth } from './health.rules.ts'

type Health = OperationResult<Operations['connections.health']>

const HOUR_MS = 3_600_000
const HOURS = { '24h': 24, '7d': 168 } as const satisfies Record<HealthPeriod, number>
/** A link that flaps every minute for a day has 1,440; more would only blur the picture. */
const SESSIONS_MAX = 2_000

/** @throws AppError not_found */
export async function readHealth(
  { database, clock }: { database: Database; clock: Clock },
  asked: { connectionId: string; period: HealthPeriod },
): Promise<Health> {
  const row = await selectConnection(database.kysely, asked.connectionId)
  if (!row) throw new AppError('not_found')
  const nowMs = clock.nowMs()
  const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (HOURS[asked.period] - 1) * HOUR_MS
  const sessions = await sessionsOf(database, row, fromMs)
  const createdMs = row.createdAt.getTime()
  const health = boundHealth(sessions, { fromMs, untilMs: nowMs, createdMs, wanted: wantedOf(row) })
  const isBound = row.kind !== 'http'
  return {
    from: iso(fromMs),
    until: iso(nowMs),
    uptime: isBound ? health.uptime : null,
    stretches: isBound ? health.stretches.map(({ state, ...span }) => ({ state, ...spanOf(span) })) : [],
    outages: isBound
      ? health.outages.map((one) => ({
          from: iso(one.fromMs),
          until: one.untilMs === null ? null : iso(one.untilMs),
          reason: one.reason,
        }))
      : [],
    isCut: sessions.length >= SESSIONS_MAX,
    hours: await hoursOf(database, row.id, fromMs, HOURS[asked.period]),
  }
}

function sessionsOf(database: Database, row: ConnectionRow, fromMs: number) {
  if (row.kind === 'http') return Promise.resolve([])
  return selectSessionsSince(database.kysely, row.id, { from: new Date(fromMs), limit: SESSIONS_MAX })
}

/** What is asked for now: a stretch in which something else was asked for is judged by it too. */
function wantedOf(row: ConnectionRow): number {
  return row.kind === 'smpp_client' ? parseSettings('smpp_client', row.settings).binds : 1
}

async function hoursOf(
  database: Database,
  connectionId: string,
  fromMs: number,
  hours: number,
): Promise<Health['hours']> {
  const rows = await selectHoursSince(database.kysely, connectionId, new Date(fromMs))
  const byHour = new Map(rows.map((row) => [row.hour.getTime(), row]))
  return Array.from({ length: hours }, (_, index) => {
    const hourMs = fromMs + index * HOUR_MS
    const row = byHour.get(hourMs)
    return {
      hour: iso(hourMs),
      messages: Number(row?.messages ?? 0n),
      received: Number(row?.received ?? 0n),
      quarantined: Number(row?.quarantined ?? 0n),
      duplicates: Number(row?.duplicates ?? 0n),
      receipts: Number(row?.receipts ?? 0n),
      refused: Number(row?.refused ?? 0n),
      malformed: Number(row?.malformed ?? 0n),
      throttled: Number(row?.throttled ?? 0n),
    }
  })
}

function spanOf({ fromMs, untilMs }: { fromMs: number; untilMs: number }) {
  return { from: iso(fromMs), until: iso(untilMs) }
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString()
}
