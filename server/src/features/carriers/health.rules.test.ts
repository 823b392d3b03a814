import { expect, test } from 'vitest'
import { boundHealth, type BoundSession } from './health.rules.ts'

const asked = { fromMs: 0, untilMs: 1_000, createdMs: -5, wanted: 1 }
const session = (startedMs: number, endedMs: number | null, endReason: string | null = 'unbound'): BoundSession => ({
  startedMs,
  endedMs,
  endReason: endedMs === null ? null : endReason,
})
const shown = (sessions: BoundSession[], change: Partial<typeof asked> = {}) => {
  const { stretches, uptime } = boundHealth(sessions, { ...asked, ...change })
  return { text: stretches.map(({ state, fromMs, untilMs }) => `${state} ${fromMs}-${untilMs}`).join(', '), uptime }
}

test.each<[what: string, sessions: BoundSession[], change: Partial<typeof asked>, text: string, uptime: number]>([
  ['never bound', [], {}, 'down 0-1000', 0],
  ['bound all along', [session(-50, null)], {}, 'up 0-1000', 1],
  ['lost once', [session(-50, 400), session(600, null)], {}, 'up 0-400, down 400-600, up 600-1000', 0.8],
  ['bound anew at once', [session(-50, 400), session(400, null)], {}, 'up 0-1000', 1],
  ['one of two', [session(-50, null)], { wanted: 2 }, 'partial 0-1000', 1],
  ['the second of two lost', [session(-50, null), session(-50, 300)], { wanted: 2 }, 'up 0-300, partial 300-1000', 1],
  ['overlapping', [session(100, 500), session(300, 700)], {}, 'down 0-100, up 100-700, down 700-1000', 0.6],
  ['made within the stretch', [session(500, null)], { createdMs: 500 }, 'before 0-500, up 500-1000', 1],
  ['over before it began', [session(-90, -10)], {}, 'down 0-1000', 0],
])('%s', (_what, sessions, change, text, uptime) => {
  const health = shown(sessions, change)
  expect(health.text).toBe(text)
  expect(health.uptime).toBeCloseTo(uptime)
})

test('an outage says how the session before it ended, and lasts until the next one', () => {
  const sessions = [session(-50, 300, 'the peer said nothing'), session(500, 700, 'our side is stopping')]
  expect(boundHealth(sessions, asked).outages).toEqual([
    { fromMs: 700, untilMs: null, reason: 'our side is stopping' },
    { fromMs: 300, untilMs: 500, reason: 'the peer said nothing' },
  ])
})

test('a connection that was never bound in the stretch has one outage, without a known reason', () => {
  expect(boundHealth([], asked).outages).toEqual([{ fromMs: 0, untilMs: null, reason: null }])
})
