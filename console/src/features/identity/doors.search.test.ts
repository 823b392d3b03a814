import { expect, test } from 'vitest'
import { doorFactsIn } from './doors.search.ts'

const factsOf = (address: string) => doorFactsIn(new URL(address, 'https://console.example'))

test('a code is read as it stands, also one that looks like a number', () => {
  expect(factsOf('/reset-password?code=1e5')).toEqual({ code: '1e5', token: null, errorCode: '' })
})

test('a token is taken from the fragment alone', () => {
  expect(factsOf('/reset-password#token=abc')).toEqual({ code: null, token: 'abc', errorCode: '' })
  expect(factsOf('/reset-password?token=abc')).toEqual({ code: null, token: null, errorCode: '' })
})

test('a refusal is named by its code', () => {
  expect(factsOf('/reset-password?error=access_denied&error_code=otp_expired').errorCode).toBe('otp_expired')
  expect(factsOf('/reset-password?error=access_denied').errorCode).toBe('access_denied')
})
