// A PDU or a request as one line of a trace. Pure. Guarantees that neither a text nor anything that signs somebody in
// is ever part of a line: a message is told by its length, a bind without its password, an optional parameter by its
// value only where the standard gives it one that says nothing of what a person wrote.
import type { traceLineSchema } from '@inrange/contract/carriers'
import type { SchemaIn } from '@inrange/contract/operation'
import { commandName, isResponseId } from '@inrange/smpp/command'
import { decodePdu, type Pdu } from '@inrange/smpp/pdu/pdu'
import { statusName } from '@inrange/smpp/status'
import { TAG, tagName, type Tlv } from '@inrange/smpp/tlv'

export type TraceLine = SchemaIn<typeof traceLineSchema>
type Field = [name: string, value: string]

/** What is read of a frame before it is decoded: enough to know whether it is shown, and whose answer it is. */
export type FrameHead = { commandId: number; sequence: number; isResponse: boolean; octets: number }

const HEADER_OCTETS = 16

export function headOf(frame: Buffer): FrameHead | null {
  if (frame.length < HEADER_OCTETS) return null
  const commandId = frame.readUInt32BE(4)
  return { commandId, sequence: frame.readUInt32BE(12), isResponse: isResponseId(commandId), octets: frame.length }
}

type Seen = { atMs: number; direction: 'in' | 'out'; peer: string; tookMs: number | null }

export function pduLine(frame: Buffer, head: FrameHead, seen: Seen): TraceLine {
  const decoded = decodePdu(frame)
  const status = head.isResponse ? frame.readUInt32BE(8) : null
  const name = commandName(head.commandId)
  return {
    ...seen,
    command: name ?? `0x${head.commandId.toString(16).padStart(8, '0')}`,
    sequence: head.sequence,
    status,
    statusText: status === null ? null : statusName(status),
    octets: head.octets,
    fields: decoded.ok ? fieldsOf(decoded.pdu) : [['malformed', decoded.reason]],
  }
}

function fieldsOf(pdu: Pdu): Field[] {
  switch (pdu.command) {
    case 'deliver_sm':
    case 'submit_sm':
      return given([
        ...addresses(pdu),
        ['service_type', pdu.serviceType],
        ['protocol_id', hex(pdu.protocolId)],
        ['registered_delivery', hex(pdu.registeredDelivery)],
        ['short_message', octets(pdu.shortMessage.length)],
        ...tlvs(pdu.tlvs),
      ])
    case 'data_sm':
      return given([...addresses(pdu), ...tlvs(pdu.tlvs)])
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return bindFields(pdu)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return pdu.commandStatus === 0 ? [['system_id', pdu.systemId], ...tlvs(pdu.tlvs)] : []
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return given([['message_id', pdu.messageId], ...tlvs(pdu.tlvs)])
    case 'unknown':
      return [['body', octets(pdu.body.length)]]
    case 'outbind':
      return [['system_id', pdu.systemId]]
    case 'alert_notification':
    case 'enquire_link':
    case 'enquire_link_resp':
    case 'unbind':
    case 'unbind_resp':
    case 'generic_nack':
      return []
  }
}

type Addressed = {
  sourceAddrTon: number
  sourceAddrNpi: number
  sourceAddr: string
  destAddrTon: number
  destAddrNpi: number
  destinationAddr: string
  esmClass: number
  dataCoding: number
}

function addresses(pdu: Addressed): Field[] {
  return [
    ['source_addr', `${pdu.sourceAddr} (${pdu.sourceAddrTon}/${pdu.sourceAddrNpi})`],
    ['destination_addr', `${pdu.destinationAddr} (${pdu.destAddrTon}/${pdu.destAddrNpi})`],
    ['esm_class', hex(pdu.esmClass)],
    ['data_coding', hex(pdu.dataCoding)],
  ]
}

/** Without its password. */
export function bindFields(bind: { systemId: string; systemType: string; interfaceVersion: number }): Field[] {
  const { systemId, systemType, interfaceVersion } = bind
  return given([
    ['system_id', systemId],
    ['system_type', systemType],
    ['interface_version', hex(interfaceVersion)],
  ])
}

/** Those whose value is a number that the standard defines, or an id; of any other only the length is told. */
const TOLD = new Set<number>([
  TAG.sar_msg_ref_num,
  TAG.sar_total_segments,
  TAG.sar_segment_seqnum,
  TAG.more_messages_to_send,
  TAG.source_port,
  TAG.destination_port,
  TAG.user_message_reference,
  TAG.sc_interface_version,
  TAG.message_state,
  TAG.network_error_code,
  TAG.payload_type,
  TAG.privacy_indicator,
  TAG.language_indicator,
  TAG.dest_network_type,
  TAG.source_network_type,
  TAG.dest_bearer_type,
  TAG.source_bearer_type,
  TAG.qos_time_to_live,
  TAG.delivery_failure_reason,
  TAG.ms_availability_status,
  TAG.dpf_result,
  TAG.set_dpf,
])
/** A receipted message is named by what its carrier called it: printable ASCII, or it is told by its length. */
const NAMED = new Set<number>([TAG.receipted_message_id])
const TLVS_TOLD_MAX = 20

function tlvs(received: readonly Tlv[]): Field[] {
  return received.slice(0, TLVS_TOLD_MAX).map(({ tag, value }) => [tagName(tag) ?? hex(tag, 4), tlvValue(tag, value)])
}

function tlvValue(tag: number, value: Buffer): string {
  if (TOLD.has(tag) && value.length <= 4) return `0x${value.toString('hex')}`
  const name = value.toString('latin1').replace(/\0$/, '')
  if (NAMED.has(tag) && /^[\x21-\x7e]{1,65}$/.test(name)) return name
  return octets(value.length)
}

/** Without those that say nothing. */
function given(fields: readonly Field[]): Field[] {
  return fields.filter(([, value]) => value !== '' && value !== '0x00')
}

function hex(value: number, digits = 2): string {
  return `0x${value.toString(16).padStart(digits, '0')}`
}

function octets(count: number): string {
  return count === 1 ? '1 octet' : `${count} octets`
}

/** Those that the way in answers (RFC 9110, section 15). */
const HTTP_STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  503: 'Service Unavailable',
}

export type HttpFacts = {
  octets: number
  contentType: string
  /** What came as proof, never what it says. */
  proof: string
}

export function httpRequestLine(facts: HttpFacts, seen: Omit<Seen, 'tookMs' | 'direction'>): TraceLine {
  const fields = given([
    ['content-type', facts.contentType.slice(0, 80)],
    ['proof', facts.proof],
  ])
  const line = { command: 'POST', sequence: null, status: null, statusText: null, octets: facts.octets, tookMs: null }
  return { ...seen, ...line, direction: 'in', fields }
}

export type HttpAnswer = {
  status: number
  tookMs: number
  /** Of the message, where the request could be read. */
  message: { id: string; sender: string; recipient: string; textChars: number } | null
  detail: string | null
}

export function httpAnswerLine(answer: HttpAnswer, seen: Omit<Seen, 'tookMs' | 'direction'>): TraceLine {
  const { message, status, tookMs, detail } = answer
  const fields: Field[] = []
  if (message) {
    fields.push(['id', message.id], ['from', message.sender], ['to', message.recipient])
    fields.push(['text', message.textChars === 1 ? '1 character' : `${message.textChars} characters`])
  }
  if (detail !== null) fields.push(['detail', detail])
  const statusText = HTTP_STATUS_TEXTS[status] ?? ''
  return { ...seen, direction: 'out', command: 'answer', sequence: null, status, statusText, octets: 0, tookMs, fields }
}
