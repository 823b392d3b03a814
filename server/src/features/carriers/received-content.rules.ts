// Brings what a carrier sent, a PDU or the fields of an HTTP request, to the one form that the pipeline takes. Pure,
// and on the hot path: one object per PDU, no copy of its bytes.
import type { MessagePdu } from '@inrange/smpp/pdu/pdu'
import { userData } from '@inrange/smpp/pdu/short-message'
import { readReceipt } from '@inrange/smpp/receipt'
import { receiptedMessageId, sarMessageReference, sarSegmentSequence, sarTotalSegments } from '@inrange/smpp/tlv'
import type { ReceivedContent } from './intake.ts'

/**
 * Bits 5 to 2 of esm_class (SMPP 3.4, 5.2.12): 0 is a message; all else is a receipt, an acknowledgement or an abort.
 */
const MESSAGE_TYPE_MASK = 0x3c
/** data_coding of UTF-16BE (5.2.19). */
const DATA_CODING_UCS2 = 8

export function contentOfPdu(pdu: MessagePdu): ReceivedContent {
  const { tlvs } = pdu
  const bytes = userData(pdu)
  return {
    sender: pdu.sourceAddr,
    recipient: pdu.destinationAddr,
    esmClass: pdu.esmClass,
    dataCoding: pdu.dataCoding,
    userData: bytes,
    sar: tlvs.length === 0 ? null : sarOf(tlvs),
    providerId: tlvs.length === 0 ? null : receiptedMessageId(tlvs) || null,
    isReceipt: isNoMessage(pdu, bytes),
    raw: pdu.body,
  }
}

// A text that merely looks like a receipt may have been typed by a person, and a message that is lost is worse than a
// receipt that is stored: only the SMSC's own word (esm_class, or state and id as TLVs) makes one.
function isNoMessage(pdu: MessagePdu, bytes: Buffer): boolean {
  if ((pdu.esmClass & MESSAGE_TYPE_MASK) !== 0) return true
  if (pdu.tlvs.length === 0) return false
  const receipt = readReceipt({ esmClass: pdu.esmClass, tlvs: pdu.tlvs, bytes })
  return receipt !== null && receipt.recognisedBy !== 'text'
}

// Whether the three make sense together is for the pipeline to say; an incomplete set is none.
function sarOf(tlvs: MessagePdu['tlvs']): ReceivedContent['sar'] {
  const reference = sarMessageReference(tlvs)
  const total = sarTotalSegments(tlvs)
  const sequence = sarSegmentSequence(tlvs)
  if (reference === undefined || total === undefined || sequence === undefined) return null
  return { reference, total, sequence }
}

export type HttpMessage = { id: string; sender: string; recipient: string; text: string }

/** @param raw the body as received, kept as evidence */
export function contentOfHttp(message: HttpMessage, raw: Buffer): ReceivedContent {
  return {
    sender: message.sender,
    recipient: message.recipient,
    esmClass: 0,
    dataCoding: DATA_CODING_UCS2,
    userData: Buffer.from(message.text, 'utf16le').swap16(),
    sar: null,
    providerId: message.id,
    isReceipt: false,
    raw,
  }
}
