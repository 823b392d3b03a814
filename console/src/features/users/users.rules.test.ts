import { expect, test } from 'vitest'
import { actionsOn } from './users.rules.ts'

const admin = { id: 'a', role: 'admin' } as const
const user = { id: 'u', role: 'user' } as const
const above = { id: 's', role: 'super_admin' } as const

test('an admin may do everything to a user and to another admin, but give no role above their own', () => {
  const all = { edit: true, access: true, resetPassword: true, signOut: true, roles: ['user', 'admin'] }
  expect(actionsOn(admin, user)).toEqual(all)
  expect(actionsOn(admin, { id: 'b', role: 'admin' })).toEqual(all)
})

test('an admin may do nothing to a super admin', () => {
  expect(actionsOn(admin, above)).toEqual({
    edit: false,
    access: false,
    resetPassword: false,
    signOut: false,
    roles: ['super_admin'],
  })
})

test('nobody takes away their own access or changes their own role', () => {
  expect(actionsOn(above, above)).toEqual({
    edit: true,
    access: false,
    resetPassword: false,
    signOut: true,
    roles: ['super_admin'],
  })
})

test('a super admin may give every role', () => {
  expect(actionsOn(above, user).roles).toEqual(['user', 'admin', 'super_admin'])
})
