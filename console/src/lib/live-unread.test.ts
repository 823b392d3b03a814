import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetUnread, hearUnread, lowerUnread, setUnread, unreadNow } from './live-unread.ts'

beforeEach(forgetUnread)
afterEach(() => vi.unstubAllGlobals())

/** The browser, which draws when it is told to. */
function stubFrames() {
  const frames: (() => void)[] = []
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  return () => {
    for (const draw of frames.splice(0)) draw()
  }
}

test('a fast stream shows its last word with the next frame, and an answer is newer than what waits for one', () => {
  const drawFrame = stubFrames()
  hearUnread(7)
  hearUnread(8)
  expect(unreadNow()).toBeNull()
  drawFrame()
  expect(unreadNow()).toBe(8)
  hearUnread(9)
  setUnread(0)
  drawFrame()
  expect(unreadNow()).toBe(0)
})

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
