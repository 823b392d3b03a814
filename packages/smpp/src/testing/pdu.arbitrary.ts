// Any PDU that the standard allows, for property tests.
import fc from 'fast-check'
import type { EncodablePdu } from '../pdu/pdu.ts'

const octet = fc.nat(255)
const cString = (octetsMax: number) =>
  fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: octetsMax - 1 }).map((codes) => String.fromCharCode(...codes))
const buffer = (maxLength: number) => fc.uint8Array({ maxLength }).map((octets) => Buffer.from(octets))
const tlvs = fc.array(fc.record({ tag: fc.nat(0xffff), value: buffer(40) }), { maxLength: 4 })
const header = { commandStatus: fc.nat(0xffffffff), sequenceNumber: fc.nat(0xffffffff) }
const time = fc.constantFrom('', '260101120000000+', '000002000000000R')

const shortMessage = fc.record({
  command: fc.constantFrom('deliver_sm' as const, 'submit_sm' as const),
  ...header,
  serviceType: cString(6),
  sourceAddrTon: octet,
  sourceAddrNpi: octet,
  sourceAddr: cString(21),
  destAddrTon: octet,
  destAddrNpi: octet,
  destinationAddr: cString(21),
  esmClass: octet,
  protocolId: octet,
  priorityFlag: octet,
  scheduleDeliveryTime: time,
  validityPeriod: time,
  registeredDelivery: octet,
  replaceIfPresentFlag: octet,
  dataCoding: octet,
  smDefaultMsgId: octet,
  shortMessage: buffer(254),
  tlvs,
})

const dataSm = fc.record({
  command: fc.constant('data_sm' as const),
  ...header,
  serviceType: cString(6),
  sourceAddrTon: octet,
  sourceAddrNpi: octet,
  sourceAddr: cString(65),
  destAddrTon: octet,
  destAddrNpi: octet,
  destinationAddr: cString(65),
  esmClass: octet,
  registeredDelivery: octet,
  dataCoding: octet,
  tlvs,
})

const bind = fc.record({
  command: fc.constantFrom('bind_receiver' as const, 'bind_transmitter' as const, 'bind_transceiver' as const),
  ...header,
  systemId: cString(16),
  password: cString(9),
  systemType: cString(13),
  interfaceVersion: octet,
  addrTon: octet,
  addrNpi: octet,
  addressRange: cString(41),
})

const bindResponse = fc.record({
  command: fc.constantFrom(
    'bind_receiver_resp' as const,
    'bind_transmitter_resp' as const,
    'bind_transceiver_resp' as const,
  ),
  ...header,
  systemId: cString(16),
  tlvs,
})

const messageResponse = fc.record({
  command: fc.constantFrom('submit_sm_resp' as const, 'deliver_sm_resp' as const, 'data_sm_resp' as const),
  ...header,
  messageId: cString(65),
  tlvs,
})

const bodiless = fc.record({
  command: fc.constantFrom(
    'unbind' as const,
    'enquire_link' as const,
    'unbind_resp' as const,
    'enquire_link_resp' as const,
    'generic_nack' as const,
  ),
  ...header,
})

const outbind = fc.record({
  command: fc.constant('outbind' as const),
  ...header,
  systemId: cString(16),
  password: cString(9),
})

const alert = fc.record({
  command: fc.constant('alert_notification' as const),
  ...header,
  sourceAddrTon: octet,
  sourceAddrNpi: octet,
  sourceAddr: cString(65),
  esmeAddrTon: octet,
  esmeAddrNpi: octet,
  esmeAddr: cString(65),
  tlvs,
})

export function anyPdu(): fc.Arbitrary<EncodablePdu> {
  return fc.oneof(shortMessage, dataSm, bind, bindResponse, messageResponse, bodiless, outbind, alert)
}
