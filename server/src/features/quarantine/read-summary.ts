// How many wait, why and where from, and how many came by the hour: from sums that the database keeps.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { quarantineReasons } from '@inrange/contract/quarantine'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { selectHours, selectTotals, type TotalsRow } from './quarantine.queries.ts'

const HOUR_MS = 3_600_000
const CONNECTIONS_SHOWN_MAX = 20

export async function readSummary(
  deps: { queryable: Queryable; clock: Clock },
  query: { hours: number },
): Promise<OperationResult<Operations['quarantine.summary']>> {
  const lastMs = Math.floor(deps.clock.nowMs() / HOUR_MS) * HOUR_MS
  const firstMs = lastMs - (query.hours - 1) * HOUR_MS
  const [totals, arrived] = await Promise.all([
    selectTotals(deps.queryable),
    selectHours(deps.queryable, new Date(firstMs)),
  ])
  const byHour = new Map(arrived.map(({ hour, messages }) => [hour.getTime(), Number(messages)]))
  return {
    waiting: sum(totals, ({ waiting }) => waiting),
    routed: sum(totals, ({ routed }) => routed),
    setAside: sum(totals, ({ setAside }) => setAside),
    reasons: quarantineReasons.map((reason) => ({
      reason,
      waiting: sum(
        totals.filter((row) => row.reason === reason),
        ({ waiting }) => waiting,
      ),
    })),
    connections: byConnection(totals),
    hours: Array.from({ length: query.hours }, (_, index) => {
      const hourMs = firstMs + index * HOUR_MS
      return { hour: new Date(hourMs).toISOString(), messages: byHour.get(hourMs) ?? 0 }
    }),
  }
}

function byConnection(totals: readonly TotalsRow[]) {
  const rowsOf = Map.groupBy(totals, ({ connectionId }) => connectionId)
  return [...rowsOf.values()]
    .flatMap((rows) => {
      const [first] = rows
      if (!first) return []
      const waiting = sum(rows, (row) => row.waiting)
      const carrier = { id: toApiId('carrier', first.carrierId), name: first.carrierName }
      return [{ id: toApiId('connection', first.connectionId), name: first.connectionName, carrier, waiting }]
    })
    .filter(({ waiting }) => waiting > 0)
    .toSorted((a, b) => b.waiting - a.waiting)
    .slice(0, CONNECTIONS_SHOWN_MAX)
}

function sum(rows: readonly TotalsRow[], countOf: (row: TotalsRow) => bigint): number {
  return Number(rows.reduce((total, row) => total + countOf(row), 0n))
}
