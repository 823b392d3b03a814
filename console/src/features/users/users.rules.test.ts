import { expect, test } from 'vitest'
import { actionsOn } from './users.rules.ts'

const open = { isActive: true, factorCount: 1, lockedUntil: '2026-11-20T12:00:00.000Z' }
const admin = { id: 'a', role: 'admin', ...open } as const
const user = { id: 'u', role: 'user', ...open } as const
const above = { id: 's', role: 'super_admin', ...open } as const

const everything = {
  edit: true,
  access: true,
  resetPassword: true,
  resetFactors: true,
  unlock: true,
  signOut: true,
  actAs: true,
}
const nothing = {
  edit: false,
  access: false,
  resetPassword: false,
  resetFactors: false,
  unlock: false,
  signOut: false,
  actAs: false,
}

test('an admin may do everything to a user, but give no role above their own', () => {
  expect(actionsOn(admin, user)).toEqual({ ...everything, roles: ['user', 'admin'] })
})

test('an admin may do everything to another admin but act for them', () => {
  const other = { ...admin, id: 'b' }
  expect(actionsOn(admin, other)).toEqual({ ...everything, actAs: false, roles: ['user', 'admin'] })
})

test('an admin may do nothing to a super admin', () => {
  expect(actionsOn(admin, above)).toEqual({ ...nothing, roles: ['super_admin'] })
})

test('nobody takes away their own access, resets themselves or changes their own role', () => {
  const own = { ...nothing, edit: true, signOut: true, unlock: true, roles: ['super_admin'] }
  expect(actionsOn(above, above)).toEqual(own)
})

test('a super admin may give every role, and act for an admin', () => {
  expect(actionsOn(above, user).roles).toEqual(['user', 'admin', 'super_admin'])
  expect(actionsOn(above, admin).actAs).toBe(true)
})

test('what would change nothing is not offered', () => {
  expect(actionsOn(admin, { ...user, factorCount: 0 }).resetFactors).toBe(false)
  expect(actionsOn(admin, { ...user, lockedUntil: null }).unlock).toBe(false)
  expect(actionsOn(admin, { ...user, isActive: false }).actAs).toBe(false)
})

test('who acts for an admin only looks at users', () => {
  expect(actionsOn(admin, user, true)).toEqual({ ...nothing, roles: ['user'] })
})
