import { beforeEach, expect, test } from 'vitest'
import { forgetUnread, lowerUnread, setUnread, unreadNow } from './live-unread.ts'

beforeEach(forgetUnread)

test('what was read before a newer word does not replace it', () => {
  setUnread(25)
  setUnread(4, Date.now() - 60_000)
  expect(unreadNow()).toBe(25)
  setUnread(26, Date.now() + 1)
  expect(unreadNow()).toBe(26)
})

test('what the stream says is taken as it comes, whatever the clock does', () => {
  setUnread(4, Date.now() + 3_600_000)
  setUnread(5)
  expect(unreadNow()).toBe(5)
})

test('a guess lowers what is known, and never below nothing', () => {
  lowerUnread(1)
  expect(unreadNow()).toBeNull()
  setUnread(1)
  lowerUnread(3)
  expect(unreadNow()).toBe(0)
})
