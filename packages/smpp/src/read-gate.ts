// Whether a session reads from its stream. Three things stop it: the caller, too many requests of the peer unanswered,
// and a peer that does not read what we write. Reading goes on only when none of them holds.
import type { Duplex } from 'node:stream'

export interface ReadGateOptions {
  /** Octets that may wait in the stream for a peer that does not read. */
  readonly writeBacklogOctetsMax: number
  /** Whether as many requests are unanswered as may be. */
  readonly isFull: () => boolean
  /** Hands over what was read but held back; called in a later tick than the one that opened the gate. */
  readonly drain: () => void
}

export class ReadGate {
  readonly #stream: Duplex
  readonly #options: ReadGateOptions
  #pausedByCaller = false
  #pausedByBacklog = false
  #streamPaused = false

  constructor(stream: Duplex, options: ReadGateOptions) {
    this.#stream = stream
    this.#options = options
    stream.on('drain', () => this.checkBacklog())
  }

  /** True when nothing more may be handed over. */
  get shut(): boolean {
    return this.#pausedByCaller || this.#pausedByBacklog || this.#options.isFull()
  }

  /** True while the stream is not read, so that nothing of the peer can be heard. */
  get deaf(): boolean {
    return this.#streamPaused
  }

  setPaused(paused: boolean): void {
    this.#pausedByCaller = paused
    this.update()
  }

  /** To be called after every write. */
  checkBacklog(): void {
    const { writableLength, writableNeedDrain } = this.#stream
    this.#pausedByBacklog = writableNeedDrain && writableLength > this.#options.writeBacklogOctetsMax
    this.update()
  }

  /** To be called when `isFull` may have changed. */
  update(): void {
    if (this.shut === this.#streamPaused) return
    this.#streamPaused = this.shut
    if (this.#streamPaused) {
      this.#stream.pause()
      return
    }
    // What is held back comes before anything new, and not inside the stack of whoever opened the gate.
    process.nextTick(() => {
      this.#options.drain()
      if (!this.#streamPaused) this.#stream.resume()
    })
  }
}
