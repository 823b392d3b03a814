// Reads withdrawals: one for its owner, one or a page of all for those who run the queue. It deliberately changes
// nothing and asks nobody outside.
import { AppError } from '@inrange/contract/errors'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import { invariant } from '../../../platform/invariant.ts'
import { availableBalances } from '../../ledger/ledger.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { countOpenByState, selectApprovalsOf, selectEventsOf, selectNamesOf, selectQueueIds } from './queue.queries.ts'
import { presentQueued, presentWithdrawal, type WithdrawalView } from './withdrawal.presenter.ts'
import { selectWithdrawal, selectWithdrawals } from './withdrawals.queries.ts'
import { statesOfStep, type QueueStep } from './withdrawals.rules.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'clock' | 'outside'>
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const OPEN_STEPS = ['approval', 'payment', 'progress', 'attention'] as const satisfies readonly QueueStep[]

/** @throws AppError not_found when it is not the owner's */
export async function readOwnWithdrawal(deps: Deps, which: { ownerId: string; id: string }) {
  const row = await selectWithdrawal(deps.database.kysely, which)
  if (!row) throw new AppError('not_found')
  const [view] = await viewsOf(deps, [row.id])
  invariant(view, 'What was read a moment ago is there')
  return presentWithdrawal(view, { now: deps.clock.now(), outside: deps.outside })
}

/** @throws AppError not_found */
export async function readQueuedWithdrawal(deps: Deps, { id, personId }: { id: string; personId: string }) {
  const [view] = await viewsOf(deps, [id])
  if (!view) throw new AppError('not_found')
  return presentQueued(view, { now: deps.clock.now(), personId, outside: deps.outside })
}

/** A page of one step, and how many wait in each step that is not over. */
export async function listQueue(
  deps: Deps,
  query: { step: QueueStep; limit: number; cursor?: string | undefined; personId: string },
) {
  const { step, limit, personId } = query
  const afterId = decodeCursor(query.cursor, 1)?.[0] ?? null
  if (afterId !== null && !UUID.test(afterId)) {
    throw new AppError('invalid_request', {
      fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
    })
  }
  const isNewestFirst = step === 'completed' || step === 'over'
  const { kysely } = deps.database
  const ids = await selectQueueIds(kysely, { states: statesOfStep[step], isNewestFirst, afterId, limit: limit + 1 })
  const views = await viewsOf(deps, ids.slice(0, limit))
  const last = views.at(-1)
  const context = { now: deps.clock.now(), personId, outside: deps.outside }
  return {
    items: views.map((view) => presentQueued(view, context)),
    nextCursor: ids.length > limit && last ? encodeCursor([last.row.id]) : null,
    counts: await countSteps(deps),
  }
}

async function countSteps({ database }: Deps): Promise<Record<string, number>> {
  const states = OPEN_STEPS.flatMap((step) => statesOfStep[step])
  const byState = await countOpenByState(database.kysely, states)
  const countOf = (step: QueueStep) => statesOfStep[step].reduce((sum, state) => sum + (byState.get(state) ?? 0), 0)
  return Object.fromEntries(OPEN_STEPS.map((step) => [step, countOf(step)]))
}

/** Everything about these withdrawals, in the order of the ids. */
async function viewsOf({ database: { kysely } }: Deps, ids: readonly string[]): Promise<WithdrawalView[]> {
  if (ids.length === 0) return []
  const rows = await selectWithdrawals(kysely, ids)
  const names = new Map((await selectNamesOf(kysely, ids)).map((found) => [found.id, found]))
  const events = Map.groupBy(await selectEventsOf(kysely, rows), ({ withdrawalId }) => withdrawalId)
  const approvals = Map.groupBy(await selectApprovalsOf(kysely, rows), ({ withdrawalId }) => withdrawalId)
  const available = await availableBalances(kysely, [...new Set(rows.map(({ ownerId }) => ownerId))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const [row, named] = [byId.get(id), names.get(id)]
    if (!row || !named) return []
    const availableMicros = available.get(row.ownerId) ?? 0n
    return [{ row, names: named, events: events.get(id) ?? [], approvals: approvals.get(id) ?? [], availableMicros }]
  })
}
