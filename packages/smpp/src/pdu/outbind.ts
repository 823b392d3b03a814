// outbind (SMPP 3.4, 4.1.7): the SMSC asks the ESME to bind as a receiver. It has no response.
import { HEADER_OCTETS, PASSWORD_OCTETS_MAX, PASSWORD_SENT_OCTETS_MAX, SYSTEM_ID_OCTETS_MAX } from '../limits.ts'
import { writeCString } from '../octets.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export interface Outbind extends PduHeader {
  readonly command: 'outbind'
  readonly systemId: string
  readonly password: string
}

export function readOutbind(header: PduHeader, reader: OctetReader): Outbind {
  const pdu: Outbind = {
    command: 'outbind',
    commandStatus: header.commandStatus,
    sequenceNumber: header.sequenceNumber,
    systemId: reader.cString('system_id', SYSTEM_ID_OCTETS_MAX, STATUS.ESME_RINVSYSID),
    password: reader.cString('password', PASSWORD_OCTETS_MAX, STATUS.ESME_RINVPASWD),
  }
  if (reader.offset !== reader.end) reader.fail(STATUS.ESME_RINVCMDLEN, 'outbind has octets after password')
  return pdu
}

export function outbindOctets(pdu: Outbind): number {
  return HEADER_OCTETS + pdu.systemId.length + pdu.password.length + 2
}

export function writeOutbind(target: Buffer, offset: number, pdu: Outbind): number {
  const at = writeNamedHeader(target, offset, outbindOctets(pdu), pdu)
  const next = writeCString(target, at, 'system_id', pdu.systemId, SYSTEM_ID_OCTETS_MAX)
  return writeCString(target, next, 'password', pdu.password, PASSWORD_SENT_OCTETS_MAX)
}
