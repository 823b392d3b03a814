// Ends a case by two people: one proposes, another decides. Guarantees: nobody decides what they proposed, nor a case
// about their own money; a release gives back all that was held, a forfeit takes exactly the case's hours; either
// commits with its transfers, once. It deliberately asks for no amount: the lines and the holds say it.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { formatUsd, microsToDecimal } from '@inrange/contract/money'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { forfeitLines, postTransfers, thawRange } from '../ledger/ledger.public.ts'
import { notify } from '../notifications/notifications.public.ts'
import type { Notices } from '../notices/notices.public.ts'
import {
  endCase,
  hasUnsettledHours,
  insertCaseNote,
  lockCase,
  selectCase,
  selectCaseHolds,
  updateProposal,
  type CaseRow,
} from './cases.queries.ts'
import type { CaseAuthor } from './open-case.ts'

type Deps = { database: Database; clock: Clock; notices: Notices }
type Said = { caseId: string; by: CaseAuthor; reason: string }

/**
 * Proposes how to end a case.
 * @throws AppError not_found; other_person_needed for the owner; state_changed when it is proposed or ended already
 */
export async function proposeEnd(deps: Deps, input: Said & { outcome: 'release' | 'forfeit' }): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedCase(transaction, input)
    if (row.state !== 'open') throw new AppError('state_changed')
    const state = input.outcome === 'release' ? 'release_proposed' : 'forfeit_proposed'
    const now = deps.clock.now()
    await updateProposal(transaction, { caseId: row.id, state, by: input.by.userId, now })
    await note(transaction, input, now, { action: 'case_end_proposed', before: row.state, after: state })
  })
}

/**
 * Confirms what another person proposed, or refuses it, which leaves the case open.
 * @throws AppError not_found; other_person_needed for who proposed it, and for the owner; state_changed when nothing is
 * proposed; conflict while hours of a forfeit are not settled
 */
export async function decideEnd(deps: Deps, input: Said & { decision: 'confirm' | 'refuse' }): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedCase(transaction, input)
    if (row.state !== 'release_proposed' && row.state !== 'forfeit_proposed') throw new AppError('state_changed')
    const now = deps.clock.now()
    if (input.decision === 'refuse') {
      await updateProposal(transaction, { caseId: row.id, state: 'open', by: null, now })
      await note(transaction, input, now, { action: 'case_end_refused', before: row.state, after: 'open' })
      return
    }
    if (row.proposedBy === input.by.userId) {
      throw new AppError('other_person_needed', { message: 'You proposed this. Another administrator has to decide.' })
    }
    if (row.state === 'release_proposed') await release(deps, transaction, row, input)
    else await forfeit(deps, transaction, row, input)
  })
}

async function lockedCase(transaction: DatabaseTransaction, { caseId, by }: Said): Promise<CaseRow> {
  const row = (await lockCase(transaction, caseId)) ? await selectCase(transaction, caseId) : null
  if (!row) throw new AppError('not_found')
  if (row.ownerId === by.userId) {
    throw new AppError('other_person_needed', { message: 'This case is about your own money. Somebody else decides.' })
  }
  return row
}

async function release(deps: Deps, transaction: DatabaseTransaction, row: CaseRow, input: Said): Promise<void> {
  await resolveHolds(transaction, row, { code: 'case_released', by: input.by.userId, reason: input.reason })
  await thawRange(transaction, { ownerId: row.ownerId, rangeId: row.rangeId, frozenBy: row.id })
  await finish(deps, transaction, row, input, { state: 'released', frozenMicros: row.frozenMicros })
}

async function forfeit(deps: Deps, transaction: DatabaseTransaction, row: CaseRow, input: Said): Promise<void> {
  if (await hasUnsettledHours(transaction, row.id)) {
    throw new AppError('conflict', { message: 'Something of these hours is not settled yet. Try again in a minute.' })
  }
  await resolveHolds(transaction, row, { code: 'case_forfeited', by: input.by.userId, reason: input.reason })
  const { amountMicros } = await forfeitLines(transaction, {
    ownerId: row.ownerId,
    rangeId: row.rangeId,
    from: row.fromHour,
    until: row.untilHour,
    reason: `Taken back: ${row.summary}`,
    actorId: input.by.userId,
  })
  await thawRange(transaction, { ownerId: row.ownerId, rangeId: row.rangeId, frozenBy: row.id })
  await finish(deps, transaction, row, input, { state: 'forfeited', frozenMicros: amountMicros })
}

async function resolveHolds(
  transaction: DatabaseTransaction,
  row: CaseRow,
  end: { code: 'case_released' | 'case_forfeited'; by: string; reason: string },
): Promise<void> {
  const holds = await selectCaseHolds(transaction, row.id)
  if (holds.length === 0) return
  const outcomes = await postTransfers(
    transaction,
    holds.map(({ transferId, amountMicros }) => ({
      ownerId: row.ownerId,
      code: end.code,
      amountMicros,
      idempotencyKey: `case:${toApiId('case', row.id)}:ended:${transferId}`,
      description: end.code === 'case_released' ? `Released: ${row.summary}` : `Taken back: ${row.summary}`,
      resolvesId: transferId,
      actorId: end.by,
    })),
  )
  const isPosted = outcomes.every(({ outcome }) => outcome === 'posted')
  invariant(isPosted, 'The holds of a case that has not ended are unresolved, and the case is locked')
}

async function finish(
  deps: Deps,
  transaction: DatabaseTransaction,
  row: CaseRow,
  input: Said,
  end: { state: 'released' | 'forfeited'; frozenMicros: bigint },
): Promise<void> {
  const now = deps.clock.now()
  const { heldMicros } = row
  await endCase(transaction, { caseId: row.id, by: input.by.userId, now, heldMicros, ...end })
  await note(transaction, input, now, { action: `case_${end.state}`, before: row.state, after: end.state })
  const amount = formatUsd(end.frozenMicros + heldMicros)
  const isReleased = end.state === 'released'
  await recordActivity(transaction, {
    userId: row.ownerId,
    activityType: isReleased ? 'user_case_released' : 'user_case_forfeited',
    description: isReleased
      ? `Earnings of ${row.rangeName} are no longer held: ${amount}`
      : `Earnings of ${row.rangeName} were taken back: ${amount}`,
    metadata: { caseId: toApiId('case', row.id), amount: microsToDecimal(end.frozenMicros + heldMicros) },
  })
  await deps.notices.notify(transaction, {
    userId: row.ownerId,
    kind: isReleased ? 'case_released' : 'case_forfeited',
    recipient: row.ownerEmail,
    facts: { username: row.ownerName, range: row.rangeName, amount },
  })
  const moved = microsToDecimal(end.frozenMicros + heldMicros)
  await notify(transaction, {
    to: [row.ownerId],
    kind: 'hold',
    facts: { step: end.state, range: row.rangeName, amount: moved },
    subject: { noun: 'case', id: toApiId('case', row.id) },
  })
}

async function note(
  transaction: DatabaseTransaction,
  { caseId, by, reason }: Said,
  now: Date,
  fact: { action: string; before: string; after: string },
): Promise<void> {
  await insertCaseNote(transaction, { caseId, authorId: by.userId, text: reason, now })
  await recordAudit(transaction, {
    actorId: by.userId,
    action: fact.action,
    subjectType: 'case',
    subjectId: caseId,
    address: by.address,
    requestId: by.requestId,
    before: { state: fact.before },
    after: { state: fact.after, reason },
  })
}
