// Optional parameters (SMPP 3.4, 5.3). All are kept, known or not, in the order received, with their bytes untouched;
// typed accessors read the known ones. A known one with a length other than the standard's reads as absent, because
// 3.3 (forward compatibility) asks a receiver to ignore what it does not understand; its bytes remain for evidence.
// Only a TLV that overruns its PDU is a fault.
import { STATUS } from './status.ts'
import type { FieldFault, OctetReader } from './octets.ts'

export interface Tlv {
  readonly tag: number
  readonly value: Buffer
}

export const TAG = {
  dest_addr_subunit: 0x0005,
  dest_network_type: 0x0006,
  dest_bearer_type: 0x0007,
  dest_telematics_id: 0x0008,
  source_addr_subunit: 0x000d,
  source_network_type: 0x000e,
  source_bearer_type: 0x000f,
  source_telematics_id: 0x0010,
  qos_time_to_live: 0x0017,
  payload_type: 0x0019,
  additional_status_info_text: 0x001d,
  receipted_message_id: 0x001e,
  ms_msg_wait_facilities: 0x0030,
  privacy_indicator: 0x0201,
  source_subaddress: 0x0202,
  dest_subaddress: 0x0203,
  user_message_reference: 0x0204,
  user_response_code: 0x0205,
  source_port: 0x020a,
  destination_port: 0x020b,
  sar_msg_ref_num: 0x020c,
  language_indicator: 0x020d,
  sar_total_segments: 0x020e,
  sar_segment_seqnum: 0x020f,
  sc_interface_version: 0x0210,
  callback_num_pres_ind: 0x0302,
  callback_num_atag: 0x0303,
  number_of_messages: 0x0304,
  callback_num: 0x0381,
  dpf_result: 0x0420,
  set_dpf: 0x0421,
  ms_availability_status: 0x0422,
  network_error_code: 0x0423,
  message_payload: 0x0424,
  delivery_failure_reason: 0x0425,
  more_messages_to_send: 0x0426,
  message_state: 0x0427,
  ussd_service_op: 0x0501,
  display_time: 0x1201,
  sms_signal: 0x1203,
  ms_validity: 0x1204,
  alert_on_message_delivery: 0x130c,
  its_reply_type: 0x1380,
  its_session_info: 0x1383,
} as const

export type TagName = keyof typeof TAG

const NAME_BY_TAG = new Map<number, TagName>(Object.entries(TAG).map(([name, tag]) => [tag, name as TagName]))

/** The standard's name of a tag, or undefined for an unknown or vendor tag. */
export function tagName(tag: number): TagName | undefined {
  return NAME_BY_TAG.get(tag)
}

/** Shared by every PDU without optional parameters. */
export const NO_TLVS: readonly Tlv[] = Object.freeze([])

const TLV_HEADER_OCTETS = 4

/** Reads all that is left in the PDU as TLVs; an overrun is answered with ESME_RINVOPTPARSTREAM. Values are views. */
export function readTlvs(reader: OctetReader): readonly Tlv[] {
  if (reader.offset === reader.end) return NO_TLVS
  const { buffer, end } = reader
  const tlvs: Tlv[] = []
  let at = reader.offset
  while (at < end) {
    if (at + TLV_HEADER_OCTETS > end) return overrun(reader, 'the PDU ends within the header of a TLV')
    const tag = buffer.readUInt16BE(at)
    const length = buffer.readUInt16BE(at + 2)
    at += TLV_HEADER_OCTETS
    if (at + length > end) return overrun(reader, `TLV 0x${tag.toString(16)} is longer than the PDU`)
    tlvs.push({ tag, value: buffer.subarray(at, at + length) })
    at += length
  }
  reader.offset = end
  return tlvs
}

function overrun(reader: OctetReader, reason: string): readonly Tlv[] {
  const fault: FieldFault = { commandStatus: STATUS.ESME_RINVOPTPARSTREAM, reason }
  reader.fail(fault.commandStatus, fault.reason)
  return NO_TLVS
}

/** The octets that `writeTlvs` will write. */
export function tlvsOctets(tlvs: readonly Tlv[]): number {
  let octets = 0
  for (const tlv of tlvs) octets += TLV_HEADER_OCTETS + tlv.value.length
  return octets
}

/**
 * Writes the TLVs in their order; returns the offset after them. Throws a RangeError for a value over 65,535 octets.
 */
export function writeTlvs(target: Buffer, offset: number, tlvs: readonly Tlv[]): number {
  let at = offset
  for (const { tag, value } of tlvs) {
    at = target.writeUInt16BE(tag, at)
    at = target.writeUInt16BE(value.length, at)
    at += value.copy(target, at)
  }
  return at
}

/** The value of the first TLV with this tag, or undefined. */
export function findTlv(tlvs: readonly Tlv[], tag: number): Buffer | undefined {
  for (const tlv of tlvs) if (tlv.tag === tag) return tlv.value
  return undefined
}

function readInteger(tlvs: readonly Tlv[], tag: number, octets: 1 | 2): number | undefined {
  const value = findTlv(tlvs, tag)
  return value?.length === octets ? value.readUIntBE(0, octets) : undefined
}

/** message_payload (5.3.2.32). */
export const messagePayload = (tlvs: readonly Tlv[]) => findTlv(tlvs, TAG.message_payload)
/** sar_msg_ref_num (5.3.2.22), 0 to 65,535. */
export const sarMessageReference = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.sar_msg_ref_num, 2)
/** sar_total_segments (5.3.2.23), 1 to 255. */
export const sarTotalSegments = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.sar_total_segments, 1)
/** sar_segment_seqnum (5.3.2.24), 1 to 255. */
export const sarSegmentSequence = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.sar_segment_seqnum, 1)
/** source_port (5.3.2.20). */
export const sourcePort = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.source_port, 2)
/** destination_port (5.3.2.21). */
export const destinationPort = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.destination_port, 2)
/** user_message_reference (5.3.2.17). */
export const userMessageReference = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.user_message_reference, 2)
/**
 * message_state (5.3.2.35): 1 ENROUTE, 2 DELIVERED, 3 EXPIRED, 4 DELETED, 5 UNDELIVERABLE, 6 ACCEPTED, 7 UNKNOWN, 8
 * REJECTED.
 */
export const messageState = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.message_state, 1)
/** language_indicator (5.3.2.19). */
export const languageIndicator = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.language_indicator, 1)
/** payload_type (5.3.2.10): 0 default, 1 WCMP. */
export const payloadType = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.payload_type, 1)
/** more_messages_to_send (5.3.2.34). */
export const moreMessagesToSend = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.more_messages_to_send, 1)
/** sc_interface_version (5.3.2.25). */
export const scInterfaceVersion = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.sc_interface_version, 1)
/** ms_availability_status (5.3.2.30): 0 available, 1 denied, 2 unavailable. */
export const msAvailabilityStatus = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.ms_availability_status, 1)
/** delivery_failure_reason (5.3.2.33). */
export const deliveryFailureReason = (tlvs: readonly Tlv[]) => readInteger(tlvs, TAG.delivery_failure_reason, 1)

/** receipted_message_id (5.3.2.12): a C-Octet String; peers that leave its NUL out are understood too. */
export function receiptedMessageId(tlvs: readonly Tlv[]): string | undefined {
  const value = findTlv(tlvs, TAG.receipted_message_id)
  if (value === undefined) return undefined
  const nul = value.indexOf(0)
  return value.toString('latin1', 0, nul === -1 ? value.length : nul)
}

/** network_error_code (5.3.2.31): the kind of network (1 ANSI-136, 2 IS-95, 3 GSM) and its error code. */
export function networkErrorCode(
  tlvs: readonly Tlv[],
): { readonly network: number; readonly code: number } | undefined {
  const value = findTlv(tlvs, TAG.network_error_code)
  return value?.length === 3 ? { network: value.readUInt8(0), code: value.readUInt16BE(1) } : undefined
}

/** A TLV whose value is an unsigned integer of one or two octets. */
export function integerTlv(tag: number, octets: 1 | 2, number: number): Tlv {
  const value = Buffer.alloc(octets)
  value.writeUIntBE(number, 0, octets)
  return { tag, value }
}

/** A TLV whose value is a C-Octet String in Latin-1. */
export function cStringTlv(tag: number, text: string): Tlv {
  return { tag, value: Buffer.from(`${text}\0`, 'latin1') }
}
