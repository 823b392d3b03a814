import { expect, test } from 'vitest'
import { alertKindNames, type AlertKind } from '@inrange/contract/alert-kinds'
import type { Finding } from './alerts.rules.ts'
import { changesOf, type KnownAlert } from './changes.rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const everyKind: ReadonlySet<AlertKind> = new Set(alertKindNames)

const finding = (change: Partial<Finding> = {}): Finding => ({
  kind: 'node_away',
  subjectId: 'm1',
  subjectName: 'USDT',
  severity: 'critical',
  since: ago(20),
  facts: { minutes: 20 },
  ...change,
})
const known = (change: Partial<KnownAlert> = {}): KnownAlert => ({
  id: 'a1',
  kind: 'node_away',
  subjectId: 'm1',
  subjectName: 'USDT',
  severity: 'critical',
  facts: { minutes: 20 },
  resolvedAt: null,
  notifiedAt: ago(90),
  ...change,
})
const changed = (alerts: KnownAlert[], findings: Finding[], judged = everyKind) =>
  changesOf(alerts, findings, judged, now)
const nothing = { opened: [], reopened: [], updated: [], resolved: [] }

test('what is new is opened and told', () => {
  expect(changed([], [finding()])).toEqual({ ...nothing, opened: [{ finding: finding(), isNotified: true }] })
})

test('what is open and still so stays as it is; with other figures it is kept up to date', () => {
  expect(changed([known()], [finding()])).toEqual(nothing)
  const later = finding({ facts: { minutes: 21 } })
  expect(changed([known()], [later])).toEqual({ ...nothing, updated: [{ id: 'a1', finding: later }] })
  expect(changed([known()], [finding({ severity: 'warning' })]).updated).toHaveLength(1)
})

test('what is no longer so is resolved, unless it could not be judged', () => {
  expect(changed([known()], [])).toEqual({ ...nothing, resolved: ['a1'] })
  expect(changed([known()], [], new Set(['disk_full']))).toEqual(nothing)
})

test('the same kind of another subject is another alert', () => {
  const changes = changed([known()], [finding({ subjectId: 'm2' })])
  expect([changes.opened.length, changes.resolved]).toEqual([1, ['a1']])
})

test('what comes back within the hour is the same alert; later it is a new one', () => {
  expect(changed([known({ resolvedAt: ago(60) })], [finding()])).toEqual({
    ...nothing,
    reopened: [{ id: 'a1', finding: finding(), isNotified: true }],
  })
  expect(changed([known({ resolvedAt: ago(61) })], [finding()]).opened).toHaveLength(1)
  const two = [known({ id: 'older', resolvedAt: ago(50) }), known({ id: 'newer', resolvedAt: ago(5) })]
  expect(changed(two, [finding()]).reopened).toMatchObject([{ id: 'newer' }])
})

test('what comes and goes is told once in a quarter of an hour, and a connection by its own slice', () => {
  const back = (notifiedMinutes: number) =>
    changed([known({ resolvedAt: ago(1), notifiedAt: ago(notifiedMinutes) })], [finding()]).reopened[0]?.isNotified
  expect([back(14), back(15)]).toEqual([false, true])
  expect(changed([], [finding({ kind: 'connection_down' })]).opened[0]?.isNotified).toBe(false)
})
