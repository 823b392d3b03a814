// Two ends of a connection in memory: what one writes the other reads, ends and failures included. For tests of
// sessions that need to see exact bytes or to control time.
import { Duplex } from 'node:stream'

class End extends Duplex {
  peer: End | null = null
  /** Every chunk written at this end, in order: one entry is one write. */
  readonly writes: Buffer[] = []
  /** While true the other end takes nothing, as a peer that does not read. */
  stalled = false
  #held: (() => void) | null = null

  override _read(): void {
    this.peer?.release()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.writes.push(Buffer.from(chunk))
    const deliver = () => {
      this.#held = null
      this.peer?.push(chunk)
      done()
    }
    if (this.stalled) this.#held = deliver
    else deliver()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.peer?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const { peer } = this
    this.peer = null
    if (peer !== null && !peer.destroyed) process.nextTick(() => peer.destroy())
    done(error)
  }

  release(): void {
    if (!this.stalled) this.#held?.()
  }

  unstall(): void {
    this.stalled = false
    this.release()
  }
}

/** Two connected ends. */
export function duplexPair(): readonly [End, End] {
  const [left, right] = [new End({ allowHalfOpen: false }), new End({ allowHalfOpen: false })]
  left.peer = right
  right.peer = left
  return [left, right]
}

export type { End as DuplexEnd }
