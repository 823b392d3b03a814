import { users } from '@inrange/contract/users'
import { expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { contractResolver, placeErrors } from './contract-form.ts'

const options = { fields: {}, shouldUseNativeValidation: false }
const typed = { username: ' ayse ', email: 'ayse@example.com', password: 'sécret', role: 'user' as const }

test('what was typed is what will be sent', async () => {
  const { values, errors } = await contractResolver(users['users.create'].body)(typed, undefined, options)
  expect(errors).toEqual({})
  expect(values).toEqual(typed)
})

test('the contract speaks in its own words', async () => {
  const { errors } = await contractResolver(users['users.create'].body)(
    { ...typed, password: 'secre' },
    undefined,
    options,
  )
  expect(errors).toMatchObject({ password: { message: 'Minimum 6 characters' } })
})

const taken = new ApiError({ code: 'username_taken', status: 409, message: 'Taken.', fields: { username: 'Taken.' } })

test('a fault of the server goes to its field, the first with the focus', () => {
  const setError = vi.fn()
  expect(placeErrors(taken, ['username', 'email'], setError)).toBeNull()
  expect(setError).toHaveBeenCalledExactlyOnceWith(
    'username',
    { type: 'server', message: 'Taken.' },
    { shouldFocus: true },
  )
})

test('a fault without a field in this form is said for the whole form', () => {
  const setError = vi.fn()
  expect(placeErrors(taken, ['email'], setError)).toBe('Taken.')
  expect(setError).not.toHaveBeenCalled()
})
