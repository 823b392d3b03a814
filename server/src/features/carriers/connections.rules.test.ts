import { expect, test } from 'vitest'
import type { ConnectionKind, ConnectionState } from '@inrange/contract/carriers'
import { AppError } from '@inrange/contract/errors'
import { TEST_ONLY_CERTIFICATE } from '@inrange/smpp/testing/tls.fixture'
import { reconnectDelayMs, refusalDelayMs } from './back-off.rules.ts'
import { needsNewSessions, parseSettings, stateOf, stateOfCarrier } from './connections.rules.ts'

// kind, active, bound, wanted, connecting, ms since the last message (null: none) → state
const states: [ConnectionKind, boolean, number, number, boolean, number | null, ConnectionState][] = [
  ['smpp_client', true, 2, 2, false, null, 'up'],
  ['smpp_client', true, 1, 2, true, null, 'partial'],
  ['smpp_client', true, 0, 2, true, null, 'connecting'],
  ['smpp_client', true, 0, 2, false, 1_000, 'down'],
  ['smpp_client', false, 0, 2, false, null, 'disabled'],
  ['smpp_server', true, 1, 0, false, null, 'up'],
  ['smpp_server', true, 0, 0, false, 1_000, 'idle'],
  ['smpp_server', false, 1, 0, false, null, 'disabled'],
  ['http', true, 0, 0, false, 299_999, 'up'],
  ['http', true, 0, 0, false, 300_000, 'idle'],
  ['http', true, 0, 0, false, null, 'idle'],
]

test.each(states)('%s active=%s bound=%d of %d connecting=%s heard %s ms ago is %7$s', (...row) => {
  const [kind, isActive, boundSessions, wantedSessions, isConnecting, agoMs, state] = row
  const lastMessageAtMs = agoMs === null ? null : 1_000_000 - agoMs
  const report = { kind, isActive, boundSessions, wantedSessions, isConnecting, lastMessageAtMs }
  expect(stateOf(report, 1_000_000)).toBe(state)
})

function faultsOf(kind: ConnectionKind, settings: unknown): Record<string, string> | undefined {
  try {
    parseSettings(kind, settings)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.fields
  }
}

test('settings are completed with their defaults', () => {
  expect(parseSettings('smpp_server', {})).toMatchObject({ bindsMax: 4, dedupePolicy: 'redelivery-aware' })
  expect(parseSettings('http', {})).toMatchObject({ dedupePolicy: 'provider-id', fields: { sender: 'from' } })
  expect(parseSettings('smpp_client', { host: 'smsc.example' })).toMatchObject({ port: 2775, binds: 1 })
})

test('a wrong setting is named', () => {
  expect(faultsOf('smpp_client', {})).toHaveProperty(['settings.host'])
  expect(faultsOf('smpp_server', { bindsMax: 0 })).toHaveProperty(['settings.bindsMax'])
  expect(faultsOf('smpp_server', { binds: 1 })).toEqual({ 'settings.binds': 'This field is not known here.' })
  expect(faultsOf('http', { allowList: ['10.0.0.0/8', '10.0.0.0/40'] })).toHaveProperty(['settings.allowList.1'])
  expect(faultsOf('http', { allowList: ['10.0.0.0/8', '10.0.0.0/30'] })).toBeUndefined()
  expect(faultsOf('smpp_client', { host: 'a', tlsCa: 'no certificate' })).toHaveProperty(['settings.tlsCa'])
  expect(faultsOf('smpp_client', { host: 'a', tlsCa: TEST_ONLY_CERTIFICATE })).toBeUndefined()
})

test('sessions survive an edit of how messages are read, and no other', () => {
  const before = parseSettings('smpp_client', { host: 'a' })
  expect(needsNewSessions(before, parseSettings('smpp_client', { host: 'a', dedupePolicy: 'off' }))).toBe(false)
  expect(needsNewSessions(before, parseSettings('smpp_client', { host: 'a', reassemblyTimeoutSeconds: 9 }))).toBe(false)
  expect(needsNewSessions(before, parseSettings('smpp_client', { host: 'b' }))).toBe(true)
  expect(needsNewSessions(before, parseSettings('smpp_client', { host: 'a', binds: 2 }))).toBe(true)
})

test('the wait before dialling again doubles from 1 s to 60 s and is cut by up to half', () => {
  expect([1, 2, 3, 6, 7, 2_000].map((failures) => reconnectDelayMs(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ])
  expect(reconnectDelayMs(3, 0)).toBe(2_000)
})

test('the wait before a refusal doubles from 0.5 s to 10 s', () => {
  expect([1, 2, 3, 5, 6, 2_000].map(refusalDelayMs)).toEqual([500, 1_000, 2_000, 8_000, 10_000, 10_000])
})

test.each([
  [['up', 'up'], 'up'],
  [['up', 'idle'], 'up'],
  [['up', 'disabled'], 'up'],
  [['up', 'down'], 'partial'],
  [['partial'], 'partial'],
  [['idle', 'down'], 'down'],
  [['connecting', 'down'], 'down'],
  [['connecting', 'idle'], 'connecting'],
  [['idle', 'idle'], 'idle'],
  [[], 'without'],
  [['disabled', 'disabled'], 'off'],
] as const)('a carrier with %j is %s', (states, state) => {
  expect(stateOfCarrier(true, states)).toBe(state)
  expect(stateOfCarrier(false, states)).toBe('inactive')
})
