import { expect, test } from 'vitest'
import { freeName, inGroups, inOrderOfUse, maskedPhone } from './second-factor.rules.ts'

const factor = (id: string, last_challenged_at?: string) => ({
  id,
  factor_type: 'totp' as const,
  status: 'verified' as const,
  created_at: '',
  updated_at: '',
  ...(last_challenged_at === undefined ? {} : { last_challenged_at }),
})

test('the factor that was shown last stands first, the others as they were added', () => {
  const factors = [factor('a'), factor('b', '2026-01-01'), factor('c'), factor('d', '2026-02-01')]
  expect(inOrderOfUse(factors).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c'])
})

test('of a phone number only its ends are shown', () => {
  expect(maskedPhone('447700900123')).toBe('+44 ••• 123')
  expect(maskedPhone('+447700900123')).toBe('+44 ••• 123')
})

test('a name is free in any case of letters', () => {
  expect(freeName('Phone', [])).toBe('Phone')
  expect(freeName('Phone', ['phone', 'Phone 3'])).toBe('Phone 2')
  expect(freeName('Phone', ['phone', 'PHONE 2'])).toBe('Phone 3')
})

test('a key stands in groups of four', () => {
  expect(inGroups('ABCDEFGH')).toBe('ABCD EFGH')
  expect(inGroups('ABCDE')).toBe('ABCD E')
  expect(inGroups('')).toBe('')
})
