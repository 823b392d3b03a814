// The PDUs that are a header and nothing else: unbind (4.2), enquire_link (4.11), their responses, generic_nack (4.3).
// A request of these with a body has a wrong length and is refused; in responses a body is ignored, because refusing
// one would help nobody.
import { HEADER_OCTETS } from '../limits.ts'
import type { OctetReader } from '../octets.ts'
import { STATUS } from '../status.ts'
import { writeNamedHeader } from './header.ts'
import type { PduHeader } from './header.ts'

export type BodilessRequestName = 'unbind' | 'enquire_link'
export type BodilessResponseName = 'unbind_resp' | 'enquire_link_resp' | 'generic_nack'

export interface BodilessRequest extends PduHeader {
  readonly command: BodilessRequestName
}

export interface BodilessResponse extends PduHeader {
  readonly command: BodilessResponseName
}

export function readBodilessRequest(
  command: BodilessRequestName,
  header: PduHeader,
  reader: OctetReader,
): BodilessRequest {
  if (reader.offset !== reader.end) reader.fail(STATUS.ESME_RINVCMDLEN, `${command} has no body`)
  return { command, commandStatus: header.commandStatus, sequenceNumber: header.sequenceNumber }
}

export function readBodilessResponse(command: BodilessResponseName, header: PduHeader): BodilessResponse {
  return { command, commandStatus: header.commandStatus, sequenceNumber: header.sequenceNumber }
}

export function writeBodiless(target: Buffer, offset: number, pdu: BodilessRequest | BodilessResponse): number {
  return writeNamedHeader(target, offset, HEADER_OCTETS, pdu)
}
