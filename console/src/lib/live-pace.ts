// Decides when a fast stream may touch the screen: work runs in a frame, its whole cost is measured (script, style,
// layout), and then the page rests nine times as long. So a stream takes at most a tenth of a slow machine, and shows
// at once on an idle one.
export type Pace = { request: () => void; stop: () => void }

type PaceClock = {
  nowMs: () => number
  /** Calls back in the next frame; when the page is hidden there are none, so a timer stands in. */
  onFrame: (callback: () => void) => void
  /** Calls back once the frame is on screen. */
  afterFrame: (callback: () => void) => void
  after: (delayMs: number, callback: () => void) => void
}

const restFactor = 9
const restMinMs = 90
const restMaxMs = 1_500

/** The pause after work that took `costMs`. */
export function restMs(costMs: number): number {
  return Math.min(restMaxMs, Math.max(restMinMs, costMs * restFactor))
}

const browserClock: PaceClock = {
  nowMs: () => performance.now(),
  onFrame: (callback) => {
    if (document.visibilityState === 'visible') requestAnimationFrame(callback)
    else setTimeout(callback, restMaxMs)
  },
  // Timers run only after the frame in which they were set has been drawn.
  afterFrame: (callback) => void setTimeout(callback, 0),
  after: (delayMs, callback) => void setTimeout(callback, delayMs),
}

/** `work` runs once for any number of requests that come before it. */
export function createPace(work: () => void, clock: PaceClock = browserClock): Pace {
  let state: 'idle' | 'due' | 'resting' = 'idle'
  let isWanted = false
  let isStopped = false

  function rest(costMs: number): void {
    state = 'resting'
    clock.after(restMs(costMs), () => {
      state = 'idle'
      if (isWanted) request()
    })
  }

  function run(): void {
    if (isStopped) return
    isWanted = false
    const startedMs = clock.nowMs()
    work()
    clock.afterFrame(() => rest(clock.nowMs() - startedMs))
  }

  function request(): void {
    isWanted = true
    if (state !== 'idle' || isStopped) return
    state = 'due'
    clock.onFrame(run)
  }

  return {
    request,
    stop: () => {
      isStopped = true
    },
  }
}
