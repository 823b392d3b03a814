// Reading and writing the field kinds of SMPP 3.4 (3.1): Integer, C-Octet String, Octet String. Reading never throws: a
// reader remembers its first fault and returns empty values after it, so that a decoder can read straight through and
// look at the fault once, at its end. Writing a value that does not fit its field is a fault of the caller and throws a
// RangeError; nothing that arrived from a peer can reach that.
import { STATUS } from './status.ts'

/** The first thing wrong with a PDU: what to answer, and a sentence for the log. */
export interface FieldFault {
  readonly commandStatus: number
  readonly reason: string
}

const NO_OCTETS = Buffer.alloc(0)

/** Walks over one PDU. `end` is exclusive; fields may never reach beyond it. */
export class OctetReader {
  readonly buffer: Buffer
  readonly end: number
  offset: number
  fault: FieldFault | null = null

  constructor(buffer: Buffer, offset: number, end: number) {
    this.buffer = buffer
    this.offset = offset
    this.end = end
  }

  /** One octet, 0 after a fault. */
  octet(field: string): number {
    if (this.offset >= this.end) {
      this.endedIn(field)
      return 0
    }
    // The bound was checked just above, so the octet is there.
    return this.buffer[this.offset++] as number
  }

  /**
   * A C-Octet String of at most `octetsMax` octets with its NUL, read as Latin-1 so that every octet survives.
   * A string without a NUL within the maximum is answered with `tooLongStatus`, one cut by the end of the PDU with
   * ESME_RINVCMDLEN.
   */
  cString(field: string, octetsMax: number, tooLongStatus: number): string {
    const { buffer, offset, end } = this
    const limit = Math.min(end, offset + octetsMax)
    let at = offset
    while (at < limit && buffer[at] !== 0) at += 1
    if (at === limit) {
      if (limit === end && end < offset + octetsMax) this.endedIn(field)
      else this.fail(tooLongStatus, `${field} has no NUL within its ${octetsMax} octets`)
      return ''
    }
    this.offset = at + 1
    // The empty string is the commonest value and needs no call into the runtime.
    return at === offset ? '' : buffer.toString('latin1', offset, at)
  }

  /** `length` octets as a view of the PDU, not copied. */
  octets(field: string, length: number): Buffer {
    if (this.offset + length > this.end) {
      this.endedIn(field)
      return NO_OCTETS
    }
    if (length === 0) return NO_OCTETS
    const from = this.offset
    this.offset = from + length
    return this.buffer.subarray(from, this.offset)
  }

  /** Records the first fault and moves to the end, so that whatever is read next is empty. */
  fail(commandStatus: number, reason: string): void {
    this.fault ??= { commandStatus, reason }
    this.offset = this.end
  }

  private endedIn(field: string): void {
    this.fail(STATUS.ESME_RINVCMDLEN, `the PDU ends within ${field}`)
  }
}

/** Writes one octet; returns the offset after it. */
export function writeOctet(target: Buffer, offset: number, field: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xff) throw new RangeError(`${field} is not an octet: ${value}`)
  target[offset] = value
  return offset + 1
}

/** Throws unless the text fits a C-Octet String of `octetsMax` octets with its NUL and has no NUL or wide character. */
export function assertCString(field: string, text: string, octetsMax: number): void {
  if (text.length >= octetsMax) throw new RangeError(`${field} is longer than ${octetsMax - 1} octets`)
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 0 || code > 0xff) throw new RangeError(`${field} has a character that no C-Octet String can carry`)
  }
}

/** Writes a C-Octet String as Latin-1 with its NUL; returns the offset after it. */
export function writeCString(target: Buffer, offset: number, field: string, text: string, octetsMax: number): number {
  assertCString(field, text, octetsMax)
  let at = offset
  for (let i = 0; i < text.length; i += 1) target[at++] = text.charCodeAt(i)
  target[at] = 0
  return at + 1
}
