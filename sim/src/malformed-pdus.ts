// PDUs that no receiver can read, but whose length is right: the standard wants each answered and the session to go
// on.
import { encodePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE } from '@inrange/smpp/pdu/short-message'
import type { SeededRandom } from './seeded-random.ts'

const HEADER_OCTETS = 16
const UNKNOWN_COMMAND_ID = 0x00000fff

/** One of them, with that sequence number. */
export function malformedPdu(random: SeededRandom, sequenceNumber: number): Buffer {
  const sound = encodePdu({
    ...EMPTY_SHORT_MESSAGE,
    command: 'deliver_sm',
    commandStatus: 0,
    sequenceNumber,
    sourceAddr: 'Fernway',
    destinationAddr: '447700900000',
    shortMessage: Buffer.from('unreadable'),
  })
  const spoil = random.pick([endWithinText, overrunTlv, neverEndAddress, nameUnknownCommand])
  const spoilt = spoil(sound)
  spoilt.writeUInt32BE(spoilt.length, 0)
  return spoilt
}

// sm_length says more than there is.
function endWithinText(pdu: Buffer): Buffer {
  return pdu.subarray(0, pdu.length - 3)
}

// A parameter that claims to be longer than its PDU (SMPP 3.4, 5.3).
function overrunTlv(pdu: Buffer): Buffer {
  return Buffer.concat([pdu, Buffer.from([0x14, 0x00, 0xff, 0xff, 0x01])])
}

// A C-Octet String without its NUL.
function neverEndAddress(pdu: Buffer): Buffer {
  return Buffer.concat([pdu.subarray(0, HEADER_OCTETS + 3), Buffer.alloc(80, 0x37)])
}

function nameUnknownCommand(pdu: Buffer): Buffer {
  pdu.writeUInt32BE(UNKNOWN_COMMAND_ID, 4)
  return pdu
}
