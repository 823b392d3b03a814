// What decides about a suite: its figures, and whether something was left out where nothing may be.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeReport, findFault, readPlaywrightReport, readVitestReport } from './test.reports.ts'

const inProject = (path: string): string => join(import.meta.dirname, '..', path)

test('a report of Vitest is read', () => {
  const assertionResults = ['passed', 'passed', 'failed', 'pending', 'todo'].map((status, index) => ({
    status,
    fullName: `test ${index}`,
  }))
  expect(readVitestReport(JSON.stringify({ testResults: [{ name: 'a.test.ts', assertionResults }] }))).toEqual({
    passed: 2,
    failed: 1,
    leftOut: [
      { path: 'a.test.ts', name: 'test 3' },
      { path: 'a.test.ts', name: 'test 4' },
    ],
    flaky: [],
  })
})

test('a report of Playwright is read; passing at the second try is passing, and named', () => {
  const spec = (title: string, status: string): unknown => ({ title, tests: [{ status }] })
  const nested = {
    file: 'ranges.e2e.ts',
    specs: [spec('two', 'flaky'), spec('three', 'skipped'), spec('four', 'unexpected')],
  }
  const report = { suites: [{ file: 'ranges.e2e.ts', specs: [spec('one', 'expected')], suites: [nested] }] }
  expect(readPlaywrightReport(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 1,
    leftOut: [{ path: 'ranges.e2e.ts', name: 'three' }],
    flaky: [{ path: 'ranges.e2e.ts', name: 'two' }],
  })
})

describe('a suite', () => {
  const leftOut = [{ path: inProject('server/src/one.test.ts'), name: 'as root' }]
  const reasons = { 'server/src/one.test.ts': 'needs root' }

  test('passes when everything ran', () => {
    expect(findFault({ passed: 1, failed: 0, leftOut: [], flaky: [] }, {}, true)).toBeUndefined()
  })

  test('fails without a report, without a test, or with a failed test', () => {
    expect(findFault(undefined, {}, false)).toBe('The suite wrote no report.')
    expect(findFault({ passed: 0, failed: 0, leftOut: [], flaky: [] }, {}, false)).toBe('No test ran.')
    expect(findFault({ passed: 5, failed: 1, leftOut: [], flaky: [] }, {}, false)).toBe('1 tests failed.')
  })

  test('fails in CI when a test is left out without a known reason, and only there', () => {
    const report = { passed: 5, failed: 0, leftOut, flaky: [] }
    expect(findFault(report, {}, true)).toContain('as root')
    expect(findFault(report, {}, false)).toBeUndefined()
    expect(findFault(report, reasons, true)).toBeUndefined()
  })

  test('says what was left out, and why', () => {
    expect(describeReport({ passed: 5, failed: 0, leftOut: [], flaky: [] }, reasons)).toBeUndefined()
    expect(describeReport({ passed: 5, failed: 0, leftOut, flaky: [] }, reasons)).toBe(
      'LEFT OUT on this machine, 1 of 6 tests:\n  as root (server/src/one.test.ts: needs root)',
    )
  })

  test('says what only the second try passed', () => {
    const flaky = [{ path: 'wallet.e2e.ts', name: 'rises' }]
    expect(describeReport({ passed: 5, failed: 0, leftOut: [], flaky }, reasons)).toBe(
      'FLAKY, passed at the second try only:\n  rises (e2e/wallet.e2e.ts)',
    )
    expect(findFault({ passed: 5, failed: 0, leftOut: [], flaky }, reasons, true)).toBeUndefined()
  })
})
