// Who watches what passes over a connection right now. Guarantees that nothing is made or kept while nobody watches,
// and that a flood costs a bounded number of lines a second: the rest is counted, and said. How many may watch, and for
// how long, is for who begins a watch; what a line may say is for `trace-line.rules.ts`.
import type { SessionTap } from '@inrange/smpp/session.options'
import type { Clock } from '../../platform/clock.ts'
import {
  headOf,
  httpAnswerLine,
  httpRequestLine,
  pduLine,
  type FrameHead,
  type HttpAnswer,
  type HttpFacts,
  type TraceLine,
} from './trace-line.rules.ts'

/** Requests shown in a second, each with its answer. */
export const TRACE_LINES_PER_SECOND_MAX = 50
/** Who watch at once, in a process, over all its connections. */
export const TRACES_MAX = 3
export const TRACE_MS_MAX = 10 * 60_000
/** Lines that wait for a slow reader. */
const LINES_WAITING_MAX = 1_000
/** Requests whose answer is awaited. */
const AWAITED_MAX = 5_000

/** What a watcher takes, when it has room. */
export type TraceTaken = { lines: TraceLine[]; skipped: number }

type Reader = { lines: TraceLine[]; skipped: number }

/** One connection under watch. Shared by its sessions, by the HTTP way in, and by all who watch it. */
export class ConnectionTrace {
  readonly #clock: Clock
  readonly #awaited = new Map<string, { atMs: number; isShown: boolean }>()
  readonly #readers = new Set<Reader>()
  #second = 0
  #shown = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** For a session with this peer. */
  tapOf(peer: string): SessionTap {
    return {
      onReceived: (frame) => this.#see(frame, 'in', peer),
      onSent: (frame) => this.#see(frame, 'out', peer),
    }
  }

  noteRequest(facts: HttpFacts, peer: string): boolean {
    const isShown = this.#mayShow()
    if (isShown) this.#push(httpRequestLine(facts, { atMs: this.#clock.nowMs(), peer }))
    return isShown
  }

  /** Of a request that was shown. */
  noteAnswer(answer: HttpAnswer, peer: string): void {
    this.#push(httpAnswerLine(answer, { atMs: this.#clock.nowMs(), peer }))
  }

  /** A line that is made elsewhere, such as a bind that came before anybody knew whose it is. */
  noteLine(line: TraceLine): void {
    if (this.#mayShow()) this.#push(line)
  }

  /** One more who watches. */
  open(): { take: () => TraceTaken; close: () => void } {
    const reader: Reader = { lines: [], skipped: 0 }
    this.#readers.add(reader)
    return {
      take: () => {
        const taken = { ...reader }
        reader.lines = []
        reader.skipped = 0
        return taken
      },
      close: () => void this.#readers.delete(reader),
    }
  }

  get isWatched(): boolean {
    return this.#readers.size > 0
  }

  #see(frame: Buffer, direction: 'in' | 'out', peer: string): void {
    const head = headOf(frame)
    if (head === null) return
    const atMs = this.#clock.nowMs()
    // An answer runs against its request.
    const key = `${peer} ${head.isResponse === (direction === 'in') ? 'ours' : 'theirs'} ${head.sequence}`
    const asked = head.isResponse ? this.#awaited.get(key) : undefined
    if (head.isResponse) this.#awaited.delete(key)
    const isShown = asked ? asked.isShown : this.#mayShow()
    if (!head.isResponse && this.#awaited.size < AWAITED_MAX) this.#awaited.set(key, { atMs, isShown })
    if (isShown) this.#show(frame, head, { atMs, direction, peer, tookMs: asked ? atMs - asked.atMs : null })
    else if (asked) this.#skip()
  }

  #show(frame: Buffer, head: FrameHead, seen: Parameters<typeof pduLine>[2]): void {
    this.#push(pduLine(frame, head, seen))
  }

  /** Counts what is not shown. */
  #mayShow(): boolean {
    const second = Math.floor(this.#clock.nowMs() / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#shown = 0
    }
    if (this.#shown < TRACE_LINES_PER_SECOND_MAX) {
      this.#shown += 1
      return true
    }
    this.#skip()
    return false
  }

  #skip(): void {
    for (const reader of this.#readers) reader.skipped += 1
  }

  #push(line: TraceLine): void {
    for (const reader of this.#readers) {
      if (reader.lines.length >= LINES_WAITING_MAX) reader.skipped += 1
      else reader.lines.push(line)
    }
  }
}
