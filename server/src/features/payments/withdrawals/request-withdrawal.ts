// Turns what was shown and proven into a withdrawal. Guarantees that proof, limits, hold, row and event are one
// transaction: either all of it happened or nothing did, and the intent and the code are spent with it. A request
// that is repeated, also at the same time, answers the withdrawal that it made the first time.
import { createHash, randomUUIDv7 } from 'node:crypto'
import { AppError } from '@inrange/contract/errors'
import { formatUsd, microsToDecimal } from '@inrange/contract/money'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { acceptProof, forgiveProof, judgeProof, type Proof } from '../../identity/identity.public.ts'
import { postTransfers } from '../../ledger/ledger.public.ts'
import { notifyLimit } from '../../notifications/notifications.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { judgeRequest } from './judge-request.ts'
import { selectOwnerPast } from './judging.queries.ts'
import { settleNow } from './settle-now.ts'
import { shownByIntent, type ShownWithdrawal } from './withdrawal.intent.ts'
import { moveWithdrawal, tellOwner } from './withdrawal.moves.ts'
import { wordsOfState } from './withdrawal.texts.ts'
import {
  countRequest,
  insertWithdrawal,
  insertWithdrawalEvent,
  selectWithdrawal,
  selectWithdrawalByKey,
  type WithdrawalRow,
} from './withdrawals.queries.ts'
import { approvalsNeededFor, flagsOf, usd, utcDay } from './withdrawals.rules.ts'

export type WithdrawalRequest = {
  ownerId: string
  sessionId: string
  intent: string
  proof: Proof
  requestKey: string
  origin: { address: string; requestId: string }
}

/** @throws AppError as the contract's withdrawals.request names them; too_many_requests while proofs have to wait */
export async function requestWithdrawal(deps: PaymentsDeps, request: WithdrawalRequest): Promise<WithdrawalRow> {
  const known = await findRepeated(deps, request)
  if (known) return known
  await settleNow(deps, request.ownerId)
  const { withdrawals: settings } = await readSettings(deps.database.kysely)
  const mayUsePassword = !settings.requireFactor
  const { ownerId: userId, sessionId, intent, proof, origin } = request
  const judgement = await judgeProof(deps, { userId, sessionId, intent, proof, mayUsePassword, origin })
  if (judgement.kind === 'delayed') {
    throw new AppError('too_many_requests', { retryAfterSeconds: judgement.retryAfterSeconds })
  }
  if (judgement.kind !== 'judged') throw refusalOf(judgement.kind)
  const shown = shownByIntent(judgement.intent)
  if (!shown) throw new AppError('intent_over')
  let isProven = false
  const outcome = await deps.database
    .transaction(async (transaction) => {
      const accepted = await acceptProof(deps, transaction, judgement.judged)
      isProven = accepted.kind === 'accepted'
      if (accepted.kind !== 'accepted') return accepted.kind
      return placeWithdrawal(deps, transaction, { ...request, shown, proofKind: accepted.proof })
    })
    .catch(async (error: unknown) => {
      if (isProven) await forgiveProof(deps, judgement.judged)
      // Another request under this key was made at the same time, of another intent: an equal one finds it spent.
      if (violatedConstraint(error) === 'withdrawals_request_once') throw new AppError('request_key_reused')
      throw error
    })
  if (typeof outcome !== 'string') return outcome
  // Of two that ran at once the second finds the intent spent, and the withdrawal made.
  const made = outcome === 'intent_over' ? await findRepeated(deps, request) : null
  if (made) return made
  throw refusalOf(outcome)
}

export type ProvenRequest = Pick<WithdrawalRequest, 'ownerId' | 'intent' | 'requestKey' | 'origin'> & {
  shown: ShownWithdrawal
  proofKind: string
}

/**
 * Judges and writes a proven request. The owner's day is counted first, so requests of one owner are judged one by one,
 * and those of the platform's day too.
 * @throws AppError as `judgeRequest`; then the transaction has to be rolled back
 */
export async function placeWithdrawal(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  request: ProvenRequest,
): Promise<WithdrawalRow> {
  const { ownerId, shown } = request
  const { grossMicros, methodId, destinationId } = shown
  const now = deps.clock.now()
  const days = await countRequest(transaction, { ownerId, day: utcDay(now), grossMicros })
  const judged = await judgeRequest(transaction, { ownerId, methodId, destinationId, grossMicros }, { days, now })
  const { settings, method, destination, balances } = judged
  // A fee that was changed meanwhile was not what they agreed to.
  if (method.feeBasisPoints !== shown.feeBasisPoints || destination.address !== shown.address) {
    throw new AppError('intent_over', { message: 'The fee was changed meanwhile. Begin again to see the new one.' })
  }
  const { kind, address } = shown
  const past = await selectOwnerPast(transaction, { ownerId, kind, address })
  const flags = flagsOf({ grossMicros, settings, hasEarned: balances.maturedMicros > 0n, ...past })
  const approvalsNeeded = approvalsNeededFor(grossMicros, { settings, flags })
  const id = randomUUIDv7()
  const holdTransferId = await postHold(transaction, { ownerId, id, grossMicros, address })
  await insertWithdrawal(transaction, {
    ...shown,
    ownerId,
    id,
    destination: address,
    flags,
    approvalsNeeded,
    proofKind: request.proofKind,
    holdTransferId,
    requestKey: request.requestKey,
    requestDigest: digestOf(request),
    now,
  })
  const detail = wordsOfState.requested
  const event = { ownerId, id, fromState: null, toState: 'requested', detail, note: null, actorId: ownerId } as const
  await insertWithdrawalEvent(transaction, { ...event, now })
  const row = await selectWithdrawal(transaction, { id, ownerId })
  invariant(row, 'What was inserted is there')
  await tellOwner(deps, transaction, row)
  const before = days.ownerDay.amountMicros
  await notifyLimit(transaction, {
    userId: ownerId,
    limit: 'withdrawals',
    before,
    after: before + grossMicros,
    allowed: usd(settings.perUserDayUsd),
    day: utcDay(now),
    render: microsToDecimal,
  })
  await recordRequest(transaction, row, request.origin)
  if (approvalsNeeded > 0) return row
  const limit = formatUsd(usd(settings.autoApproveUsd))
  const move = { ownerId, id, from: 'requested', to: 'approved', note: `Nobody has to approve below ${limit}` } as const
  return (await moveWithdrawal(deps, transaction, move)) ?? row
}

async function postHold(
  transaction: DatabaseTransaction,
  facts: { ownerId: string; id: string; grossMicros: bigint; address: string },
): Promise<string> {
  const { ownerId, id, grossMicros: amountMicros, address } = facts
  const [posted] = await postTransfers(transaction, [
    {
      ownerId,
      code: 'hold',
      amountMicros,
      idempotencyKey: `withdrawal:${id}:hold`,
      description: `On hold for the withdrawal to ${address}`,
      actorId: ownerId,
    },
  ])
  // Something else may have taken it between the judgement and the lock of the accounts.
  if (posted?.outcome === 'insufficient_funds') {
    const message = `${formatUsd(posted.balanceMicros)} is ready for withdrawal.`
    throw new AppError('amount_not_available', { message })
  }
  invariant(posted?.outcome === 'posted', `A hold has a key of its own (${posted?.outcome})`)
  return posted.transferId
}

async function recordRequest(
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  origin: WithdrawalRequest['origin'],
): Promise<void> {
  const { kind, destination, grossMicros, feeMicros, netMicros, proofKind, flags, approvalsNeeded } = row
  await recordAudit(transaction, {
    actorId: row.ownerId,
    action: 'withdrawal_requested',
    subjectType: 'withdrawal',
    subjectId: row.id,
    ...origin,
    after: { kind, destination, grossMicros, feeMicros, netMicros, proofKind, flags, approvalsNeeded },
  })
}

/** An intent is one of its own: the same key with the same intent is the same request, whatever proof came with it. */
function digestOf({ intent }: Pick<WithdrawalRequest, 'intent'>): string {
  return createHash('sha256').update(intent).digest('base64url')
}

async function findRepeated(deps: PaymentsDeps, request: WithdrawalRequest): Promise<WithdrawalRow | null> {
  const { ownerId, requestKey } = request
  const known = await selectWithdrawalByKey(deps.database.kysely, { ownerId, requestKey })
  if (known && known.requestDigest !== digestOf(request)) throw new AppError('request_key_reused')
  return known
}

function refusalOf(kind: 'refused' | 'intent_over'): AppError {
  return new AppError(kind === 'refused' ? 'proof_refused' : 'intent_over')
}
