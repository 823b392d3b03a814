// Cuts a byte stream into PDUs by their command_length (SMPP 3.4, 3.2). It knows nothing but that length.
// Guarantees: pull, so that a caller that stops asking holds back everything behind it; memory is bounded by one chunk
// and one PDU; every way to split a stream gives the same PDUs.
//
// A PDU that lies whole in its chunk is returned as a view of the chunk, not copied: it is valid for as long as it is
// referenced, but it keeps its whole chunk (up to 64 KiB) in memory. Whoever keeps a PDU beyond its batch copies it.
import { HEADER_OCTETS, PDU_OCTETS_MAX } from './limits.ts'
import { STATUS } from './status.ts'

/**
 * The length announced is impossible. Where the next PDU begins is unknown from here on, so the session answers
 * generic_nack with `commandStatus` and closes; the framer gives nothing more.
 */
export interface FramingFault {
  readonly kind: 'framing-fault'
  readonly commandStatus: typeof STATUS.ESME_RINVCMDLEN
  readonly announcedOctets: number
  readonly reason: string
}

const LENGTH_OCTETS = 4
const NO_OCTETS = Buffer.alloc(0)

export class Framer {
  readonly #pduOctetsMax: number
  #chunk: Buffer = NO_OCTETS
  #offset = 0
  /** The PDU begun in an earlier chunk: allocated at its announced length, filled up to `#partialOctets`. */
  #partial: Buffer | null = null
  #partialOctets = 0
  #fault: FramingFault | null = null

  /** `pduOctetsMax` bounds command_length, inclusive. */
  constructor(pduOctetsMax: number = PDU_OCTETS_MAX) {
    if (pduOctetsMax < HEADER_OCTETS) throw new RangeError('a PDU has at least 16 octets')
    this.#pduOctetsMax = pduOctetsMax
  }

  /** Adds received bytes. The chunk is kept by reference until its PDUs are taken, so it must not be changed. */
  push(chunk: Buffer): void {
    const rest = this.#chunk.length - this.#offset
    this.#chunk = rest === 0 ? chunk : Buffer.concat([this.#chunk.subarray(this.#offset), chunk])
    this.#offset = 0
  }

  /** The octets received but not yet returned. */
  get bufferedOctets(): number {
    return this.#chunk.length - this.#offset + this.#partialOctets
  }

  /** The next whole PDU, `null` when more bytes are needed, or the fault, for ever, once the length was impossible. */
  next(): Buffer | FramingFault | null {
    if (this.#fault !== null) return this.#fault
    if (this.#partial !== null) return this.#continuePartial(this.#partial)
    const available = this.#chunk.length - this.#offset
    if (available < LENGTH_OCTETS) return null
    const octets = this.#chunk.readUInt32BE(this.#offset)
    if (octets < HEADER_OCTETS || octets > this.#pduOctetsMax) return this.#refuse(octets)
    if (octets > available) return this.#beginPartial(octets, available)
    const start = this.#offset
    this.#offset = start + octets
    return start === 0 && octets === this.#chunk.length ? this.#chunk : this.#chunk.subarray(start, this.#offset)
  }

  // Bytes go into a buffer of the announced length at once: joining chunks again and again would cost the square of
  // their number when a peer sends byte by byte. The announced length was bounded just before.
  #beginPartial(octets: number, available: number): null {
    this.#partial = Buffer.allocUnsafeSlow(octets)
    this.#partialOctets = this.#chunk.copy(this.#partial, 0, this.#offset, this.#offset + available)
    this.#offset += available
    return null
  }

  #continuePartial(partial: Buffer): Buffer | null {
    const wanted = partial.length - this.#partialOctets
    const copied = this.#chunk.copy(partial, this.#partialOctets, this.#offset, this.#offset + wanted)
    this.#offset += copied
    this.#partialOctets += copied
    if (this.#partialOctets < partial.length) return null
    this.#partial = null
    this.#partialOctets = 0
    return partial
  }

  #refuse(announcedOctets: number): FramingFault {
    this.#chunk = NO_OCTETS
    this.#offset = 0
    this.#fault = {
      kind: 'framing-fault',
      commandStatus: STATUS.ESME_RINVCMDLEN,
      announcedOctets,
      reason: `command_length ${announcedOctets} is not between ${HEADER_OCTETS} and ${this.#pduOctetsMax}`,
    }
    return this.#fault
  }
}
