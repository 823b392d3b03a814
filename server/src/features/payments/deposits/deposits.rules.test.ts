// What is decided about deposits and receipts from facts alone.
import { describe, expect, test } from 'vitest'
import type { ReceiptRow } from './receipts.queries.ts'
import type { ReviewDecision, ReviewKind } from './reviews.queries.ts'
import { depositFee, mayMoveDeposit, type DepositState } from './deposits.rules.ts'
import { isInTime, isTrifle, likelySpan, mayDecide, suspectOf, transferNow } from './receipt.rules.ts'
import { readTable } from '../../../testing/table.ts'

const fees = readTable(`
  amountMicros  | basisPoints  | isTaken     | feeMicros
  33330000      | 150          | yes         | 500000
  33330000      | 150          | no          | 0
  10000000      | 0            | yes         | 0
  10000000      | 10           | yes         | 10000
  4999999       | 10           | yes         | 0
  5000000       | 10           | yes         | 10000
  1000000       | 1000         | yes         | 100000
`)
test.each(fees)('the fee of $amountMicros at $basisPoints is $feeMicros', (row) => {
  const { amountMicros = '', basisPoints, isTaken, feeMicros = '' } = row
  const method = { feesOnDeposits: isTaken === 'yes', feeBasisPoints: Number(basisPoints) }
  expect(depositFee(BigInt(amountMicros), method)).toBe(BigInt(feeMicros))
})

const moves = readTable(`
  from             | to               | may
  awaiting_payment | confirming       | yes
  awaiting_payment | expired          | yes
  awaiting_payment | reversed         | no
  confirming       | awaiting_payment | yes
  confirming       | credited         | yes
  expired          | in_review        | yes
  expired          | awaiting_payment | no
  cancelled        | credited         | yes
  credited         | reversed         | yes
  credited         | awaiting_payment | no
  credited         | credited         | no
  reversed         | credited         | no
`)
test.each(moves)('whether $from becomes $to: $may', ({ from, to, may }) => {
  // The table spells states.
  expect(mayMoveDeposit(from as DepositState, to as DepositState)).toBe(may === 'yes')
})

const decisions = readTable(`
  decision       | receipt   | kind         | fits
  credit         | in_review | unmatched    | yes
  returned       | in_review | late         | yes
  operator_funds | in_review | wrong_amount | yes
  dismissed      | in_review | unmatched    | no
  dismissed      | orphaned  | orphaned     | yes
  credit         | orphaned  | orphaned     | yes
  returned       | orphaned  | orphaned     | no
  credit         | seen      | disagreement | no
  dismissed      | seen      | disagreement | yes
  credit         | credited  | disagreement | no
  credit         | none      | reversed     | no
  dismissed      | none      | reversed     | yes
`)
test.each(decisions)(
  '$decision of a payment that is $receipt, as $kind: $fits',
  ({ decision, receipt, kind, fits }) => {
    const state = receipt === 'none' ? null : (receipt as ReceiptRow['state'])
    expect(mayDecide(decision as ReviewDecision, state, kind as ReviewKind) === null).toBe(fits === 'yes')
  },
)

test('a payment is in time by the time of its block', () => {
  const expiresAt = new Date('2026-03-01T12:00:00Z')
  const at = (time: string) => new Date(`2026-03-01T${time}Z`)
  expect(isInTime({ state: 'awaiting_payment', expiresAt }, at('12:00:01'))).toBe(true)
  expect(isInTime({ state: 'expired', expiresAt }, at('12:00:00'))).toBe(true)
  expect(isInTime({ state: 'expired', expiresAt }, at('12:00:01'))).toBe(false)
  expect(isInTime({ state: 'expired', expiresAt }, null)).toBe(false)
  expect(isInTime({ state: 'cancelled', expiresAt }, at('11:00:00'))).toBe(false)
})

test('less than a cent is a trifle', () => {
  expect(isTrifle(9_999n)).toBe(true)
  expect(isTrifle(10_000n)).toBe(false)
})

describe('whom a payment may be meant for', () => {
  const deposit = (id: string, isClaimed: boolean) => ({ id, ownerId: `owner of ${id}`, expectedMicros: 1n, isClaimed })

  test('nobody, the only one near, or one of several', () => {
    expect(suspectOf(1n, [])).toMatchObject({ kind: 'unmatched', ownerId: null })
    expect(suspectOf(1n, [deposit('a', false)])).toMatchObject({ kind: 'wrong_amount', ownerId: 'owner of a' })
    expect(suspectOf(1n, [deposit('a', false), deposit('b', false)])).toMatchObject({ ownerId: null, depositId: null })
  })

  test('a claim is told first and called what it is; two claims name nobody', () => {
    const claimed = suspectOf(1n, [deposit('a', false), deposit('b', true)])
    expect(claimed).toMatchObject({ ownerId: 'owner of b', detail: expect.stringMatching(/proves nothing by itself/) })
    expect(suspectOf(1n, [deposit('a', true), deposit('b', true)])).toMatchObject({ ownerId: null })
  })

  test('exchanges take their fee off: what is near is wider than that', () => {
    expect(likelySpan(100_000_000n)).toEqual({ fromMicros: 96_000_000n, toMicros: 104_000_000n })
  })
})

describe('a transfer as the chain tells it now', () => {
  const receipt = { logIndex: 3, toAddress: 'to', fromAddress: 'from', rawAmount: '5' } as ReceiptRow
  const transfer = { txHash: 't', logIndex: 3, blockNumber: 1, blockHash: 'b', from: 'from', to: 'to', raw: 5n }
  const told = {
    txHash: 't',
    isSuccess: true,
    blockNumber: 1,
    blockHash: 'b',
    transfers: [transfer],
    movesOtherTokens: false,
  }

  test('is the same, or is not there', () => {
    expect(transferNow(receipt, told)).toBe(transfer)
    expect(transferNow(receipt, null)).toBeNull()
    expect(transferNow(receipt, { ...told, isSuccess: false })).toBeNull()
    for (const other of [{ logIndex: 4 }, { from: 'x' }, { to: 'x' }, { raw: 6n }]) {
      expect(transferNow(receipt, { ...told, transfers: [{ ...transfer, ...other }] })).toBeNull()
    }
  })
})
