import { expect, test } from 'vitest'
import { changeOf } from './user-form.model.ts'

const user = { username: 'maria', email: 'maria@example.com', role: 'user' } as const

test('only what differs is sent', () => {
  expect(changeOf(user, { ...user, role: 'admin' })).toEqual({ role: 'admin' })
  expect(changeOf(user, { ...user, username: 'Maria', email: 'm@example.com' })).toEqual({
    username: 'Maria',
    email: 'm@example.com',
  })
})

test('an untouched form sends nothing, also with blanks around the name', () => {
  expect(changeOf(user, { ...user, username: ' maria ' })).toBeNull()
})
