// The pure rules of sign-in, each with its neighbour on the other side of the line.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { addressKey, afterAttempt, waitMsAfter, waitMsLeft, type BackOff } from './back-off.rules.ts'
import { commonPasswords } from './common-passwords.list.ts'
import { isOwnOrigin, storableAddress } from './origin.rules.ts'
import { passwordFault } from './password.rules.ts'
import { isRefreshToken, refreshTokenFrom, refreshTokenState, successorOf, TOKEN_BYTES } from './refresh-token.rules.ts'

const backOff: BackOff = { freeFailures: 3, waitMsMin: 1_000, waitMsMax: 60_000, forgetAfterMs: 3_600_000 }

test('waits start after the free failures, double, and are capped', () => {
  const waits = [1, 2, 3, 4, 5, 8, 9, 50, 100_000].map((failures) => waitMsAfter(failures, backOff))
  expect(waits).toEqual([0, 0, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000])
})

test('an hour without a failure forgets them, a millisecond less does not', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const failed = { failures: 9, lastAt: now, blockedUntil: new Date(now.getTime() + 60_000) }
  const later = (ms: number) => new Date(now.getTime() + ms)
  expect(afterAttempt(failed, backOff, later(3_600_000)).failures).toBe(1)
  expect(afterAttempt(failed, backOff, later(3_599_999)).failures).toBe(10)
  expect(waitMsLeft(failed, later(59_999))).toBe(1)
  expect(waitMsLeft(failed, later(60_000))).toBe(0)
  expect(waitMsLeft(null, now)).toBe(0)
})

test('an attempt that read the clock a moment before the one that was counted first does not wait for it', () => {
  const counted = afterAttempt(null, backOff, new Date('2026-05-01T08:00:00.050Z'))
  expect(waitMsLeft(counted, new Date('2026-05-01T08:00:00.049Z'))).toBe(0)
})

test('an IPv6 subscriber is one address, an IPv4 host is one address', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'))
  expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'))
  expect(addressKey('::1')).toBe('address:0:0:0:0::/64')
  expect(addressKey('192.0.2.1')).not.toBe(addressKey('192.0.2.2'))
  expect(addressKey('::ffff:192.0.2.1')).not.toBe(addressKey('::ffff:192.0.2.2'))
})

const origins = [
  { origin: 'http://inrange.test:3000', host: 'inrange.test:3000', site: undefined, own: true },
  { origin: 'http://inrange.test:3000', host: 'inrange.test:3000', site: 'same-origin', own: true },
  { origin: 'https://console.example', host: 'internal:8080', site: undefined, own: true },
  { origin: 'https://console.example.evil', host: 'internal:8080', site: undefined, own: false },
  { origin: 'http://console.example', host: 'internal:8080', site: undefined, own: false },
  { origin: 'http://inrange.test', host: 'inrange.test:3000', site: undefined, own: false },
  { origin: 'http://inrange.test:3000', host: 'inrange.test:3000', site: 'cross-site', own: false },
  { origin: 'null', host: 'inrange.test:3000', site: undefined, own: false },
  { origin: 'ftp://inrange.test', host: 'inrange.test', site: undefined, own: false },
  { origin: 'http://inrange.test', host: undefined, site: undefined, own: false },
  { origin: undefined, host: 'inrange.test:3000', site: 'same-origin', own: true },
  { origin: undefined, host: 'inrange.test:3000', site: 'none', own: false },
  { origin: undefined, host: 'inrange.test:3000', site: undefined, own: false },
]
test.each(origins)('origin $origin at $host ($site) is our own: $own', ({ origin, host, site, own }) => {
  expect(isOwnOrigin({ origin, host, secFetchSite: site }, 'https://console.example')).toBe(own)
})

test('a refresh token is 43 characters, and a successor needs both the token and the nonce', () => {
  const token = refreshTokenFrom(randomBytes(TOKEN_BYTES))
  const nonce = randomBytes(TOKEN_BYTES)
  expect(isRefreshToken(token)).toBe(true)
  expect(isRefreshToken(`${token}A`)).toBe(false)
  expect(isRefreshToken('+'.repeat(43))).toBe(false)
  const successor = successorOf(token, nonce)
  expect(isRefreshToken(successor)).toBe(true)
  expect(successorOf(token, nonce)).toBe(successor)
  expect(successorOf(refreshTokenFrom(randomBytes(TOKEN_BYTES)), nonce)).not.toBe(successor)
  expect(successorOf(token, randomBytes(TOKEN_BYTES))).not.toBe(successor)
})

test('a use is a race for ten seconds and theft after that', () => {
  const now = new Date()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  expect(refreshTokenState(null, now)).toBe('fresh')
  expect(refreshTokenState(ago(10_000), now)).toBe('raced')
  expect(refreshTokenState(ago(10_001), now)).toBe('reused')
})

test('the length of a password is counted in characters, and names of the user are none', () => {
  const user = { username: 'alice', email: 'alice@example.com' }
  expect(passwordFault('😀😀😀😀😀😀', user, 6)).toBeNull()
  expect(passwordFault('😀😀😀😀😀', user, 6)).toEqual({ reason: 'length', message: 'Minimum 6 characters' })
  expect(passwordFault('1234567', user, 8)?.message).toBe('Minimum 8 characters')
  expect(passwordFault('ALICE@example.com', user, 6)?.reason).toBe('characters')
  expect(passwordFault('alice@example.co', user, 6)).toBeNull()
})

const passwords = [
  { password: '123456', reason: 'pwned' },
  { password: 'PassWord', reason: 'pwned' },
  { password: 'qwertyuiop', reason: 'pwned' },
  { password: 'qwertyuiop-and-more', reason: null },
  { password: 'alice!2026', reason: 'characters' },
  { password: 'Inrange1', reason: 'characters' },
  { password: 'alice.inrange.al', reason: 'characters' },
  { password: 'alice.walks', reason: null },
  { password: 'arrange1', reason: null },
  { password: 'bo-2026', reason: null },
  { password: '!!!!!!', reason: null },
]
test.each(passwords)('as a new password, $password has the fault $reason', ({ password, reason }) => {
  const user = { username: 'bo', email: 'alice@example.com' }
  expect(passwordFault(password, user, 6)?.reason ?? null).toBe(reason)
})

test('the list of most used passwords holds at least 3000 that are long enough, in lower case', () => {
  const fitting = [...commonPasswords()].filter((text) => text.length >= 8)
  expect(fitting.length).toBeGreaterThan(3_000)
  expect(fitting.filter((text) => text !== text.toLowerCase())).toEqual([])
})

test('an address that is none is not stored as one', () => {
  expect(storableAddress('192.0.2.1')).toBe('192.0.2.1')
  expect(storableAddress('::1')).toBe('::1')
  expect(storableAddress('unknown')).toBeNull()
  expect(storableAddress('')).toBeNull()
})
