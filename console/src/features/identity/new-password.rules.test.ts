import { expect, test } from 'vitest'
import { faultsOfNewPassword, hintsOf } from './new-password.rules.ts'

const sound = { current: 'one-time', next: 'sécret', repeated: 'sécret' }
const policy = { lengthMin: 6, username: 'ayse', email: 'ay.yilmaz@example.com' }

test('six characters, repeated, other than the current one', () => {
  expect(faultsOfNewPassword(sound, policy)).toEqual({})
  expect(faultsOfNewPassword({ ...sound, current: null }, policy)).toEqual({})
})

test.each([
  ['no current password', { ...sound, current: '' }, { current: 'passwordNeeded' }],
  ['five characters', { ...sound, next: 'secre', repeated: 'secre' }, { next: 'minimum' }],
  ['five characters of two units each', { ...sound, next: '😀😀😀😀😀', repeated: '😀😀😀😀😀' }, { next: 'minimum' }],
  ['the current one again', { current: 'one-time', next: 'one-time', repeated: 'one-time' }, { next: 'same' }],
  ['a slip in the repetition', { ...sound, repeated: 'secret' }, { repeated: 'different' }],
])('%s', (_name, given, faults) => {
  expect(faultsOfNewPassword(given, policy)).toEqual(faults)
})

test('the minimum is the policy of the platform', () => {
  expect(faultsOfNewPassword({ ...sound, next: 'seven77', repeated: 'seven77' }, { lengthMin: 8 })).toEqual({
    next: 'minimum',
  })
})

test.each([
  ['', []],
  ['abcde', ['notYours']],
  ['abcdef', ['minimum', 'notYours']],
  ['my AYSE password', ['minimum', 'longer']],
  ['ay.yilmaz', ['minimum']],
  ['fifteen letters', ['minimum', 'notYours', 'longer']],
])('what is good about "%s"', (password, met) => {
  expect(
    hintsOf(password, policy)
      .filter(({ isMet }) => isMet)
      .map(({ name }) => name),
  ).toEqual(met)
})
