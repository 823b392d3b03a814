// Opens a case, or lets the one that is open on the range reach further, and holds what it is about. Guarantees: the
// case, the freeze, what is held and the notice to the owner commit together; what is held never exceeds what had
// matured of the case's hours, nor what is there. It deliberately takes nothing away: only two people do.
import { AppError } from '@inrange/contract/errors'
import { microsToDecimal } from '@inrange/contract/money'
import { toApiId } from '@inrange/contract/ids'
import type { Clock } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { freezeRange, postTransfers } from '../ledger/ledger.public.ts'
import { notify } from '../notifications/notifications.public.ts'
import type { Notices } from '../notices/notices.public.ts'
import {
  growOpenCase,
  insertCase,
  insertCaseHold,
  insertCaseNote,
  selectCase,
  selectMaturedUnheld,
  type NewCase,
} from './cases.queries.ts'

export type OpenedCase = { caseId: string; isNew: boolean; heldMicros: bigint }
export type CaseAuthor = { userId: string; address: string; requestId: string }

/**
 * @param input.fromHour start of the first hour, UTC
 * @param input.untilHour end of the last hour, exclusive
 * @param author who opened it by hand; null for a signal
 */
export async function openCase(
  deps: { clock: Clock; notices: Notices },
  transaction: DatabaseTransaction,
  input: Omit<NewCase, 'openedBy' | 'now'>,
  author: CaseAuthor | null,
): Promise<OpenedCase> {
  const now = deps.clock.now()
  const { caseId, isNew } = await openOrGrow(transaction, { ...input, openedBy: author?.userId ?? null, now })
  const { ownerId, rangeId } = input
  await freezeRange(transaction, { ownerId, rangeId, frozenBy: caseId })
  const heldMicros = await holdMatured(transaction, { caseId, ownerId, summary: input.summary })
  await insertCaseNote(transaction, { caseId, authorId: author?.userId ?? null, text: input.summary, now })
  if (isNew) await tell(deps, transaction, caseId, author)
  return { caseId, isNew, heldMicros }
}

/** Either there is an open case, or there is none; whichever it was may change once while this looks. */
async function openOrGrow(transaction: DatabaseTransaction, row: NewCase): Promise<{ caseId: string; isNew: boolean }> {
  for (let tries = 0; tries < 3; tries += 1) {
    const newId = await insertCase(transaction, row)
    if (newId !== null) return { caseId: newId, isNew: true }
    const grownId = await growOpenCase(transaction, row)
    if (grownId !== null) return { caseId: grownId, isNew: false }
  }
  throw new AppError('state_changed')
}

/** Holds what of the hours had matured, as far as the owner still has it. */
async function holdMatured(
  transaction: DatabaseTransaction,
  input: { caseId: string; ownerId: string; summary: string },
): Promise<bigint> {
  const wantedMicros = await selectMaturedUnheld(transaction, input.caseId)
  if (wantedMicros === 0n) return 0n
  const hold = async (amountMicros: bigint) =>
    (
      await postTransfers(transaction, [
        {
          ownerId: input.ownerId,
          code: 'case_held',
          amountMicros,
          idempotencyKey: `case:${toApiId('case', input.caseId)}:held:${crypto.randomUUID()}`,
          description: `Held: ${input.summary}`,
        },
      ])
    )[0]
  let amountMicros = wantedMicros
  let outcome = await hold(amountMicros)
  if (outcome?.outcome === 'insufficient_funds') {
    // The rest is gone; freezeRange has locked the accounts, so this balance still stands.
    amountMicros = outcome.balanceMicros
    if (amountMicros === 0n) return 0n
    outcome = await hold(amountMicros)
  }
  invariant(outcome?.outcome === 'posted', 'A hold of at most the balance, under a key of its own, is posted')
  const { caseId, ownerId } = input
  await insertCaseHold(transaction, { caseId, ownerId, transferId: outcome.transferId, amountMicros })
  return amountMicros
}

async function tell(
  deps: { clock: Clock; notices: Notices },
  transaction: DatabaseTransaction,
  caseId: string,
  author: CaseAuthor | null,
): Promise<void> {
  const row = await selectCase(transaction, caseId)
  invariant(row, 'The case was just written')
  await recordAudit(transaction, {
    actorId: author?.userId ?? null,
    action: 'case_opened',
    subjectType: 'case',
    subjectId: caseId,
    ...(author ? { address: author.address, requestId: author.requestId } : {}),
    after: {
      signal: row.signal,
      summary: row.summary,
      rangeId: toApiId('range', row.rangeId),
      frozen: microsToDecimal(row.frozenMicros),
      held: microsToDecimal(row.heldMicros),
    },
  })
  await recordActivity(transaction, {
    userId: row.ownerId,
    activityType: 'user_case_opened',
    description: `Earnings of ${row.rangeName} are held: ${row.summary}`,
    metadata: { caseId: toApiId('case', caseId), rangeId: toApiId('range', row.rangeId) },
  })
  await deps.notices.notify(transaction, {
    userId: row.ownerId,
    kind: 'case_opened',
    recipient: row.ownerEmail,
    facts: { username: row.ownerName, range: row.rangeName, reason: row.summary },
  })
  await notify(transaction, {
    to: [row.ownerId],
    kind: 'hold',
    facts: { step: 'opened', range: row.rangeName, amount: null },
    subject: { noun: 'case', id: toApiId('case', caseId) },
  })
}
