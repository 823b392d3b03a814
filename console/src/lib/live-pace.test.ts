import { expect, test } from 'vitest'
import { createPace, restMs } from './live-pace.ts'

function openClock() {
  let nowMs = 0
  const frames: (() => void)[] = []
  const painted: (() => void)[] = []
  const timers: { delayMs: number; callback: () => void }[] = []
  const runAll = (queue: (() => void)[]) => queue.splice(0).forEach((callback) => callback())
  return {
    clock: {
      nowMs: () => nowMs,
      onFrame: (callback: () => void) => void frames.push(callback),
      afterFrame: (callback: () => void) => void painted.push(callback),
      after: (delayMs: number, callback: () => void) => void timers.push({ delayMs, callback }),
    },
    frame: (costMs: number) => {
      runAll(frames)
      nowMs += costMs
      runAll(painted)
    },
    rest: () => timers.splice(0).map(({ delayMs, callback }) => (callback(), delayMs)),
    waitingFrames: () => frames.length,
  }
}

test('the rest is nine times the work, within its bounds', () => {
  expect([restMs(0), restMs(20), restMs(5_000)]).toEqual([90, 180, 1_500])
})

test('many requests are one piece of work, and the next waits for the rest', () => {
  const { clock, frame, rest, waitingFrames } = openClock()
  let runs = 0
  const pace = createPace(() => (runs += 1), clock)
  pace.request()
  pace.request()
  frame(30)
  pace.request()
  expect([runs, waitingFrames()]).toEqual([1, 0])
  expect(rest()).toEqual([270])
  frame(1)
  expect(runs).toBe(2)
})

test('nothing runs while nothing is asked for, or after the stop', () => {
  const { clock, frame, rest, waitingFrames } = openClock()
  let runs = 0
  const pace = createPace(() => (runs += 1), clock)
  pace.request()
  frame(1)
  rest()
  expect(waitingFrames()).toBe(0)
  pace.request()
  pace.stop()
  frame(1)
  expect(runs).toBe(1)
})
