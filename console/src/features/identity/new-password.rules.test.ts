import { expect, test } from 'vitest'
import { faultsOfNewPassword } from './new-password.rules.ts'

const sound = { current: 'one-time', next: 'sécret', repeated: 'sécret' }

test('six characters, repeated, other than the current one', () => {
  expect(faultsOfNewPassword(sound)).toEqual({})
})

test.each([
  ['no current password', { ...sound, current: '' }, { current: 'passwordNeeded' }],
  ['five characters', { ...sound, next: 'secre', repeated: 'secre' }, { next: 'minimum' }],
  ['five characters of two units each', { ...sound, next: '😀😀😀😀😀', repeated: '😀😀😀😀😀' }, { next: 'minimum' }],
  ['the current one again', { current: 'one-time', next: 'one-time', repeated: 'one-time' }, { next: 'same' }],
  ['a slip in the repetition', { ...sound, repeated: 'secret' }, { repeated: 'different' }],
])('%s', (_name, given, faults) => {
  expect(faultsOfNewPassword(given)).toEqual(faults)
})
