// The other end of a session under test: sends any octets, right or wrong, and gives what comes back, PDU by PDU.
import type { Duplex } from 'node:stream'
import { Framer } from '../framer.ts'
import { decodePdu, encodePdu } from '../pdu/pdu.ts'
import type { EncodablePdu, Pdu } from '../pdu/pdu.ts'
import { EMPTY_SHORT_MESSAGE } from '../pdu/short-message.ts'
import type { ShortMessageInput } from '../pdu/short-message.ts'

export class RawPeer {
  readonly stream: Duplex
  /** Resolves when the session has ended its side. */
  readonly ended: Promise<void>
  readonly #framer = new Framer()
  readonly #received: Pdu[] = []
  readonly #waiting: ((pdu: Pdu) => void)[] = []

  constructor(stream: Duplex) {
    this.stream = stream
    this.ended = new Promise((resolve) => stream.once('end', () => resolve()))
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => {
      this.#framer.push(chunk)
      for (let frame = this.#framer.next(); frame instanceof Uint8Array; frame = this.#framer.next()) this.#take(frame)
    })
  }

  send(...pdus: readonly (EncodablePdu | Buffer)[]): void {
    this.stream.write(Buffer.concat(pdus.map((pdu) => (pdu instanceof Uint8Array ? pdu : encodePdu(pdu)))))
  }

  /** The next PDU from the session, waiting for it if need be. */
  next(): Promise<Pdu> {
    const pdu = this.#received.shift()
    return pdu === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(pdu)
  }

  /** What has arrived and was not asked for with `next` yet. */
  get unread(): readonly Pdu[] {
    return this.#received
  }

  #take(frame: Buffer): void {
    const decoded = decodePdu(frame)
    if (!decoded.ok) throw new Error(`the session sent a malformed PDU: ${decoded.reason}`)
    const waiting = this.#waiting.shift()
    if (waiting === undefined) this.#received.push(decoded.pdu)
    else waiting(decoded.pdu)
  }
}

/** A deliver_sm to send. */
export function deliverSm(sequenceNumber: number, fields: ShortMessageInput = {}): EncodablePdu {
  return { ...EMPTY_SHORT_MESSAGE, ...fields, command: 'deliver_sm', commandStatus: 0, sequenceNumber }
}

/** A bind to send. */
export function bindPdu(
  command: 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver',
  interfaceVersion = 0x34,
): EncodablePdu {
  const names = { systemId: 'esme', password: 'pw', systemType: '', addressRange: '' }
  return { command, commandStatus: 0, sequenceNumber: 1, ...names, interfaceVersion, addrTon: 0, addrNpi: 0 }
}
