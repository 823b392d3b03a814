// What a decision to route would do: for each message whether and where it lands, whose it is and what it earns. Asked
// twice, before the decision to show it and within its transaction to do it, of the same function.
import type { Queryable } from '../../platform/database.ts'
import type { RoutingRow } from '../ranges/ranges.public.ts'
import type { Landing, LandingStages, Locator } from './landing.door.ts'
import {
  selectOwnersOf,
  selectRangeFacts,
  selectRangesOf,
  selectRatesOf,
  selectUsernames,
  type EvidenceRow,
  type RangeFacts,
} from './quarantine.queries.ts'
import { numberInRange, presentPlan, sumPlan, type Planned, type PlanSums } from './quarantine.rules.ts'

export type RouteChoice = {
  /** Undefined: the range that holds the number. */
  rangeId?: string | undefined
  as: 'received' | 'now'
  withEarnings: boolean
}
export type Plan = {
  sums: PlanSums
  /** Those that land, in the order given, each with the row that it comes from. */
  landings: { row: EvidenceRow; landing: Landing }[]
  presented: ReturnType<typeof presentPlan>
}
type Deps = { queryable: Queryable; stages: LandingStages; nowMs: number }

/** @param rows in the order in which they are to land */
export async function planRoute(deps: Deps, rows: readonly EvidenceRow[], choice: RouteChoice): Promise<Plan> {
  const chosen = choice.rangeId === undefined ? null : await selectRangeFacts(deps.queryable, choice.rangeId)
  const numbered = rows.map((row) => ({ row, number: numberOf(deps.stages, row, choice, chosen) }))
  const ranges = chosen ? [chosen] : await selectRangesOf(deps.queryable, numbersOf(numbered))
  const locate = deps.stages.createLocator(await routingRows(deps.queryable, ranges, chosen !== null))
  const planned: Planned[] = []
  const landings: Plan['landings'] = []
  for (const { row, number } of numbered) {
    const one = planOne(row, number, { locate, nowMs: deps.nowMs, choice, hasChosen: choice.rangeId !== undefined })
    planned.push(one)
    if (one.kind === 'lands' && number !== null) landings.push({ row, landing: landingOf(row, number, one) })
  }
  const sums = sumPlan(planned)
  const users = await selectUsernames(deps.queryable, [...new Set(sums.targets.map(({ ownerId }) => ownerId))])
  const names = { ranges: new Map(ranges.map(({ rangeId, name }) => [rangeId, name])), users }
  return { sums, landings, presented: presentPlan(sums, names) }
}

/** Null: it can be no number here. */
function numberOf(
  stages: LandingStages,
  row: EvidenceRow,
  choice: RouteChoice,
  chosen: RangeFacts | null,
): number | null {
  const number = stages.parseRecipient(row.recipient)
  if (chosen) return numberInRange({ text: row.recipient, number }, chosen)
  return choice.rangeId !== undefined || Number.isNaN(number) ? null : number
}

function numbersOf(numbered: readonly { number: number | null }[]): number[] {
  return [...new Set(numbered.flatMap(({ number }) => (number === null ? [] : [number])))]
}

type Placing = { locate: Locator; nowMs: number; choice: RouteChoice; hasChosen: boolean }

function planOne(row: EvidenceRow, number: number | null, placing: Placing): Planned {
  if (row.state === 'routed') return { kind: 'stays', reason: 'decided' }
  if (number === null) return { kind: 'stays', reason: placing.hasChosen ? 'no_range' : 'bad_recipient' }
  const { segments } = row
  const atMs = placing.choice.as === 'now' ? placing.nowMs : row.receivedAt.getTime()
  const verdict = placing.locate({ number, atMs, segments })
  if (verdict.kind === 'stays') return verdict
  const money = placing.choice.withEarnings ? {} : { rateMicros: 0n, earnedMicros: 0n }
  return { ...verdict, ...money, segments }
}

function landingOf(row: EvidenceRow, number: number, planned: Extract<Planned, { kind: 'lands' }>): Landing {
  const { connectionId, sender, content, coding, segments, flags, providerId, raw } = row
  const { rangeId, ownerId, isTest, rateMicros, earnedMicros } = planned
  return {
    rangeId,
    ownerId,
    isTest,
    rateMicros,
    earnedMicros,
    number,
    connectionId,
    sender,
    content,
    coding,
    segments,
    flags,
    providerId,
    raw,
    receivedAtMs: row.receivedAt.getTime(),
  }
}

/**
 * The routing facts of ranges with everything they ever had: the pipeline's own table forgets what ended an hour ago.
 * @param isChosen a range that somebody chose takes messages also while it is inactive
 */
export async function routingRows(
  queryable: Queryable,
  ranges: readonly RangeFacts[],
  isChosen: boolean,
): Promise<RoutingRow[]> {
  const ids = ranges.map(({ rangeId }) => rangeId)
  const [owners, rates] = await Promise.all([selectOwnersOf(queryable, ids), selectRatesOf(queryable, ids)])
  return ranges.map(({ rangeId, start, end, isActive, isTest }) => ({
    rangeId,
    start,
    end,
    isActive: isActive || isChosen,
    isTest,
    owners: owners
      .filter((one) => one.rangeId === rangeId)
      .map(({ ownerId, fromMs, untilMs }) => ({ ownerId, fromMs, untilMs: untilMs ?? Infinity })),
    rates: rates
      .filter((one) => one.rangeId === rangeId)
      .map(({ rateMicros, fromMs, untilMs }) => ({ rateMicros, fromMs, untilMs: untilMs ?? Infinity })),
  }))
}
