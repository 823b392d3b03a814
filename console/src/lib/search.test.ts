import { expect, test } from 'vitest'
import { choiceOf, compact, flagOf, textOf } from './search.ts'

test('text is trimmed, and digits that the router read as a number come back as text', () => {
  expect(textOf({ search: '  uk ' }, 'search')).toBe('uk')
  expect(textOf({ search: 4477 }, 'search')).toBe('4477')
  expect(textOf({ search: '   ' }, 'search')).toBeUndefined()
  expect(textOf({ search: { deep: 1 } }, 'search')).toBeUndefined()
})

test('a choice is one of its list or nothing', () => {
  expect(choiceOf({ status: 'active' }, 'status', ['active', 'inactive'])).toBe('active')
  expect(choiceOf({ status: 'Active' }, 'status', ['active', 'inactive'])).toBeUndefined()
})

test('a flag is on or absent', () => {
  expect(flagOf({ unread: true }, 'unread')).toBe(true)
  expect(flagOf({ unread: 'true' }, 'unread')).toBe(true)
  expect(flagOf({ unread: false }, 'unread')).toBeUndefined()
})

test('an address says only what differs from the default', () => {
  expect(compact({ search: undefined, status: 'active' })).toEqual({ status: 'active' })
})
