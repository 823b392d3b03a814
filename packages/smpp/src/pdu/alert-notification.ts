// alert_notification (SMPP 3.4, 4.12.1): a mobile has become reachable. It has no response.
import { HEADER_OCTETS, LONG_ADDRESS_OCTETS_MAX } from '../limits.ts'
import { writeCString, writeOctet } from '../octets.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { readTlvs, tlvsOctets, writeTlvs } from '../tlv.ts'
import type { Tlv } from '../tlv.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export interface AlertNotification extends PduHeader {
  readonly command: 'alert_notification'
  readonly sourceAddrTon: number
  readonly sourceAddrNpi: number
  readonly sourceAddr: string
  readonly esmeAddrTon: number
  readonly esmeAddrNpi: number
  readonly esmeAddr: string
  readonly tlvs: readonly Tlv[]
}

export function readAlertNotification(header: PduHeader, reader: OctetReader): AlertNotification {
  return {
    command: 'alert_notification',
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    sourceAddrTon: reader.octet('source_addr_ton'),
    sourceAddrNpi: reader.octet('source_addr_npi'),
    sourceAddr: reader.cString('source_addr', LONG_ADDRESS_OCTETS_MAX, STATUS.ESME_RINVSRCADR),
    esmeAddrTon: reader.octet('esme_addr_ton'),
    esmeAddrNpi: reader.octet('esme_addr_npi'),
    esmeAddr: reader.cString('esme_addr', LONG_ADDRESS_OCTETS_MAX, STATUS.ESME_RINVDSTADR),
    tlvs: readTlvs(reader),
  }
}

export function alertNotificationOctets(pdu: AlertNotification): number {
  return HEADER_OCTETS + 6 + pdu.sourceAddr.length + pdu.esmeAddr.length + tlvsOctets(pdu.tlvs)
}

export function writeAlertNotification(target: Buffer, offset: number, pdu: AlertNotification): number {
  let at = writeNamedHeader(target, offset, alertNotificationOctets(pdu), pdu)
  at = writeOctet(target, at, 'source_addr_ton', pdu.sourceAddrTon)
  at = writeOctet(target, at, 'source_addr_npi', pdu.sourceAddrNpi)
  at = writeCString(target, at, 'source_addr', pdu.sourceAddr, LONG_ADDRESS_OCTETS_MAX)
  at = writeOctet(target, at, 'esme_addr_ton', pdu.esmeAddrTon)
  at = writeOctet(target, at, 'esme_addr_npi', pdu.esmeAddrNpi)
  at = writeCString(target, at, 'esme_addr', pdu.esmeAddr, LONG_ADDRESS_OCTETS_MAX)
  return writeTlvs(target, at, pdu.tlvs)
}
