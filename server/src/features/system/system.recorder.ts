// What this process measures, written down: a minute after each minute, a sample of the installation with it, and the
// beat of the connections every ten seconds, in memory. It begins once and ends with the process, whose last stretch it
// writes. Guarantees that nothing here is ever waited for by a request or a message, and that an outage of the database
// costs no minute of it up to an hour.
import { randomUUID } from 'node:crypto'
import { insertSample, upsertMinutes } from './minutes.queries.ts'
import { addWork, type Minute, type Work } from './minutes.rules.ts'
import { BEAT_MS, Pulse } from './system.pulse.ts'
import type { SystemDeps } from './system.deps.ts'
import { selectAcknowledged } from './system.queries.ts'
import { noteUnsettled, type Unsettled } from './unsettled.rules.ts'

const MINUTE_MS = 60_000
const PENDING_MAX = 60

export class SystemRecorder {
  readonly startedAt: Date
  readonly pulse = new Pulse()
  readonly #deps: SystemDeps
  readonly #processId = randomUUID()
  #stretchStartedMs: number
  #pending: Minute[] = []
  #streamsPeak = 0
  #unsettled: Unsettled | null = null
  #minuteTimer: NodeJS.Timeout | undefined
  #beatTimer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: SystemDeps) {
    this.#deps = deps
    this.startedAt = deps.clock.now()
    this.#stretchStartedMs = this.startedAt.getTime()
  }

  /** Begins to write; the first stretch ends with the running minute. */
  start(): void {
    const next = () => {
      this.#minuteTimer = setTimeout(
        () => {
          this.#writing = this.writeMinute()
          next()
        },
        MINUTE_MS - (this.#deps.clock.nowMs() % MINUTE_MS),
      )
    }
    next()
    this.#beatTimer = setInterval(() => void this.beat(), BEAT_MS)
    void this.beat()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#minuteTimer)
    clearInterval(this.#beatTimer)
    await this.#writing
    this.#close()
    await this.#writePending()
  }

  /** What has been counted since the last minute was written, and since when. */
  running(): { work: Work; sinceMs: number } {
    return { work: this.#workOf('read'), sinceMs: this.#stretchStartedMs }
  }

  /** Takes note of the oldest hour that owes something. @returns since when that has been so */
  noteUnsettled(hour: Date | null, at: Date): Date | null {
    this.#unsettled = noteUnsettled(this.#unsettled, hour, at)
    return this.#unsettled?.since ?? null
  }

  /** Closes the stretch and writes it, with a sample. Never throws: what could not be written waits for the next. */
  async writeMinute(): Promise<void> {
    this.#close()
    await this.#writePending()
    const nowMs = this.#deps.clock.nowMs()
    try {
      const disk = await this.#deps.readDisk()
      const at = new Date(nowMs - (nowMs % MINUTE_MS))
      await insertSample(this.#deps.database.kysely, { at, diskFreeBytes: disk?.freeBytes ?? null })
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'a sample of the installation was not written')
    }
  }

  /** Takes the counters of connections as they are. Never throws: a beat that is missed makes the next one longer. */
  async beat(): Promise<void> {
    this.#streamsPeak = Math.max(this.#streamsPeak, this.#deps.countStreams())
    try {
      const counts = await selectAcknowledged(this.#deps.database.kysely)
      this.pulse.add({ atMs: this.#deps.clock.nowMs(), counts })
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'the counters of connections were not read')
    }
  }

  #close(): void {
    const nowMs = this.#deps.clock.nowMs()
    const seconds = Math.round((nowMs - this.#stretchStartedMs) / 1_000)
    if (seconds < 1) return
    const work = this.#workOf('take')
    const minute = { ...work, fromAt: new Date(this.#stretchStartedMs), processId: this.#processId, seconds }
    this.#stretchStartedMs = nowMs
    this.#streamsPeak = this.#deps.countStreams()
    this.#pending = [...this.#pending, minute].slice(-PENDING_MAX)
  }

  async #writePending(): Promise<void> {
    const minutes = this.#pending
    if (minutes.length === 0) return
    try {
      await upsertMinutes(this.#deps.database.kysely, minutes)
      this.#pending = this.#pending.filter((minute) => !minutes.includes(minute))
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'what was measured waits for the database')
    }
  }

  #workOf(how: 'read' | 'take'): Work {
    const requests = this.#deps.requests[how]()
    const batches = this.#deps.pipeline.measures[how]()
    // Adding to nothing copies: what goes on counting must not change what was read.
    return addWork([
      {
        requests: requests.requests,
        faults: requests.faults,
        requestCounts: requests.durations,
        received: batches.received,
        acknowledged: batches.acknowledged,
        commitCounts: batches.commits,
        lagCounts: batches.lags,
        queuedPeak: batches.queuedPeak,
        streamsPeak: Math.max(this.#streamsPeak, this.#deps.countStreams()),
        memoryBytes: process.memoryUsage.rss(),
      },
    ])
  }
}
