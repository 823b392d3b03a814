// PDUs with their octets, put together by hand from the layouts of SMPP 3.4. The hexadecimal is the truth here: it is
// grouped by field, and no code of this package has made it.
import type { EncodablePdu } from '../pdu/pdu.ts'

export interface GoldenPdu {
  readonly name: string
  readonly hex: string
  readonly pdu: EncodablePdu
}

const message = {
  serviceType: '',
  protocolId: 0,
  priorityFlag: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresentFlag: 0,
  smDefaultMsgId: 0,
  commandStatus: 0,
}

const bind = {
  commandStatus: 0,
  systemId: 'carrier1',
  password: 'secret08',
  systemType: 'SUBMIT1',
  interfaceVersion: 0x34,
  addrTon: 1,
  addrNpi: 1,
  addressRange: '^49',
}
const BIND_BODY = '63617272696572 31 00 736563726574 3038 00 5355424d4954 31 00 34 01 01 5e3439 00'

export const GOLDEN: readonly GoldenPdu[] = [
  {
    name: 'bind_receiver',
    hex: `00000031 00000001 00000000 00000001 ${BIND_BODY}`,
    pdu: { command: 'bind_receiver', sequenceNumber: 1, ...bind },
  },
  {
    name: 'bind_transmitter',
    hex: `00000031 00000002 00000000 00000002 ${BIND_BODY}`,
    pdu: { command: 'bind_transmitter', sequenceNumber: 2, ...bind },
  },
  {
    name: 'bind_transceiver',
    hex: `00000031 00000009 00000000 7fffffff ${BIND_BODY}`,
    pdu: { command: 'bind_transceiver', sequenceNumber: 0x7fffffff, ...bind },
  },
  {
    name: 'bind_receiver_resp that refuses, without a body',
    hex: '00000010 80000001 0000000e 00000001',
    pdu: { command: 'bind_receiver_resp', commandStatus: 0x0e, sequenceNumber: 1, systemId: '', tlvs: [] },
  },
  {
    name: 'bind_transmitter_resp',
    hex: '00000015 80000002 00000000 00000002 534d5343 00',
    pdu: { command: 'bind_transmitter_resp', commandStatus: 0, sequenceNumber: 2, systemId: 'SMSC', tlvs: [] },
  },
  {
    name: 'bind_transceiver_resp with sc_interface_version',
    hex: '0000001a 80000009 00000000 00000003 534d5343 00 0210 0001 34',
    pdu: {
      command: 'bind_transceiver_resp',
      commandStatus: 0,
      sequenceNumber: 3,
      systemId: 'SMSC',
      tlvs: [{ tag: 0x0210, value: Buffer.from([0x34]) }],
    },
  },
  {
    name: 'outbind',
    hex: '0000001a 0000000b 00000000 00000001 534d5343 00 70617373 00',
    pdu: { command: 'outbind', commandStatus: 0, sequenceNumber: 1, systemId: 'SMSC', password: 'pass' },
  },
  {
    name: 'unbind',
    hex: '00000010 00000006 00000000 00000004',
    pdu: { command: 'unbind', commandStatus: 0, sequenceNumber: 4 },
  },
  {
    name: 'unbind_resp',
    hex: '00000010 80000006 00000000 00000004',
    pdu: { command: 'unbind_resp', commandStatus: 0, sequenceNumber: 4 },
  },
  {
    name: 'enquire_link',
    hex: '00000010 00000015 00000000 00000005',
    pdu: { command: 'enquire_link', commandStatus: 0, sequenceNumber: 5 },
  },
  {
    name: 'enquire_link_resp',
    hex: '00000010 80000015 00000000 00000005',
    pdu: { command: 'enquire_link_resp', commandStatus: 0, sequenceNumber: 5 },
  },
  {
    name: 'generic_nack',
    hex: '00000010 80000000 00000003 00000006',
    pdu: { command: 'generic_nack', commandStatus: 3, sequenceNumber: 6 },
  },
  {
    name: 'deliver_sm of an alphanumeric sender',
    hex:
      '00000035 00000005 00000000 00000007 00 05 00 4d7942616e6b 00 01 01 343931373031323334353637 00 ' +
      '00 00 00 00 00 00 00 00 00 02 4869',
    pdu: {
      ...message,
      command: 'deliver_sm',
      sequenceNumber: 7,
      sourceAddrTon: 5,
      sourceAddrNpi: 0,
      sourceAddr: 'MyBank',
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: '491701234567',
      esmClass: 0,
      dataCoding: 0,
      shortMessage: Buffer.from('Hi'),
      tlvs: [],
    },
  },
  {
    name: 'deliver_sm with a header of user data, UCS-2, a known and a vendor TLV',
    hex:
      '00000047 00000005 00000000 00000008 434d54 00 01 01 343439 00 01 01 313233 00 40 00 00 00 00 00 00 08 00 ' +
      '0a 050003 2a0201 d83dde00 001e 0003 616200 1400 0002 beef 0204 0002 0102',
    pdu: {
      ...message,
      command: 'deliver_sm',
      sequenceNumber: 8,
      serviceType: 'CMT',
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: '449',
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: '123',
      esmClass: 0x40,
      dataCoding: 8,
      shortMessage: Buffer.from('0500032a0201d83dde00', 'hex'),
      tlvs: [
        { tag: 0x001e, value: Buffer.from('ab\0') },
        { tag: 0x1400, value: Buffer.from('beef', 'hex') },
        { tag: 0x0204, value: Buffer.from('0102', 'hex') },
      ],
    },
  },
  {
    name: 'deliver_sm_resp',
    hex: '00000011 80000005 00000000 00000007 00',
    pdu: { command: 'deliver_sm_resp', commandStatus: 0, sequenceNumber: 7, messageId: '', tlvs: [] },
  },
  {
    name: 'submit_sm with both times',
    hex:
      '00000044 00000004 00000000 00000009 00 01 01 31 00 01 01 32 00 03 7f 01 ' +
      '3236303130313132303030303030302b 00 3030303030323030303030303030 3052 00 01 00 f1 05 01 61',
    pdu: {
      ...message,
      command: 'submit_sm',
      sequenceNumber: 9,
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: '1',
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: '2',
      esmClass: 3,
      protocolId: 0x7f,
      priorityFlag: 1,
      scheduleDeliveryTime: '260101120000000+',
      validityPeriod: '000002000000000R',
      registeredDelivery: 1,
      replaceIfPresentFlag: 0,
      dataCoding: 0xf1,
      smDefaultMsgId: 5,
      shortMessage: Buffer.from('a'),
      tlvs: [],
    },
  },
  {
    name: 'submit_sm_resp',
    hex: '00000014 80000004 00000000 00000009 616263 00',
    pdu: { command: 'submit_sm_resp', commandStatus: 0, sequenceNumber: 9, messageId: 'abc', tlvs: [] },
  },
  {
    name: 'submit_sm_resp that refuses, without a body',
    hex: '00000010 80000004 00000058 00000009',
    pdu: { command: 'submit_sm_resp', commandStatus: 0x58, sequenceNumber: 9, messageId: '', tlvs: [] },
  },
  {
    name: 'data_sm with message_payload',
    hex: '00000024 00000103 00000000 0000000a 00 01 01 3132 00 00 00 33 00 00 00 04 0424 0003 e4f6fc',
    pdu: {
      command: 'data_sm',
      commandStatus: 0,
      sequenceNumber: 10,
      serviceType: '',
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: '12',
      destAddrTon: 0,
      destAddrNpi: 0,
      destinationAddr: '3',
      esmClass: 0,
      registeredDelivery: 0,
      dataCoding: 4,
      tlvs: [{ tag: 0x0424, value: Buffer.from('e4f6fc', 'hex') }],
    },
  },
  {
    name: 'data_sm_resp',
    hex: '00000013 80000103 00000000 0000000a 3939 00',
    pdu: { command: 'data_sm_resp', commandStatus: 0, sequenceNumber: 10, messageId: '99', tlvs: [] },
  },
  {
    name: 'alert_notification',
    hex: '0000001e 00000102 00000000 0000000b 01 01 3434 00 02 00 35 00 0422 0001 02',
    pdu: {
      command: 'alert_notification',
      commandStatus: 0,
      sequenceNumber: 11,
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: '44',
      esmeAddrTon: 2,
      esmeAddrNpi: 0,
      esmeAddr: '5',
      tlvs: [{ tag: 0x0422, value: Buffer.from([2]) }],
    },
  },
  {
    name: 'a command that this package does not know (query_sm)',
    hex: '00000016 00000003 00000000 0000000c 3131 00 000000',
    pdu: {
      command: 'unknown',
      commandId: 3,
      commandStatus: 0,
      sequenceNumber: 12,
      body: Buffer.from('313100000000', 'hex'),
    },
  },
]

/** The octets of a hexadecimal text with spaces in it. */
export function octetsOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
}
