// Watches what was sent on a chain until it is final, then completes it. Guarantees that nothing is completed that the
// chain does not show as final at that moment, and that a transaction that is gone again reaches a person. It
// deliberately believes only a node that has come as far as the block it was seen in, and never sends anything again.
import type { Chain } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { invariant } from '../../../platform/invariant.ts'
import { AppError } from '@inrange/contract/errors'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { checkPayout, openPayoutChain, type CheckedPayout } from './check-payout.ts'
import { selectWatchedIds } from './payouts.queries.ts'
import { moveWithdrawal, settleWithdrawal } from './withdrawal.moves.ts'
import { selectWithdrawals, updateWithdrawalFields, type WithdrawalRow } from './withdrawals.queries.ts'

/** Of one run; the next begins a minute later. */
const WATCHED_MAX = 200

export type WatchResult = { completed: number; gone: number; waiting: number; unreachable: number }

export async function watchPayouts(deps: PaymentsDeps): Promise<WatchResult> {
  const result: WatchResult = { completed: 0, gone: 0, waiting: 0, unreachable: 0 }
  const rows = await selectWithdrawals(deps.database.kysely, await selectWatchedIds(deps.database.kysely, WATCHED_MAX))
  const { extraConfirmations } = (await readSettings(deps.database.kysely)).deposits
  for (const [methodId, ofMethod] of Map.groupBy(rows, (row) => row.methodId)) {
    try {
      const [first] = ofMethod
      invariant(first, 'A group has a member')
      const asked = { ...(await openPayoutChain(deps, first)), extraConfirmations }
      for (const row of ofMethod) {
        invariant(row.txHash !== null, 'What is watched has a hash')
        // From the wallet that it was recorded with, whichever the method has now.
        const treasury = row.sentFrom ?? asked.treasury
        const checked = await checkPayout({ ...asked, treasury }, row, row.txHash)
        const step = await stepOf(row, checked, asked)
        await take(deps, row, step)
        result[countedAs(step)] += 1
      }
    } catch (error) {
      if (!(error instanceof ChainFault) && !(error instanceof AppError)) throw error
      result.unreachable += 1
      deps.log.warn({ methodId, reason: error.message }, 'what was sent could not be looked at on its chain')
    }
  }
  return result
}

type Step =
  | { kind: 'complete' | 'wait'; facts: Extract<CheckedPayout, { kind: 'paid' }>['facts'] }
  | { kind: 'attend'; reason: string }
  | { kind: 'leave' }

/** What follows from what the chain says now. */
async function stepOf(
  row: WithdrawalRow,
  checked: CheckedPayout,
  { chain, head }: { chain: Chain; head: { number: number } },
): Promise<Step> {
  if (checked.kind === 'paid') return { kind: checked.isFinal ? 'complete' : 'wait', facts: checked.facts }
  if (row.state === 'needs_attention') return { kind: 'leave' }
  if (checked.kind === 'differs') {
    return { kind: 'attend', reason: `The transaction changed on the chain. ${checked.text}` }
  }
  const blockNumber = Number(row.txBlockNumber)
  // A node that is behind, or that has the block and no word of its transaction, says nothing.
  if (head.number < blockNumber || (await chain.blockHash(blockNumber)) === row.txBlockHash) return { kind: 'leave' }
  return { kind: 'attend', reason: 'The transaction is gone from the chain again.' }
}

async function take(deps: PaymentsDeps, row: WithdrawalRow, step: Step): Promise<void> {
  if (step.kind === 'leave') return
  const { ownerId, id, state: from } = row
  await deps.database.transaction(async (transaction) => {
    if (step.kind === 'attend') {
      const words = { detail: 'Being looked at: its transaction is gone from the chain', note: step.reason }
      await moveWithdrawal(deps, transaction, { ownerId, id, from, to: 'needs_attention', ...words })
      return
    }
    const fields = step.facts
    if (from === 'needs_attention') {
      const back = { detail: 'Its transaction is on the chain again', fields }
      const moved = await moveWithdrawal(deps, transaction, { ownerId, id, from, to: 'sent', ...back })
      if (!moved) return
    }
    if (step.kind === 'complete') await settleWithdrawal(deps, transaction, { ownerId, id, from: 'sent', fields })
    else await updateWithdrawalFields(transaction, { ownerId, id, from: ['sent'] }, fields, deps.clock.now())
  })
}

function countedAs({ kind }: Step): keyof WatchResult {
  if (kind === 'complete') return 'completed'
  return kind === 'attend' ? 'gone' : 'waiting'
}
