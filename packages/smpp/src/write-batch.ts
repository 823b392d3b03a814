// What goes out on a stream, collected. PDUs written in one tick lie side by side in a slab and leave in one write, so
// that a thousand acknowledgements cost one system call. Octets once handed to the stream are never written over.
import type { Duplex } from 'node:stream'
import { SLAB_OCTETS } from './limits.ts'
import { DELIVER_SM_RESP_OCTETS, writeDeliverSmResp } from './pdu/message-response.ts'
import { pduOctets, writePdu } from './pdu/pdu.ts'
import type { EncodablePdu } from './pdu/pdu.ts'
import type { SessionTap } from './session.options.ts'

export class WriteBatch {
  readonly #stream: Duplex
  readonly #onFlushed: () => void
  #slab: Buffer = Buffer.alloc(0)
  /** From here to `#end` the slab holds what has not been handed to the stream. */
  #start = 0
  #end = 0
  #scheduled = false
  /** Sees every PDU as it is added; null: nobody looks, which costs a comparison. */
  tap: SessionTap | null

  /** `onFlushed` is called after each flush: the moment to look at how much the stream holds. */
  constructor(stream: Duplex, onFlushed: () => void, tap: SessionTap | null = null) {
    this.#stream = stream
    this.tap = tap
    this.#onFlushed = onFlushed
  }

  /** Adds a PDU. Throws a RangeError, with nothing added, when one of its fields does not fit. */
  write(pdu: EncodablePdu): void {
    this.#reserve(pduOctets(pdu))
    const start = this.#end
    this.#end = writePdu(this.#slab, start, pdu)
    if (this.tap !== null) this.tap.onSent(this.#slab.subarray(start, this.#end))
  }

  /** Adds an encoded PDU. */
  writeEncoded(octets: Buffer): void {
    this.#reserve(octets.length)
    this.#end += octets.copy(this.#slab, this.#end)
    if (this.tap !== null) this.tap.onSent(octets)
  }

  /** Adds a deliver_sm_resp: the hot path. */
  writeDeliverSmResp(sequenceNumber: number, commandStatus: number): void {
    this.#reserve(DELIVER_SM_RESP_OCTETS)
    const start = this.#end
    this.#end = writeDeliverSmResp(this.#slab, start, sequenceNumber, commandStatus)
    if (this.tap !== null) this.tap.onSent(this.#slab.subarray(start, this.#end))
  }

  /** Hands over everything at once instead of at the end of the tick. */
  flush = (): void => {
    this.#scheduled = false
    if (this.#start === this.#end) return
    const octets = this.#slab.subarray(this.#start, this.#end)
    this.#start = this.#end
    if (!this.#stream.writable) return
    this.#stream.write(octets)
    this.#onFlushed()
  }

  #reserve(octets: number): void {
    if (this.#end + octets > this.#slab.length) {
      this.flush()
      // Slow, because a slab from the shared pool would keep all of the pool's other tenants in memory.
      this.#slab = Buffer.allocUnsafeSlow(Math.max(SLAB_OCTETS, octets))
      this.#start = 0
      this.#end = 0
    }
    if (this.#scheduled) return
    this.#scheduled = true
    process.nextTick(this.flush)
  }
}
