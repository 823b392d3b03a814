// The 16 octets that every PDU begins with (SMPP 3.4, 3.2).
import { COMMAND_ID } from '../command.ts'
import type { CommandName } from '../command.ts'
import { HEADER_OCTETS } from '../limits.ts'

/** What every PDU value carries of its header; command_length follows from the PDU and command_id from its name. */
export interface PduHeader {
  /** 0 in requests; the outcome in responses. */
  readonly commandStatus: number
  /** 1 to 0x7FFFFFFF; a response repeats its request's. 0 only in a generic_nack to something unreadable. */
  readonly sequenceNumber: number
}

/** Writes the four integers; returns the offset after them. */
export function writeHeader(
  target: Buffer,
  offset: number,
  octets: number,
  commandId: number,
  header: PduHeader,
): number {
  target.writeUInt32BE(octets, offset)
  target.writeUInt32BE(commandId, offset + 4)
  target.writeUInt32BE(header.commandStatus, offset + 8)
  target.writeUInt32BE(header.sequenceNumber, offset + 12)
  return offset + HEADER_OCTETS
}

/** As `writeHeader`, with the command by its name. */
export function writeNamedHeader(
  target: Buffer,
  offset: number,
  octets: number,
  pdu: PduHeader & { readonly command: CommandName },
): number {
  return writeHeader(target, offset, octets, COMMAND_ID[pdu.command], pdu)
}
