// Whether a PDU is one part of a longer message, and which: from its user data header, or from its SAR parameters. A
// total of 0, a sequence of 0 or a sequence beyond the total makes an element meaningless; it is ignored and the PDU is
// a message of its own (3GPP TS 23.040, 9.2.3.24.1; SMPP 3.4, 5.3.2.23 and 5.3.2.24 give the same ranges).
import { sarMessageReference, sarSegmentSequence, sarTotalSegments } from './tlv.ts'
import type { Tlv } from './tlv.ts'
import { asConcat } from './udh.ts'
import type { ConcatElement, UdhElement } from './udh.ts'

export interface Concat extends ConcatElement {
  readonly source: 'udh8' | 'udh16' | 'sar'
}

function isPart(concat: ConcatElement): boolean {
  // A total of 0 is covered: no sequence fits into it.
  return concat.sequence > 0 && concat.sequence <= concat.total
}

/**
 * The part that this PDU is, or null. The header wins over SAR, because it came from the sender's phone and SAR from an
 * SMSC on the way; of several elements in the header the last usable one wins (9.2.3.24).
 */
export function readConcat(elements: readonly UdhElement[] | null, tlvs: readonly Tlv[]): Concat | null {
  if (elements !== null) {
    for (let i = elements.length - 1; i >= 0; i -= 1) {
      const element = elements[i] as UdhElement
      const concat = asConcat(element)
      if (concat !== null && isPart(concat)) {
        return { ...concat, source: element.value.length === 3 ? 'udh8' : 'udh16' }
      }
    }
  }
  return tlvs.length === 0 ? null : readSar(tlvs)
}

function readSar(tlvs: readonly Tlv[]): Concat | null {
  const reference = sarMessageReference(tlvs)
  const total = sarTotalSegments(tlvs)
  const sequence = sarSegmentSequence(tlvs)
  if (reference === undefined || total === undefined || sequence === undefined) return null
  return isPart({ reference, total, sequence }) ? { reference, total, sequence, source: 'sar' } : null
}
