// submit_sm_resp (4.4.2), deliver_sm_resp (4.6.2) and data_sm_resp (4.7.2): a message_id and optional parameters.
// Peers send refusals, and many send deliver_sm_resp, as a bare header: an absent body reads as an empty message_id.
import { COMMAND_ID } from '../command.ts'
import { HEADER_OCTETS, MESSAGE_ID_OCTETS_MAX } from '../limits.ts'
import { writeCString } from '../octets.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { NO_TLVS, readTlvs, tlvsOctets, writeTlvs } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export type MessageResponseName = 'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp'

export interface MessageResponse extends PduHeader {
  readonly command: MessageResponseName
  readonly messageId: string
  readonly tlvs: readonly Tlv[]
}

export function readMessageResponse(
  command: MessageResponseName,
  header: PduHeader,
  reader: OctetReader,
): MessageResponse {
  const bodiless = reader.offset === reader.end
  return {
    command,
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    messageId: bodiless ? '' : reader.cString('message_id', MESSAGE_ID_OCTETS_MAX, STATUS.ESME_RINVMSGID),
    tlvs: bodiless ? NO_TLVS : readTlvs(reader),
  }
}

export function messageResponseOctets(pdu: MessageResponse): number {
  if (isBodiless(pdu)) return HEADER_OCTETS
  return HEADER_OCTETS + pdu.messageId.length + 1 + tlvsOctets(pdu.tlvs)
}

export function writeMessageResponse(target: Buffer, offset: number, pdu: MessageResponse): number {
  const at = writeNamedHeader(target, offset, messageResponseOctets(pdu), pdu)
  if (isBodiless(pdu)) return at
  return writeTlvs(target, writeCString(target, at, 'message_id', pdu.messageId, MESSAGE_ID_OCTETS_MAX), pdu.tlvs)
}

// "The submit_sm_resp PDU Body is not returned if the command_status field contains a non-zero value" (4.4.2, note 1).
function isBodiless(pdu: MessageResponse): boolean {
  return pdu.command === 'submit_sm_resp' && pdu.commandStatus !== 0 && pdu.messageId === '' && pdu.tlvs.length === 0
}

/** The octets of one deliver_sm_resp: the header and an empty message_id. */
export const DELIVER_SM_RESP_OCTETS = HEADER_OCTETS + 1

/**
 * The hot encoder: writes one deliver_sm_resp at `offset` of a buffer that the caller has made large enough, so that
 * the answers of a whole batch lie side by side and go out in one write. Returns the offset after it.
 */
export function writeDeliverSmResp(
  target: Buffer,
  offset: number,
  sequenceNumber: number,
  commandStatus: number,
): number {
  target.writeUInt32BE(DELIVER_SM_RESP_OCTETS, offset)
  target.writeUInt32BE(COMMAND_ID.deliver_sm_resp, offset + 4)
  target.writeUInt32BE(commandStatus, offset + 8)
  target.writeUInt32BE(sequenceNumber, offset + 12)
  target[offset + HEADER_OCTETS] = 0
  return offset + DELIVER_SM_RESP_OCTETS
}
