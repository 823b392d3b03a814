// bind_transmitter, bind_receiver, bind_transceiver and their responses (SMPP 3.4, 4.1).
import {
  ADDRESS_RANGE_OCTETS_MAX,
  HEADER_OCTETS,
  PASSWORD_OCTETS_MAX,
  PASSWORD_SENT_OCTETS_MAX,
  SYSTEM_ID_OCTETS_MAX,
  SYSTEM_TYPE_OCTETS_MAX,
} from '../limits.ts'
import { writeCString, writeOctet } from '../octets.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { NO_TLVS, readTlvs, tlvsOctets, writeTlvs } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export type BindName = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'
export type BindResponseName = `${BindName}_resp`

export interface BindFields {
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  /** 0x34 for 3.4; 0x33 and lower must not be sent optional parameters (3.4, 3.4). */
  readonly interfaceVersion: number
  readonly addrTon: number
  readonly addrNpi: number
  readonly addressRange: string
}

export interface BindRequest extends PduHeader, BindFields {
  readonly command: BindName
}

export interface BindResponse extends PduHeader {
  readonly command: BindResponseName
  readonly systemId: string
  readonly tlvs: readonly Tlv[]
}

export function readBindRequest(command: BindName, header: PduHeader, reader: OctetReader): BindRequest {
  const pdu: BindRequest = {
    command,
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    systemId: reader.cString('system_id', SYSTEM_ID_OCTETS_MAX, STATUS.ESME_RINVSYSID),
    password: reader.cString('password', PASSWORD_OCTETS_MAX, STATUS.ESME_RINVPASWD),
    systemType: reader.cString('system_type', SYSTEM_TYPE_OCTETS_MAX, STATUS.ESME_RINVSYSTYP),
    interfaceVersion: reader.octet('interface_version'),
    addrTon: reader.octet('addr_ton'),
    addrNpi: reader.octet('addr_npi'),
    addressRange: reader.cString('address_range', ADDRESS_RANGE_OCTETS_MAX, STATUS.ESME_RBINDFAIL),
  }
  if (reader.offset !== reader.end) reader.fail(STATUS.ESME_RINVCMDLEN, `${command} has octets after address_range`)
  return pdu
}

export function bindRequestOctets(pdu: BindFields): number {
  const text = pdu.systemId.length + pdu.password.length + pdu.systemType.length + pdu.addressRange.length
  return HEADER_OCTETS + text + 7
}

export function writeBindRequest(target: Buffer, offset: number, pdu: BindRequest): number {
  let at = writeNamedHeader(target, offset, bindRequestOctets(pdu), pdu)
  at = writeCString(target, at, 'system_id', pdu.systemId, SYSTEM_ID_OCTETS_MAX)
  at = writeCString(target, at, 'password', pdu.password, PASSWORD_SENT_OCTETS_MAX)
  at = writeCString(target, at, 'system_type', pdu.systemType, SYSTEM_TYPE_OCTETS_MAX)
  at = writeOctet(target, at, 'interface_version', pdu.interfaceVersion)
  at = writeOctet(target, at, 'addr_ton', pdu.addrTon)
  at = writeOctet(target, at, 'addr_npi', pdu.addrNpi)
  return writeCString(target, at, 'address_range', pdu.addressRange, ADDRESS_RANGE_OCTETS_MAX)
}

/** A refusal comes without a body (4.1.2, note 1), so an absent body reads as empty fields. */
export function readBindResponse(command: BindResponseName, header: PduHeader, reader: OctetReader): BindResponse {
  const bodiless = reader.offset === reader.end
  return {
    command,
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    systemId: bodiless ? '' : reader.cString('system_id', SYSTEM_ID_OCTETS_MAX, STATUS.ESME_RINVSYSID),
    tlvs: bodiless ? NO_TLVS : readTlvs(reader),
  }
}

export function bindResponseOctets(pdu: BindResponse): number {
  if (isBodiless(pdu)) return HEADER_OCTETS
  return HEADER_OCTETS + pdu.systemId.length + 1 + tlvsOctets(pdu.tlvs)
}

export function writeBindResponse(target: Buffer, offset: number, pdu: BindResponse): number {
  const at = writeNamedHeader(target, offset, bindResponseOctets(pdu), pdu)
  if (isBodiless(pdu)) return at
  return writeTlvs(target, writeCString(target, at, 'system_id', pdu.systemId, SYSTEM_ID_OCTETS_MAX), pdu.tlvs)
}

function isBodiless(pdu: BindResponse): boolean {
  return pdu.commandStatus !== 0 && pdu.systemId === '' && pdu.tlvs.length === 0
}
