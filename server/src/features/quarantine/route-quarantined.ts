// Lets quarantined messages land. Guarantees that message, place in the inbox, hour, totals, used numbers and the state
// of the quarantined row are one transaction, and that a row that was routed is never routed again: its state is read
// under its lock. What was shown before the decision must still be so, to the micro-dollar.
//
// Order of locks: rows of quarantine by id, the routing version (shared), inboxes and the rest as the pipeline's commit
// takes them, the sums of quarantine, the audit log, the figures by day. A commit of the pipeline locks no row of
// quarantine that is there already, so nobody waits in a circle.
import { AppError } from '@inrange/contract/errors'
import { decimalToMicros } from '@inrange/contract/money'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { refreshDays } from '../insights/insights.public.ts'
import type { LandingStages } from './landing.door.ts'
import { chooseRows } from './list-quarantine.ts'
import { planRoute, type Plan } from './plan-route.ts'
import { holdRouting, lockRows, markRouted, markSetAside, selectEvidence } from './quarantine.queries.ts'
import type { Actor } from './read-quarantined.ts'

export type RouteDeps = { database: Database; clock: Clock; stages: LandingStages }
export type RoutePlan = OperationResult<Operations['quarantine.preview-route']>
type PreviewBody = OperationParsed<Operations['quarantine.preview-route']>['body']
type RouteBody = OperationParsed<Operations['quarantine.route']>['body']
type SetAsideBody = OperationParsed<Operations['quarantine.set-aside']>['body']

/** What a decision would do now. Changes nothing. */
export async function previewRoute({ database, clock, stages }: RouteDeps, body: PreviewBody): Promise<RoutePlan> {
  const { ids, hasMore } = await chooseRows(database.kysely, body)
  const rows = await selectEvidence(database.kysely, ids)
  const plan = await planRoute({ queryable: database.kysely, stages, nowMs: clock.nowMs() }, rows, body)
  return { considered: rows.length, hasMore, ...plan.presented }
}

/** @throws AppError state_changed when it is not what was expected any more; nothing was written then */
export async function routeQuarantined(deps: RouteDeps, body: RouteBody, actor: Actor): Promise<RoutePlan> {
  const { ids, hasMore } = await chooseRows(deps.database.kysely, body)
  const at = deps.clock.now()
  return deps.database.transaction(async (transaction) => {
    await lockRows(transaction, ids)
    const routingVersion = await holdRouting(transaction)
    const rows = await selectEvidence(transaction, ids)
    const plan = await planRoute({ queryable: transaction, stages: deps.stages, nowMs: at.getTime() }, rows, body)
    requireExpected(plan, body.expected)
    const landings = plan.landings.map(({ landing }) => landing)
    // The point of no return is the commit: until then everything below is undone together.
    const places = await deps.stages.land(transaction, { routingVersion, atMs: at.getTime(), landings })
    const routed = plan.landings.map(({ row, landing }, index) => ({
      id: row.id,
      ownerId: landing.ownerId,
      landedMicros: places[index] ?? 0n,
    }))
    await markRouted(transaction, { actorId: actor.userId, at }, routed)
    await recordRouting(transaction, { plan, body, actor })
    await refreshFigures(transaction, plan)
    return { considered: rows.length, hasMore, ...plan.presented }
  })
}

function requireExpected(plan: Plan, expected: RouteBody['expected']): void {
  const earnedMicros = decimalToMicros(expected.earned)
  if (plan.sums.messages === expected.messages && plan.sums.earnedMicros === earnedMicros) return
  throw new AppError('state_changed', { message: 'This is not what was shown any more. Look at it again.' })
}

async function recordRouting(
  transaction: DatabaseTransaction,
  { plan, body, actor }: { plan: Plan; body: RouteBody; actor: Actor },
): Promise<void> {
  const [first] = plan.landings
  const { as, withEarnings } = body
  const targets = plan.sums.targets.slice(0, TARGETS_RECORDED_MAX).map((target) => ({
    rangeId: target.rangeId,
    ownerId: target.ownerId,
    messages: target.messages,
    earnedMicros: target.earnedMicros.toString(),
  }))
  await recordAudit(transaction, {
    actorId: actor.userId,
    action: 'quarantine_routed',
    subjectType: 'quarantine',
    subjectId: first?.row.id ?? '',
    address: actor.address,
    requestId: actor.requestId,
    after: {
      messages: plan.sums.messages,
      earnedMicros: plan.sums.earnedMicros.toString(),
      as,
      withEarnings,
      rangeId: body.rangeId ?? null,
      targets,
    },
  })
}

const TARGETS_RECORDED_MAX = 20
const DAY_CHARS = 10

/** Figures by day say the same as those by the hour: a message of last month changes a day that was closed. */
async function refreshFigures(transaction: DatabaseTransaction, plan: Plan): Promise<void> {
  const days = new Map<string, Set<string>>()
  for (const { row, landing } of plan.landings) {
    const ofOwner = days.get(landing.ownerId) ?? new Set()
    days.set(landing.ownerId, ofOwner.add(row.receivedAt.toISOString().slice(0, DAY_CHARS)))
  }
  for (const [ownerId, ofOwner] of days) await refreshDays(transaction, ownerId, [...ofOwner])
}

/** Decides that messages stay, or that they wait again. What was routed is not touched. */
export async function setAside(
  { database, clock }: Omit<RouteDeps, 'stages'>,
  body: SetAsideBody,
  actor: Actor,
): Promise<OperationResult<Operations['quarantine.set-aside']>> {
  const { isSetAside } = body
  const state = isSetAside ? ('waiting' as const) : ('set_aside' as const)
  const filter = body.filter === undefined ? {} : { filter: { ...body.filter, state } }
  const { ids, hasMore } = await chooseRows(database.kysely, { ...body, ...filter })
  return database.transaction(async (transaction) => {
    await lockRows(transaction, ids)
    const decision = { actorId: actor.userId, at: clock.now(), isSetAside }
    const messages = await markSetAside(transaction, decision, ids)
    if (messages > 0) {
      await recordAudit(transaction, {
        actorId: actor.userId,
        action: isSetAside ? 'quarantine_set_aside' : 'quarantine_taken_back',
        subjectType: 'quarantine',
        subjectId: ids[0] ?? '',
        address: actor.address,
        requestId: actor.requestId,
        after: { messages },
      })
    }
    return { messages, hasMore }
  })
}
