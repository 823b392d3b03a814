// Which decisions there are, and what of the form goes along with each.
import { expect, test } from 'vitest'
import { bodyOf, decisionsFor, reviewTone } from './reviews.rules.ts'

const form = { decision: 'credit', userId: 'usr_1', txHash: '0xab', note: 'As asked' } as const

test('what came is given, returned or kept; what is not here can only be closed', () => {
  expect(decisionsFor({ kind: 'unmatched', network: 'trc20' })).toEqual(['credit', 'returned', 'operator_funds'])
  expect(decisionsFor({ kind: 'orphaned', network: 'erc20' })).toEqual(['credit', 'dismissed'])
  expect(decisionsFor({ kind: 'wrong_amount', network: null })).toEqual(['credit', 'dismissed'])
  expect(decisionsFor({ kind: 'reversed', network: null })).toEqual(['dismissed'])
  expect(decisionsFor({ kind: 'disagreement', network: 'erc20' })).toEqual(['dismissed'])
})

test('only what belongs to the decision is sent', () => {
  expect(bodyOf(form)).toEqual({ decision: 'credit', userId: 'usr_1', note: 'As asked' })
  expect(bodyOf({ ...form, decision: 'returned' })).toEqual({ decision: 'returned', txHash: '0xab', note: 'As asked' })
  expect(bodyOf({ ...form, decision: 'returned', txHash: ' ' })).toEqual({ decision: 'returned', note: 'As asked' })
  expect(bodyOf({ ...form, decision: 'dismissed' })).toEqual({ decision: 'dismissed', note: 'As asked' })
})

test('an open one asks for somebody', () => {
  expect(reviewTone({ decision: null })).toBe('warn')
  expect(reviewTone({ decision: 'credit' })).toBe('good')
})
