// Which actions and pages a few letters mean, and whose they are.
import { expect, test } from 'vitest'
import { actionsFor, isMeant } from './palette.actions.ts'

test.each([
  ['Add user', 'add', true],
  ['Add user', 'us ad', true],
  ['Add user', 'dd us', true],
  ['Add user', 'add range', false],
  ['SMS Inbox', 'inb', true],
  ['Number Ranges', '', true],
])('%j is meant by %j: %j', (title, text, expected) => {
  expect(isMeant(title, text)).toBe(expected)
})

test('a user is offered nothing that an admin does', () => {
  const names = (role: 'user' | 'admin') => actionsFor(role).map(({ name }) => name)
  expect(names('user')).toEqual(['withdraw', 'deposits', 'statements', 'changePassword', 'notificationSettings'])
  expect(names('admin')).toEqual(expect.arrayContaining(['addUser', 'createRange', 'addCarrier', 'openCase']))
})
