import { expect, test } from 'vitest'
import { maySee, pathOf, sectionOf, sections } from '../../paths.ts'
import { groupOf, groupsOpenAtFirst, menuFor } from './menu.entries.ts'

const shown = (role: Parameters<typeof menuFor>[0]) =>
  menuFor(role).map(({ group, sections }) => [group, ...sections].join(' '))

test('a user sees the general sections and no empty group', () => {
  expect(shown('user')).toEqual([
    ' dashboard',
    'messages inbox sms-inbox',
    'sms-services number-ranges test-numbers',
    ' wallet earnings analytics reports',
  ])
})

test('an admin also sees Administration, a super admin everything but what has its own place', () => {
  expect(shown('admin').at(-1)).toBe('administration manage-users admin-dashboard carriers quarantine holds audit')
  expect(shown('super_admin').at(-1)).toBe('super-admin super-admin-dashboard payment-settings platform-settings')
  const shownSections = menuFor('super_admin').flatMap((block) => block.sections)
  expect(Object.keys(sections).filter((name) => !shownSections.some((section) => section === name))).toEqual([
    'notifications',
    'account',
  ])
})

test('messages, sms-services and super-admin start open, administration does not', () => {
  expect(groupsOpenAtFirst).toEqual(['messages', 'sms-services', 'super-admin'])
})

test('a section knows its group', () => {
  expect(groupOf('sms-inbox')).toBe('messages')
  expect(groupOf('wallet')).toBeNull()
})

test('an address that is no section is none, whatever objects inherit', () => {
  expect(sectionOf(pathOf('sms-inbox'))).toBe('sms-inbox')
  expect(sectionOf('/sms-inbox/')).toBe('sms-inbox')
  expect(sectionOf('/toString')).toBeNull()
  expect(sectionOf('/')).toBeNull()
})

test('super admin sections are closed to admins', () => {
  expect(maySee('super_admin', 'payment-settings')).toBe(true)
  expect(maySee('admin', 'payment-settings')).toBe(false)
  expect(maySee('admin', 'carriers')).toBe(true)
  expect(maySee('user', 'carriers')).toBe(false)
  expect(maySee('admin', 'holds')).toBe(true)
  expect(maySee('user', 'holds')).toBe(false)
})
