import { expect, test } from 'vitest'
import { formerRateText, growthText, maturityPoints } from './earnings.figures.ts'

const sums = (earnings: string) => ({ messages: 1, segments: 1, earnings })

test('bars stand on every day from the first that matures to the last', () => {
  const days = [
    { day: '2026-03-01', amount: '1.000000' },
    { day: '2026-03-03', amount: '2.500000' },
  ]
  expect(maturityPoints({ days }).map(({ axis, text }) => [axis, text])).toEqual([
    ['Mar 1', '$1.00'],
    ['Mar 2', '$0.00'],
    ['Mar 3', '$2.50'],
  ])
  expect(maturityPoints({ days: [] })).toEqual([])
})

test('earnings grow, shrink, or have nothing to grow from', () => {
  expect(growthText({ inPeriod: sums('15.000000'), previous: sums('10.000000') })).toBe('+50%')
  expect(growthText({ inPeriod: sums('0.000000'), previous: sums('10.000000') })).toBe('-100%')
  expect(growthText({ inPeriod: sums('15.000000'), previous: sums('0.000000') })).toBeNull()
})

test('a former rate says its time', () => {
  const former = { rate: '0.004300', from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }
  expect(formerRateText(former, (from, until) => `${from.slice(0, 10)} to ${until.slice(0, 10)}`)).toBe(
    '$0.0043, 2026-01-01 to 2026-02-01',
  )
})
