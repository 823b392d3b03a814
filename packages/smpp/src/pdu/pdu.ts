// Any PDU, from bytes and to bytes. Decoding never throws: what is wrong comes back as a value that says what to
// answer. Which PDU is allowed when is the session's business, not this file's.
// oxlint-disable typescript/consistent-return -- every switch here is exhaustive, which the compiler proves.
import { commandName } from '../command.ts'
import type { CommandName } from '../command.ts'
import { HEADER_OCTETS } from '../limits.ts'
import { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { alertNotificationOctets, readAlertNotification, writeAlertNotification } from './alert-notification.ts'
import type { AlertNotification } from './alert-notification.ts'
import {
  bindRequestOctets,
  bindResponseOctets,
  readBindRequest,
  readBindResponse,
  writeBindRequest,
  writeBindResponse,
} from './bind.ts'
import type { BindRequest, BindResponse } from './bind.ts'
import { readBodilessRequest, readBodilessResponse, writeBodiless } from './bodiless.ts'
import type { BodilessRequest, BodilessResponse } from './bodiless.ts'
import { dataSmOctets, readDataSm, writeDataSm } from './data-sm.ts'
import type { DataSm } from './data-sm.ts'
import { writeHeader } from './header.ts'
import type { PduHeader } from './header.ts'
import { messageResponseOctets, readMessageResponse, writeMessageResponse } from './message-response.ts'
import type { MessageResponse } from './message-response.ts'
import { outbindOctets, readOutbind, writeOutbind } from './outbind.ts'
import type { Outbind } from './outbind.ts'
import { readShortMessage, shortMessageOctets, writeShortMessage } from './short-message.ts'
import type { DeliverSm, SubmitSm } from './short-message.ts'

/** A PDU whose command id this package does not know; well-formed as far as anybody can tell. */
export interface UnknownPdu extends PduHeader {
  readonly command: 'unknown'
  readonly commandId: number
  readonly body: Buffer
}

export type ResponsePdu = BindResponse | MessageResponse | BodilessResponse
export type MessagePdu = DeliverSm | DataSm | SubmitSm
export type KnownPdu = BindRequest | BodilessRequest | MessagePdu | Outbind | AlertNotification | ResponsePdu
export type Pdu = KnownPdu | UnknownPdu

/** What can be encoded: a PDU without the raw `body` that only a received message has. */
export type EncodablePdu =
  | Exclude<KnownPdu, MessagePdu>
  | Omit<DeliverSm, 'body'>
  | Omit<SubmitSm, 'body'>
  | Omit<DataSm, 'body'>
  | UnknownPdu

/** Why a PDU could not be read, and what the standard answers to it. */
export interface DecodeFault {
  readonly ok: false
  readonly commandId: number
  readonly commandStatus: number
  readonly sequenceNumber: number
  readonly reason: string
}

export type Decoded = { readonly ok: true; readonly pdu: Pdu } | DecodeFault

/** Decodes one framed PDU. Byte fields are views of `frame`: whoever keeps them keeps the frame, or copies. */
export function decodePdu(frame: Buffer): Decoded {
  if (frame.length < HEADER_OCTETS) return tooShort(frame)
  const commandId = frame.readUInt32BE(4)
  const header = { commandStatus: frame.readUInt32BE(8), sequenceNumber: frame.readUInt32BE(12) }
  if (frame.readUInt32BE(0) !== frame.length) {
    const reason = `command_length ${frame.readUInt32BE(0)} differs from the ${frame.length} octets of the PDU`
    return {
      ok: false,
      commandId,
      commandStatus: STATUS.ESME_RINVCMDLEN,
      sequenceNumber: header.sequenceNumber,
      reason,
    }
  }
  const command = commandName(commandId)
  if (command === undefined) {
    return { ok: true, pdu: { command: 'unknown', commandId, ...header, body: frame.subarray(HEADER_OCTETS) } }
  }
  const reader = new OctetReader(frame, HEADER_OCTETS, frame.length)
  const pdu = readBody(command, header, reader)
  if (reader.fault === null) return { ok: true, pdu }
  return { ok: false, commandId, sequenceNumber: header.sequenceNumber, ...reader.fault }
}

function tooShort(frame: Buffer): DecodeFault {
  return {
    ok: false,
    commandId: 0,
    commandStatus: STATUS.ESME_RINVCMDLEN,
    sequenceNumber: 0,
    reason: `${frame.length} octets are less than a header`,
  }
}

function readBody(command: CommandName, header: PduHeader, reader: OctetReader): KnownPdu {
  switch (command) {
    case 'deliver_sm':
    case 'submit_sm':
      return readShortMessage(command, header, reader)
    case 'data_sm':
      return readDataSm(header, reader)
    case 'deliver_sm_resp':
    case 'submit_sm_resp':
    case 'data_sm_resp':
      return readMessageResponse(command, header, reader)
    case 'enquire_link':
    case 'unbind':
      return readBodilessRequest(command, header, reader)
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'generic_nack':
      return readBodilessResponse(command, header)
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return readBindRequest(command, header, reader)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return readBindResponse(command, header, reader)
    case 'outbind':
      return readOutbind(header, reader)
    case 'alert_notification':
      return readAlertNotification(header, reader)
  }
}

/** The exact octets that `writePdu` will write. */
export function pduOctets(pdu: EncodablePdu): number {
  switch (pdu.command) {
    case 'deliver_sm':
    case 'submit_sm':
      return shortMessageOctets(pdu)
    case 'data_sm':
      return dataSmOctets(pdu)
    case 'deliver_sm_resp':
    case 'submit_sm_resp':
    case 'data_sm_resp':
      return messageResponseOctets(pdu)
    case 'enquire_link':
    case 'unbind':
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'generic_nack':
      return HEADER_OCTETS
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return bindRequestOctets(pdu)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return bindResponseOctets(pdu)
    case 'outbind':
      return outbindOctets(pdu)
    case 'alert_notification':
      return alertNotificationOctets(pdu)
    case 'unknown':
      return HEADER_OCTETS + pdu.body.length
  }
}

/**
 * Writes the PDU at `offset` of a buffer with at least `pduOctets(pdu)` octets left; returns the offset after it.
 * Throws a RangeError when a field does not fit the standard: a fault of the caller, never of a peer.
 */
export function writePdu(target: Buffer, offset: number, pdu: EncodablePdu): number {
  switch (pdu.command) {
    case 'deliver_sm':
    case 'submit_sm':
      return writeShortMessage(target, offset, pdu)
    case 'data_sm':
      return writeDataSm(target, offset, pdu)
    case 'deliver_sm_resp':
    case 'submit_sm_resp':
    case 'data_sm_resp':
      return writeMessageResponse(target, offset, pdu)
    case 'enquire_link':
    case 'unbind':
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'generic_nack':
      return writeBodiless(target, offset, pdu)
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return writeBindRequest(target, offset, pdu)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return writeBindResponse(target, offset, pdu)
    case 'outbind':
      return writeOutbind(target, offset, pdu)
    case 'alert_notification':
      return writeAlertNotification(target, offset, pdu)
    case 'unknown': {
      const at = writeHeader(target, offset, pduOctets(pdu), pdu.commandId, pdu)
      return at + pdu.body.copy(target, at)
    }
  }
}

/** The PDU as a buffer of its own. Throws as `writePdu` does. */
export function encodePdu(pdu: EncodablePdu): Buffer {
  const target = Buffer.allocUnsafe(pduOctets(pdu))
  writePdu(target, 0, pdu)
  return target
}
