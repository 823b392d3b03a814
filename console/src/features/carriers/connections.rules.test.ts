import { expect, test } from 'vitest'
import { isTrouble, sessionsOf, stateOfCarrier, type Connection } from './connections.rules.ts'

const active = { isActive: true, connections: 2, connectionsUp: 1 }

test('a carrier is up when all that is wanted is up, also beside one that is idle or inactive', () => {
  expect(stateOfCarrier(active, ['up', 'up'])).toBe('up')
  expect(stateOfCarrier(active, ['up', 'idle'])).toBe('up')
  expect(stateOfCarrier(active, ['up', 'disabled'])).toBe('up')
})

test('one connection in trouble makes the carrier partly up while another is up, else down', () => {
  expect(stateOfCarrier(active, ['up', 'down'])).toBe('partial')
  expect(stateOfCarrier(active, ['partial'])).toBe('partial')
  expect(stateOfCarrier(active, ['idle', 'down'])).toBe('down')
  expect(stateOfCarrier(active, ['connecting', 'down'])).toBe('down')
  expect(stateOfCarrier(active, ['connecting', 'idle'])).toBe('connecting')
})

test('a carrier that nobody uses right now is idle, not down', () => {
  expect(stateOfCarrier({ ...active, connectionsUp: 0 }, ['idle', 'idle'])).toBe('idle')
})

test('inactive, without connections, and with inactive ones only are told apart', () => {
  expect(stateOfCarrier({ ...active, isActive: false }, ['disabled'])).toBe('inactive')
  expect(stateOfCarrier(active, [])).toBe('without')
  expect(stateOfCarrier(active, ['disabled', 'disabled'])).toBe('off')
})

test('counts alone tell a carrier that is entirely up or has nothing; anything else has to be read', () => {
  expect(stateOfCarrier({ isActive: true, connections: 2, connectionsUp: 2 }, undefined)).toBe('up')
  expect(stateOfCarrier({ isActive: true, connections: 0, connectionsUp: 0 }, undefined)).toBe('without')
  expect(stateOfCarrier({ isActive: true, connections: 2, connectionsUp: 1 }, undefined)).toBeNull()
  expect(stateOfCarrier({ isActive: false, connections: 2, connectionsUp: 0 }, undefined)).toBe('inactive')
})

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
