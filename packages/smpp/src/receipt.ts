// Delivery receipts among what arrives (SMPP 3.4, 2.11 and Appendix B). `recognisedBy` says how sure this is: the bits
// of esm_class and the TLVs are the SMSC's own word, while the text form alone could have been typed by a person, so
// the caller decides whether it is enough. Never throws.
import { messageState, networkErrorCode, receiptedMessageId } from './tlv.ts'
import type { Tlv } from './tlv.ts'

export type ReceiptState =
  | 'enroute'
  | 'delivered'
  | 'expired'
  | 'deleted'
  | 'undeliverable'
  | 'accepted'
  | 'unknown'
  | 'rejected'

export interface Receipt {
  readonly recognisedBy: 'esm-class' | 'tlv' | 'text'
  /** True for an intermediate notification: more will follow. */
  readonly intermediate: boolean
  readonly messageId: string | null
  readonly state: ReceiptState | null
  readonly submitted: number | null
  readonly delivered: number | null
  /** YYMMDDhhmm or YYMMDDhhmmss as sent; the standard gives no zone. */
  readonly submitDate: string | null
  readonly doneDate: string | null
  /** The network's or the SMSC's own code. */
  readonly error: string | null
  /** The beginning of the original message, at most 20 characters. */
  readonly text: string | null
}

/** Bits 5 to 2 of esm_class (5.2.12). */
const MESSAGE_TYPE_MASK = 0x3c
const TYPE_RECEIPT = 0x04
const TYPE_INTERMEDIATE = 0x20

const STATES: readonly (ReceiptState | null)[] = [
  null,
  'enroute',
  'delivered',
  'expired',
  'deleted',
  'undeliverable',
  'accepted',
  'unknown',
  'rejected',
]

const STATE_BY_TEXT: Readonly<Record<string, ReceiptState>> = {
  ENROUTE: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'deleted',
  UNDELIV: 'undeliverable',
  ACCEPTD: 'accepted',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
}

export interface ReceiptInput {
  readonly esmClass: number
  readonly tlvs: readonly Tlv[]
  /** The user data; read as Latin-1, since Appendix B knows ASCII only. */
  readonly bytes: Buffer
}

/** The receipt that this message is, or null when it is a message of a person. */
export function readReceipt(input: ReceiptInput): Receipt | null {
  const type = input.esmClass & MESSAGE_TYPE_MASK
  const byClass = type === TYPE_RECEIPT || type === TYPE_INTERMEDIATE
  const state = messageState(input.tlvs)
  const byTlv = state !== undefined && receiptedMessageId(input.tlvs) !== undefined
  // Nearly every message leaves here, without its text having been looked at.
  if (!byClass && !byTlv && !startsLikeReceipt(input.bytes)) return null
  const fields = readFields(input.bytes.toString('latin1'))
  const byText = fields.get('id') !== undefined && fields.get('stat') !== undefined
  if (!byClass && !byTlv && !byText) return null
  const network = networkErrorCode(input.tlvs)
  return {
    recognisedBy: byClass ? 'esm-class' : byTlv ? 'tlv' : 'text',
    intermediate: type === TYPE_INTERMEDIATE,
    messageId: receiptedMessageId(input.tlvs) ?? fields.get('id') ?? null,
    state: STATES[state ?? 0] ?? stateOf(fields.get('stat')),
    submitted: countOf(fields.get('sub')),
    delivered: countOf(fields.get('dlvrd')),
    submitDate: fields.get('submit date') ?? null,
    doneDate: fields.get('done date') ?? null,
    error: fields.get('err') ?? (network === undefined ? null : String(network.code)),
    text: fields.get('text') ?? null,
  }
}

function startsLikeReceipt(bytes: Buffer): boolean {
  // "id:", in either case.
  return ((bytes[0] ?? 0) | 0x20) === 0x69 && ((bytes[1] ?? 0) | 0x20) === 0x64 && bytes[2] === 0x3a
}

// Each name is looked for by itself: SMSCs change their order and leave some out, but nobody renames them. `text` comes
// last and takes the rest, spaces and colons included.
const FIELD = /(?:^|\s)(id|sub|dlvrd|submit date|done date|stat|err):\s*(\S*)/gi
const TEXT_FIELD = /(?:^|\s)text:(.*)$/is

function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const rest = TEXT_FIELD.exec(text)
  const head = rest === null ? text : text.slice(0, rest.index)
  for (const [, name, value] of head.matchAll(FIELD)) {
    const key = (name ?? '').toLowerCase()
    if (!fields.has(key)) fields.set(key, value ?? '')
  }
  if (rest !== null) fields.set('text', rest[1] ?? '')
  return fields
}

function stateOf(stat: string | undefined): ReceiptState | null {
  return stat === undefined ? null : (STATE_BY_TEXT[stat.toUpperCase()] ?? null)
}

function countOf(digits: string | undefined): number | null {
  return digits !== undefined && /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
