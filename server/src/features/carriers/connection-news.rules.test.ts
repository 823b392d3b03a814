// Which states of a connection are told, over time.
import { expect, test } from 'vitest'
import { lookAtConnection, NEWS_AFTER_MS, type Seen } from './connection-news.rules.ts'

/** Looks every second at a connection; each letter is a second: U up, - down. @returns what was told, and when */
function tell(seconds: string, isAwaited = true): string[] {
  let seen: Seen | undefined
  const told: string[] = []
  for (const [second, state] of seconds.split('').entries()) {
    const looked = lookAtConnection(seen, { isUp: state === 'U', isAwaited, atMs: second * 1_000 })
    seen = looked.seen
    const { news } = looked
    if (news?.kind === 'down') told.push(`${second} down`)
    if (news?.kind === 'up') told.push(`${second} up after ${news.downMs / 1_000}`)
  }
  return told
}
const minute = NEWS_AFTER_MS / 1_000

test('what is down for a minute is told once, and that it is up again after a minute', () => {
  expect(tell(`U${'-'.repeat(200)}${'U'.repeat(100)}`)).toEqual([`${1 + minute} down`, `${201 + minute} up after 200`])
})
test('what is down for less than a minute is told to nobody', () => {
  expect(tell(`U${'-'.repeat(minute)}U${'U'.repeat(200)}`)).toEqual([])
})
test('what flaps is down, and only up again once it stays up', () => {
  const flaps = `${'-'.repeat(10)}${'U'.repeat(10)}`.repeat(12)
  expect(tell(`U${'-'.repeat(100)}${flaps}${'U'.repeat(100)}`)).toEqual([
    `${1 + minute} down`,
    `${101 + 230 + minute} up after 330`,
  ])
})
test('a connection that we bind is down from the start; one that was never bound to us is not', () => {
  expect(tell('-'.repeat(100))).toEqual([`${minute} down`])
  expect(tell('-'.repeat(100), false)).toEqual([])
})
