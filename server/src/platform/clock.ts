// Guarantees that code which depends on the time receives it as an argument, so that a test decides what time it is.
// It deliberately has no timers: waiting is the business of jobs and of the ingest dispatcher.

/** Source of the current time. `nowMs` is the number of milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = {
  now(): Date
  nowMs(): number
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
}

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & {
  advanceMs(durationMs: number): void
  setTo(instant: Date | string): void
}

/**
 * Makes a clock for tests.
 * @param start the instant it shows first, as Date or ISO 8601 text
 */
export function createManualClock(start: Date | string): ManualClock {
  let currentMs = instantMs(start)
  return {
    now: () => new Date(currentMs),
    nowMs: () => currentMs,
    advanceMs: (durationMs) => {
      if (!Number.isFinite(durationMs) || durationMs < 0) throw new RangeError('A clock only moves forward')
      currentMs += durationMs
    },
    setTo: (instant) => {
      currentMs = instantMs(instant)
    },
  }
}

function instantMs(instant: Date | string): number {
  const valueMs = new Date(instant).getTime()
  if (Number.isNaN(valueMs)) throw new RangeError(`Not an instant: ${String(instant)}`)
  return valueMs
}
