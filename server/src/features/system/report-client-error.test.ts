import { expect, test } from 'vitest'
import { operations } from '@inrange/contract/operations'
import { clientErrorReporter, REPORTS_MAX, REPORTS_PER_ADDRESS_MAX } from './report-client-error.ts'

const report = { id: 'k3f9-2xq7', name: 'TypeError', section: 'wallet', places: ['/assets/wallet.page-3f2a.js:1:2045'] }

function reporter() {
  let nowMs = 1_000
  const logged: unknown[] = []
  const log = { warn: (facts: unknown) => logged.push(facts) }
  const take = clientErrorReporter({
    clock: { now: () => new Date(nowMs), nowMs: () => nowMs },
    // Nothing else of a log is called.
    log: log as unknown as Parameters<typeof clientErrorReporter>[0]['log'],
  })
  return { logged, take, pass: (ms: number) => (nowMs += ms) }
}

test('a crash stands in the log under the id that the person was shown', () => {
  const { logged, take } = reporter()
  take(report, '192.0.2.1')
  expect(logged).toEqual([{ clientErrorId: 'k3f9-2xq7', ...report, address: '192.0.2.1' }])
})

test('one address, and all together, fill the log only so far, until the minute is over', () => {
  const { logged, take, pass } = reporter()
  for (let index = 0; index < 50; index += 1) take(report, '192.0.2.1')
  expect(logged).toHaveLength(REPORTS_PER_ADDRESS_MAX)
  for (let index = 0; index < 500; index += 1) take(report, `198.51.100.${index}`)
  expect(logged).toHaveLength(REPORTS_MAX)
  pass(60_000)
  take(report, '192.0.2.1')
  expect(logged).toHaveLength(REPORTS_MAX + 1)
})

test('only places in files of the console are taken, no words', () => {
  const { body } = operations['system.report-client-error']
  expect(body.safeParse(report).success).toBe(true)
  for (const wrong of [
    { ...report, id: 'Your code is 123' },
    { ...report, name: 'Your code is 482913' },
    { ...report, places: ['Your code is 482913'] },
    { ...report, places: Array.from({ length: 13 }, () => report.places[0]) },
    { ...report, message: 'Your code is 482913' },
  ]) {
    expect(body.safeParse(wrong).success).toBe(false)
  }
})
