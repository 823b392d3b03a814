// data_sm (SMPP 3.4, 4.7.1): the text travels in the message_payload TLV.
import { HEADER_OCTETS, LONG_ADDRESS_OCTETS_MAX, SERVICE_TYPE_OCTETS_MAX } from '../limits.ts'
import { writeCString, writeOctet } from '../octets.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { readTlvs, tlvsOctets, writeTlvs } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export interface DataSmFields {
  readonly serviceType: string
  readonly sourceAddrTon: number
  readonly sourceAddrNpi: number
  readonly sourceAddr: string
  readonly destAddrTon: number
  readonly destAddrNpi: number
  readonly destinationAddr: string
  readonly esmClass: number
  readonly registeredDelivery: number
  readonly dataCoding: number
  readonly tlvs: readonly Tlv[]
}

export interface DataSm extends PduHeader, DataSmFields {
  readonly command: 'data_sm'
  /** Everything after the header as it was received: a view of the PDU, kept for evidence. */
  readonly body: Buffer
}

export const EMPTY_DATA_SM: DataSmFields = {
  serviceType: '',
  sourceAddrTon: 0,
  sourceAddrNpi: 0,
  sourceAddr: '',
  destAddrTon: 0,
  destAddrNpi: 0,
  destinationAddr: '',
  esmClass: 0,
  registeredDelivery: 0,
  dataCoding: 0,
  tlvs: [],
}

export function readDataSm(header: PduHeader, reader: OctetReader): DataSm {
  const body = reader.buffer.subarray(reader.offset, reader.end)
  return {
    command: 'data_sm',
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    serviceType: reader.cString('service_type', SERVICE_TYPE_OCTETS_MAX, STATUS.ESME_RINVSERTYP),
    sourceAddrTon: reader.octet('source_addr_ton'),
    sourceAddrNpi: reader.octet('source_addr_npi'),
    sourceAddr: reader.cString('source_addr', LONG_ADDRESS_OCTETS_MAX, STATUS.ESME_RINVSRCADR),
    destAddrTon: reader.octet('dest_addr_ton'),
    destAddrNpi: reader.octet('dest_addr_npi'),
    destinationAddr: reader.cString('destination_addr', LONG_ADDRESS_OCTETS_MAX, STATUS.ESME_RINVDSTADR),
    esmClass: reader.octet('esm_class'),
    registeredDelivery: reader.octet('registered_delivery'),
    dataCoding: reader.octet('data_coding'),
    tlvs: readTlvs(reader),
    body,
  }
}

export function dataSmOctets(pdu: DataSmFields): number {
  const text = pdu.serviceType.length + pdu.sourceAddr.length + pdu.destinationAddr.length
  // 3 NULs and 7 single octets.
  return HEADER_OCTETS + 10 + text + tlvsOctets(pdu.tlvs)
}

export function writeDataSm(
  target: Buffer,
  offset: number,
  pdu: PduHeader & DataSmFields & { readonly command: 'data_sm' },
): number {
  let at = writeNamedHeader(target, offset, dataSmOctets(pdu), pdu)
  at = writeCString(target, at, 'service_type', pdu.serviceType, SERVICE_TYPE_OCTETS_MAX)
  at = writeOctet(target, at, 'source_addr_ton', pdu.sourceAddrTon)
  at = writeOctet(target, at, 'source_addr_npi', pdu.sourceAddrNpi)
  at = writeCString(target, at, 'source_addr', pdu.sourceAddr, LONG_ADDRESS_OCTETS_MAX)
  at = writeOctet(target, at, 'dest_addr_ton', pdu.destAddrTon)
  at = writeOctet(target, at, 'dest_addr_npi', pdu.destAddrNpi)
  at = writeCString(target, at, 'destination_addr', pdu.destinationAddr, LONG_ADDRESS_OCTETS_MAX)
  at = writeOctet(target, at, 'esm_class', pdu.esmClass)
  at = writeOctet(target, at, 'registered_delivery', pdu.registeredDelivery)
  at = writeOctet(target, at, 'data_coding', pdu.dataCoding)
  return writeTlvs(target, at, pdu.tlvs)
}
