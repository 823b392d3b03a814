import { amountInputSchema } from '@inrange/contract/money.schema'
import { withdrawalStates } from '@inrange/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import {
  amountFault,
  isWebAddress,
  placeOfRefusal,
  stepsOfDeposit,
  stepsOfWithdrawal,
  wholeCents,
  type Deposit,
  type Withdrawal,
} from './payment.rules.ts'

describe('an amount', () => {
  const bounds = { minimum: '10.000000', available: '100.005000' }
  test.each([
    ['10', null],
    ['9.99', 'too_small'],
    ['100', null],
    ['100.01', 'too_large'],
    [' 25.50 ', null],
    ['25.505', 'unreadable'],
    ['25,50', 'unreadable'],
    ['-25', 'unreadable'],
    ['0', 'unreadable'],
    ['', 'unreadable'],
    ['1e2', 'unreadable'],
  ])('%j is judged %j', (typed, kind) => {
    expect(amountFault(typed, bounds)?.kind ?? null).toBe(kind)
    // What cannot be read here is what the contract refuses, and the other way round.
    expect(amountInputSchema.safeParse(typed).success).toBe(kind !== 'unreadable')
  })

  test('has no upper bound where nothing is taken out', () => {
    expect(amountFault('5000', { minimum: '10.000000' })).toBeNull()
  })

  test('that is everything is whole cents of it, and never more', () => {
    expect([wholeCents('100.009999'), wholeCents('0.004300'), wholeCents('-5.000000')]).toEqual([
      '100.00',
      '0.00',
      '0.00',
    ])
  })
})

const said = (steps: readonly { key: string; state: string }[]) => steps.map(({ key, state }) => `${key} ${state}`)

describe('the steps of a deposit', () => {
  const deposit = { mode: 'address', state: 'awaiting_payment', txHash: null, confirmations: null } as Deposit
  test('on a chain go from announced over seen and confirmed to credited', () => {
    expect(said(stepsOfDeposit(deposit))).toEqual(['announced done', 'seen now', 'confirmed ahead', 'credited ahead'])
    const seen = { ...deposit, state: 'confirming', confirmations: 7 } as Deposit
    expect(said(stepsOfDeposit(seen))).toEqual(['announced done', 'seen done', 'confirmed now', 'credited ahead'])
    const credited = { ...seen, state: 'credited' } as Deposit
    expect(stepsOfDeposit(credited).every(({ state }) => state === 'done')).toBe(true)
  })
  test('stop where it ended', () => {
    const expired = { ...deposit, state: 'expired' } as Deposit
    expect(said(stepsOfDeposit(expired))).toEqual([
      'announced done',
      'seen stopped',
      'confirmed ahead',
      'credited ahead',
    ])
    const reversed = { ...deposit, state: 'reversed', confirmations: 30 } as Deposit
    expect(said(stepsOfDeposit(reversed)).at(-1)).toBe('credited stopped')
  })
  test('at PayPal have nothing to confirm', () => {
    const paypal = { ...deposit, mode: 'paypal' } as Deposit
    expect(said(stepsOfDeposit(paypal))).toEqual(['announced now', 'paid ahead', 'credited ahead'])
  })
})

describe('the steps of a withdrawal', () => {
  const withdrawal = { state: 'requested', sentAt: null } as Withdrawal
  test('are four, of which the last is done only when it is completed', () => {
    for (const state of withdrawalStates) {
      const steps = stepsOfWithdrawal({ ...withdrawal, state })
      expect(steps).toHaveLength(4)
      expect([state, steps.at(-1)?.state === 'done']).toEqual([state, state === 'completed'])
    }
  })
  test('say where it waits, and where it stopped', () => {
    expect(said(stepsOfWithdrawal(withdrawal))).toEqual([
      'requested done',
      'approved now',
      'sent ahead',
      'completed ahead',
    ])
    expect(said(stepsOfWithdrawal({ ...withdrawal, state: 'rejected' }))[1]).toBe('approved stopped')
    const failed = { ...withdrawal, state: 'failed', sentAt: '2026-03-01T00:00:00Z' } as Withdrawal
    expect(said(stepsOfWithdrawal(failed))[3]).toBe('completed stopped')
  })
})

test('a refusal is answered in the step that it is about', () => {
  expect(placeOfRefusal('limit_exceeded')).toBe('amount')
  expect(placeOfRefusal('destination_resting')).toBe('destination')
  expect(placeOfRefusal('account_resting')).toBe('dialog')
})

test('only a web address is followed', () => {
  expect(isWebAddress('https://www.paypal.com/checkoutnow?token=1')).toBe(true)
  expect(isWebAddress('javascript:alert(1)')).toBe(false)
  expect(isWebAddress(null)).toBe(false)
})
