// What the whole codec makes of some octets, in one line. Two inputs with the same line took the same way through it,
// so the line decides whether an input is new to the corpus; and a line that changes is a behaviour that changed.
import { readConcat } from '../concat.ts'
import { Framer } from '../framer.ts'
import { decodePdu } from '../pdu/pdu.ts'
import type { MessagePdu, Pdu } from '../pdu/pdu.ts'
import { userData } from '../pdu/short-message.ts'
import { readReceipt } from '../receipt.ts'
import { statusName } from '../status.ts'
import { decodeText } from '../text/decode-text.ts'
import { messageState, networkErrorCode, receiptedMessageId } from '../tlv.ts'
import { ESM_CLASS_UDHI, decodeUdh, lockingShift, port16, port8, singleShift } from '../udh.ts'

const FRAMES_MAX = 4

/** Never throws for any octets: that is what the corpus is there to show. */
export function behaviourOf(octets: Buffer): string {
  const framer = new Framer()
  framer.push(octets)
  const lines: string[] = []
  while (lines.length < FRAMES_MAX) {
    const frame = framer.next()
    if (frame === null) break
    if (!(frame instanceof Uint8Array)) return [...lines, 'framing fault'].join(' | ')
    lines.push(behaviourOfFrame(frame))
  }
  return lines.length === 0 ? 'incomplete' : lines.join(' | ')
}

function behaviourOfFrame(frame: Buffer): string {
  const decoded = decodePdu(frame)
  if (!decoded.ok) return `${statusName(decoded.commandStatus)}: ${decoded.reason.replaceAll(/0x[\da-f]+|\d+/g, 'N')}`
  return behaviourOfPdu(decoded.pdu)
}

function behaviourOfPdu(pdu: Pdu): string {
  if (pdu.command === 'deliver_sm' || pdu.command === 'submit_sm' || pdu.command === 'data_sm')
    return behaviourOfMessage(pdu)
  return `${pdu.command}${pdu.commandStatus === 0 ? '' : ' refusing'}`
}

function behaviourOfMessage(pdu: MessagePdu): string {
  const data = userData(pdu)
  const header = (pdu.esmClass & ESM_CLASS_UDHI) === 0 ? null : decodeUdh(data)
  const elements = header?.ok === true ? header.elements : []
  const headerOctets = header?.ok === true ? header.octets : 0
  const shifts = { lockingShift: lockingShift(elements), singleShift: singleShift(elements) }
  const bytes = data.subarray(headerOctets)
  const { dataCoding, esmClass, tlvs } = pdu
  const text = decodeText({ dataCoding, bytes, headerOctets, defaultAlphabet: 'gsm7-packed', ...shifts })
  const receipt = readReceipt({ esmClass, tlvs, bytes })
  const tlvsRead = [receiptedMessageId(tlvs), messageState(tlvs), networkErrorCode(tlvs)]
  return [
    pdu.command,
    text.alphabet,
    header === null ? 'no header' : header.ok ? 'header' : header.reason.replaceAll(/0x[\da-f]+|\d+/g, 'N'),
    readConcat(elements, tlvs)?.source ?? 'whole',
    port8(elements) !== null || port16(elements) !== null ? 'port' : 'no port',
    shifts.lockingShift !== undefined || shifts.singleShift !== undefined ? 'shifted' : 'unshifted',
    receipt === null ? 'message' : `receipt by ${receipt.recognisedBy}`,
    tlvsRead.map((value) => value !== undefined).join('/'),
  ].join(', ')
}
