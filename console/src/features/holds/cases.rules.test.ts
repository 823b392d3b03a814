// What a person may do next with a case, and what it holds.
import { expect, test } from 'vitest'
import { choiceOf, creationOf, isEnded, sumHeld, timeOfField } from './cases.rules.ts'

const owner = { id: 'usr_owner', username: 'ann' }
const proposer = { id: 'usr_one', username: 'one' }
const open = { state: 'open', owner, proposedBy: null, mayEnd: false } as const
const proposed = { state: 'release_proposed', owner, proposedBy: proposer, mayEnd: true } as const

test('one person proposes, another decides, and the owner neither', () => {
  expect(choiceOf(open, 'usr_one')).toEqual({ acts: ['release', 'forfeit'], refusal: null })
  expect(choiceOf(open, owner.id)).toEqual({ acts: [], refusal: 'own' })
  expect(choiceOf(proposed, 'usr_two')).toEqual({ acts: ['confirm', 'refuse'], refusal: null })
  expect(choiceOf({ ...proposed, mayEnd: false }, proposer.id)).toEqual({ acts: ['refuse'], refusal: 'mine' })
  expect(choiceOf({ ...proposed, state: 'released', mayEnd: false }, 'usr_two')).toEqual({ acts: [], refusal: null })
})

test('what it holds is both parts, to the micro-dollar', () => {
  expect(sumHeld({ frozen: '0.000001', held: '12.500000' })).toBe('12.500001')
  expect(isEnded({ state: 'forfeited' })).toBe(true)
  expect(isEnded({ state: 'forfeit_proposed' })).toBe(false)
})

test('a case is sent once both of its times are times', () => {
  const form = { rangeId: 'rng_1', from: '2026-11-20T10:00', until: '2026-11-20T12:00', reason: 'Odd' }
  expect(creationOf(form)).toEqual({
    rangeId: 'rng_1',
    from: new Date('2026-11-20T10:00').toISOString(),
    until: new Date('2026-11-20T12:00').toISOString(),
    reason: 'Odd',
  })
  expect(creationOf({ ...form, until: '' })).toBeNull()
  expect(timeOfField('soon')).toBeNull()
})
