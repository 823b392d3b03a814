// The shortest receiver of long messages that works: enough for tests to ask whether a text arrived as it was sent.
import { readConcat } from '../concat.ts'
import type { MessagePdu } from '../pdu/pdu.ts'
import { userData } from '../pdu/short-message.ts'
import { alphabetOf } from '../text/data-coding.ts'
import type { DefaultAlphabet } from '../text/data-coding.ts'
import { decodeUnits, partUnits } from '../text/decode-text.ts'
import { ESM_CLASS_UDHI, decodeUdh, lockingShift, singleShift } from '../udh.ts'

export class Assembler {
  readonly #defaultAlphabet: DefaultAlphabet
  readonly #parts = new Map<string, Map<number, Buffer>>()

  constructor(defaultAlphabet: DefaultAlphabet = 'gsm7') {
    this.#defaultAlphabet = defaultAlphabet
  }

  /** The text once its last part is there, or null; undefined for binary. */
  take(pdu: MessagePdu): string | null | undefined {
    const data = userData(pdu)
    const header = (pdu.esmClass & ESM_CLASS_UDHI) === 0 ? null : decodeUdh(data)
    if (header?.ok === false) throw new Error(header.reason)
    const headerOctets = header?.octets ?? 0
    const bytes = data.subarray(headerOctets)
    const { dataCoding } = pdu
    const units = partUnits({ dataCoding, bytes, defaultAlphabet: this.#defaultAlphabet, headerOctets })
    const elements = header?.elements ?? []
    const shifts = { lockingShift: lockingShift(elements), singleShift: singleShift(elements) }
    const concat = readConcat(elements, pdu.tlvs)
    const alphabet = alphabetOf(dataCoding, this.#defaultAlphabet)
    if (concat === null) return decodeUnits(alphabet, units, shifts) ?? undefined
    const key = [pdu.sourceAddr, pdu.destinationAddr, concat.reference, concat.total].join()
    const parts = this.#parts.get(key) ?? new Map<number, Buffer>()
    this.#parts.set(key, parts.set(concat.sequence, Buffer.from(units)))
    if (parts.size < concat.total) return null
    const joined = Array.from({ length: concat.total }, (_, i) => parts.get(i + 1) ?? Buffer.alloc(0))
    return decodeUnits(alphabet, Buffer.concat(joined), shifts) ?? undefined
  }
}
