import { expect, test } from 'vitest'
import { assertLimits, limits } from './limits.ts'

test('the bounds as they stand agree with each other', () => {
  expect(() => assertLimits()).not.toThrow()
})

test('bounds that disagree stop the start and name the relation', () => {
  expect(() => assertLimits({ ...limits, appPoolConnectionsMax: limits.embeddedConnectionsMax })).toThrow(
    /reserved connections/,
  )
  expect(() => assertLimits({ ...limits, lockTimeoutMs: limits.statementTimeoutMs })).toThrow(/lock is given up/)
})

test('a bound that is no positive whole number stops the start and is named', () => {
  expect(() => assertLimits({ ...limits, statementTimeoutMs: 0 })).toThrow(/statementTimeoutMs/)
  expect(() => assertLimits({ ...limits, statementTimeoutMs: 1.5 })).toThrow(/statementTimeoutMs/)
})
