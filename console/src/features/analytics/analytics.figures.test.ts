import { expect, test } from 'vitest'
import {
  chartMarks,
  chartPoints,
  codeShare,
  countryText,
  figureOf,
  languageText,
  senderText,
} from './analytics.figures.ts'
import { parseAnalyticsSearch } from './analytics.search.ts'

const period = { from: '2026-03-01', to: '2026-03-02', zone: 'UTC', granularity: 'day' } as const
const sums = (messages: number) => ({ messages, segments: messages * 2, earnings: `${messages}.500000` })

test('the address says what differs from the plain view', () => {
  expect(parseAnalyticsSearch({ compare: 'previous', metric: 'messages' })).toEqual({})
  expect(parseAnalyticsSearch({ compare: 'year', metric: 'earnings', days: 7, owner: 'usr_1' })).toEqual({
    compare: 'year',
    metric: 'earnings',
    days: 7,
    owner: 'usr_1',
  })
  expect(parseAnalyticsSearch({ compare: 'ever', metric: 'fun' })).toEqual({})
})

test('an amount is drawn as a number, read as money and written exactly', () => {
  expect(figureOf({ messages: 1, segments: 1, earnings: '1234.567891' }, 'earnings')).toEqual({
    value: 1234.567891,
    text: '$1,234.56',
    exact: '1234.567891',
  })
})

test('a point stands beside its place in the former period, under that one’s own name', () => {
  const points = [
    { at: '2026-03-01', ...sums(4), previous: { at: '2026-02-27', ...sums(2) } },
    { at: '2026-03-02', ...sums(6), previous: null },
  ]
  expect(chartPoints({ points, period }, 'messages')).toMatchObject([
    { label: 'Mar 1', value: 4, previous: { label: 'Feb 27', value: 2 } },
    { label: 'Mar 2', value: 6, previous: null },
  ])
})

test('what happened is marked at its point, and what lies outside is not', () => {
  const range = { id: 'rng_1', name: 'UK' }
  const marks = [
    { at: '2026-02-20T00:00:00.000Z', kind: 'range_assigned', range, rate: null },
    { at: '2026-03-02T07:00:00.000Z', kind: 'rate_changed', range, rate: '0.004300' },
  ] as const
  const points = ['2026-03-01', '2026-03-02'].map((at) => ({ at, ...sums(1), previous: null }))
  expect(chartMarks({ marks: [...marks], period, points })).toEqual([{ at: 1, label: 'UK: rate $0.0043.' }])
})

test('names are read in words, and what has none says so', () => {
  expect([countryText('GB'), countryText(null), languageText('de'), languageText('und'), senderText('')]).toEqual([
    'United Kingdom',
    'No country',
    'German',
    'Not recognised',
    'Other senders',
  ])
})

test('a share of nothing is no share', () => {
  expect([codeShare({ messages: 4, codes: 1 }), codeShare({ messages: 0, codes: 0 })]).toEqual([0.25, null])
})

test('the same days of two years say their year', () => {
  const points = [{ at: '2026-03-01', ...sums(4), previous: { at: '2025-03-01', ...sums(2) } }]
  expect(chartPoints({ points, period }, 'messages')).toMatchObject([
    { label: 'Mar 1, 2026', axis: 'Mar 1', previous: { label: 'Mar 1, 2025' } },
  ])
})
