import { expect, test } from 'vitest'
import { invariant, InvariantError, unreachable } from './invariant.ts'

test('an invariant that holds is silent, one that does not throws its sentence', () => {
  expect(() => invariant(true, 'never seen')).not.toThrow()
  expect(() => invariant(0, 'The count is positive')).toThrow(new InvariantError('The count is positive'))
})

test('an unhandled member of a union names itself', () => {
  expect(() => unreachable('later' as never, 'state')).toThrow('Unhandled state: "later"')
})
