import { expect, test } from 'vitest'
import { isTrouble, sessionsOf, type Connection } from './connections.rules.ts'

test('sessions are measured against what is wanted, or allowed; HTTP has none', () => {
  const settings = (given: object) => given as Connection['settings']
  const boundSessions = 1
  expect(sessionsOf({ kind: 'smpp_client', boundSessions, settings: settings({ binds: 2 }) })).toEqual({
    bound: 1,
    wanted: 2,
  })
  expect(sessionsOf({ kind: 'smpp_server', boundSessions, settings: settings({ bindsMax: 4 }) })).toEqual({
    bound: 1,
    most: 4,
  })
  expect(sessionsOf({ kind: 'http', boundSessions: 0, settings: settings({}) })).toBeNull()
})

test('only counters of faults call for a look, and only when something was counted', () => {
  expect(isTrouble('refused', 1)).toBe(true)
  expect(isTrouble('refused', 0)).toBe(false)
  expect(isTrouble('received', 5)).toBe(false)
})
