import { expect, test } from 'vitest'
import { withdrawalStates } from '@inrange/contract/withdrawals'
import type { PayoutStep } from '../paypal/paypal.rules.ts'
import { transitions } from '../withdrawals/withdrawals.rules.ts'
import { decidePayoutMove, repetitionFault } from './payouts.rules.ts'

const steps: Record<string, PayoutStep> = {
  paid: { kind: 'completed', transactionId: null, feeMicros: 1n },
  working: { kind: 'processing', why: 'pending', mayCancel: false, sentence: 'At work.' },
  onHold: { kind: 'processing', why: 'on_hold', mayCancel: false, sentence: 'Looked at.' },
  unclaimed: { kind: 'processing', why: 'unclaimed', mayCancel: true, sentence: 'Waits.' },
  failed: { kind: 'failed', why: 'failed', sentence: 'Failed.' },
  returned: { kind: 'failed', why: 'returned', sentence: 'Came back.' },
  reversed: { kind: 'came_back', why: 'reversed', feeMicros: 1n, sentence: 'Taken back.' },
}

test('every step moves every state only as the law of moves allows, and money only from where it is held', () => {
  for (const state of withdrawalStates) {
    for (const [name, step] of Object.entries(steps)) {
      const move = decidePayoutMove(state, step)
      const where = `${state} ${name}: ${move.kind}`
      const allowed: readonly string[] = transitions[state]
      if (move.kind === 'settle') expect(allowed, where).toContain('completed')
      if (move.kind === 'move' || move.kind === 'release') expect(allowed, where).toContain(move.to)
      if (move.kind === 'give_back') expect(state, where).toBe('completed')
      const isOver = allowed.length === 0 || state === 'completed'
      if (isOver) expect(['note', 'alarm', 'give_back'], where).toContain(move.kind)
    }
  }
})

test('what was given back and is paid all the same is an alarm; what failed as known is none', () => {
  const kindOf = (state: 'failed' | 'returned' | 'cancelled', step: PayoutStep) => decidePayoutMove(state, step).kind
  expect(kindOf('failed', steps['paid']!)).toBe('alarm')
  expect(kindOf('returned', steps['working']!)).toBe('alarm')
  expect(kindOf('cancelled', steps['failed']!)).toBe('alarm')
  expect(kindOf('failed', steps['failed']!)).toBe('note')
})

test('only a payout that came back from its recipient is charged for', () => {
  expect(decidePayoutMove('sent', steps['reversed']!)).toMatchObject({ to: 'returned', isCharged: true })
  expect(decidePayoutMove('sent', steps['returned']!)).toMatchObject({ to: 'returned', isCharged: false })
})

test('PayPal is asked again for 25 days, at the account that was asked first', () => {
  const firstSentAt = new Date('2026-03-01T00:00:00Z')
  const before = new Date('2026-02-01T00:00:00Z')
  const at = (text: string, methodChangedAt = before) =>
    repetitionFault({ firstSentAt, methodChangedAt, now: new Date(text) })
  expect(at('2026-03-26T00:00:00Z')).toBeNull()
  expect(at('2026-03-26T00:00:01Z')).toMatch(/too long ago/)
  expect(at('2026-03-02T00:00:00Z', new Date('2026-03-01T12:00:00Z'))).toMatch(/was changed/)
})
