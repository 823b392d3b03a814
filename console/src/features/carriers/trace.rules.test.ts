import { expect, test } from 'vitest'
import { fittingLines, lineText } from './trace.rules.ts'
import { traceAfter, type TraceLine } from './use-trace.ts'

const line = (change: Partial<TraceLine> = {}): TraceLine => ({
  key: 1,
  atMs: Date.parse('2026-03-01T09:41:07.123Z'),
  direction: 'in',
  command: 'deliver_sm',
  sequence: 7,
  status: null,
  statusText: null,
  octets: 88,
  tookMs: null,
  peer: '203.0.113.7',
  fields: [['source_addr', 'Bank (5/0)']],
  ...change,
})

test('a line is copied with everything that it says', () => {
  expect(lineText(line())).toBe(
    '2026-03-01T09:41:07.123Z <- deliver_sm #7 88 octets 203.0.113.7 source_addr=Bank (5/0)',
  )
  const answer = { direction: 'out', command: 'deliver_sm_resp', statusText: 'ESME_RTHROTTLED', tookMs: 3.6 } as const
  expect(lineText(line({ ...answer, fields: [], octets: 17 }))).toBe(
    '2026-03-01T09:41:07.123Z -> deliver_sm_resp #7 ESME_RTHROTTLED 4ms 17 octets 203.0.113.7',
  )
})

test('a filter asks for every word, and can leave out what keeps the link alive', () => {
  const lines = [line(), line({ key: 2, command: 'enquire_link', fields: [] })]
  const keys = (text: string, hidesLinks = false) => fittingLines(lines, { text, hidesLinks }).map(({ key }) => key)
  expect(keys('')).toEqual([1, 2])
  expect(keys('', true)).toEqual([1])
  expect(keys('bank DELIVER')).toEqual([1])
  expect(keys('bank enquire')).toEqual([])
})

test('lines come newest first, are numbered, and what was left out is added up', () => {
  const begun = { state: 'beginning', begun: null, lines: [], skipped: 0, reason: null } as const
  const { key: _key, ...bare } = line()
  const event = { event: 'lines', data: JSON.stringify({ items: [bare, { ...bare, sequence: 8 }] }) }
  const trace = traceAfter(traceAfter(begun, event), { event: 'skipped', data: '{"count":5}' })
  expect(trace.lines.map(({ sequence, key }) => [sequence, key])).toEqual([
    [8, 2],
    [7, 1],
  ])
  expect(traceAfter(trace, { event: 'skipped', data: '{"count":2}' }).skipped).toBe(7)
  expect(traceAfter(trace, { event: 'ended', data: '{"reason":"time"}' }).state).toBe('time')
})
