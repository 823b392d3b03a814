// The route tester: where a number would go at a moment, whose it is and what a segment earns, or why it would be kept
// here. It asks the pipeline's own stage, with the same facts, so that it cannot say anything else.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import type { LandingStages } from './landing.door.ts'
import { routingRows } from './plan-route.ts'
import { selectNearRanges, selectRangesOf, selectUsernames, type RangeFacts } from './quarantine.queries.ts'

type RouteTrial = OperationResult<Operations['quarantine.test-route']>
const NEAR_MAX = 2

export async function tryRoute(
  deps: { queryable: Queryable; clock: Clock; stages: LandingStages },
  asked: { number: string; at?: string | undefined },
): Promise<RouteTrial> {
  const { queryable, stages } = deps
  const at = asked.at === undefined ? deps.clock.now() : new Date(asked.at)
  const number = stages.parseRecipient(asked.number)
  const facts = { at: at.toISOString(), range: null, owner: null, rate: null, earnsPerSegment: null, nearest: [] }
  if (Number.isNaN(number)) return { ...facts, number: null, outcome: 'bad_recipient' }
  const ranges = await selectRangesOf(queryable, [number])
  const locate = stages.createLocator(await routingRows(queryable, ranges, false))
  const verdict = locate({ number, atMs: at.getTime(), segments: 1 })
  const [range] = ranges
  const found = { ...facts, number: `+${number}`, range: range ? presentRange(range) : null }
  if (verdict.kind === 'stays') {
    return { ...found, outcome: verdict.reason, nearest: range ? [] : await nearestOf(queryable, number) }
  }
  const usernames = await selectUsernames(queryable, [verdict.ownerId])
  return {
    ...found,
    outcome: 'lands',
    owner: { id: toApiId('user', verdict.ownerId), username: usernames.get(verdict.ownerId) ?? '' },
    rate: microsToDecimal(verdict.rateMicros),
    earnsPerSegment: microsToDecimal(verdict.earnedMicros),
  }
}

function presentRange({ rangeId, name, start, end, isActive, isTest }: RangeFacts) {
  return { id: toApiId('range', rangeId), name, first: `+${start}`, last: `+${end}`, isActive, isTest }
}

async function nearestOf(queryable: Queryable, number: number): Promise<RouteTrial['nearest']> {
  const [below, above] = await Promise.all([
    selectNearRanges(queryable, number, 'below', NEAR_MAX),
    selectNearRanges(queryable, number, 'above', NEAR_MAX),
  ])
  const near = [
    ...below.map((range) => ({ range, side: 'below' as const, distance: number - range.end })),
    ...above.map((range) => ({ range, side: 'above' as const, distance: range.start - number })),
  ]
  // A number of another length is near only as arithmetic has it.
  const width = String(number).length
  return near
    .filter(({ range }) => String(range.start).length === width)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ range, side, distance }) => {
      const { id, name, first, last, isActive } = presentRange(range)
      return { id, name, first, last, isActive, side, distance: String(distance) }
    })
}
