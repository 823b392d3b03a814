import { expect, test } from 'vitest'
import { decodePdu, encodePdu, type MessagePdu } from '@inrange/smpp/pdu/pdu'
import { EMPTY_SHORT_MESSAGE, type ShortMessageInput } from '@inrange/smpp/pdu/short-message'
import { cStringTlv, integerTlv, TAG } from '@inrange/smpp/tlv'
import { contentOfHttp, contentOfPdu } from './received-content.rules.ts'

function received(input: ShortMessageInput): MessagePdu {
  const frame = encodePdu({
    command: 'deliver_sm',
    commandStatus: 0,
    sequenceNumber: 7,
    ...EMPTY_SHORT_MESSAGE,
    ...input,
  })
  const decoded = decodePdu(frame)
  if (!decoded.ok || decoded.pdu.command !== 'deliver_sm') throw new Error('The fixture is no deliver_sm')
  return decoded.pdu
}

test('a deliver_sm becomes content, with the octets of its body as evidence', () => {
  const pdu = received({
    sourceAddr: 'Bank',
    destinationAddr: '+31612345678',
    dataCoding: 8,
    shortMessage: Buffer.from('00410042', 'hex'),
  })
  expect(contentOfPdu(pdu)).toEqual({
    sender: 'Bank',
    recipient: '+31612345678',
    esmClass: 0,
    dataCoding: 8,
    userData: Buffer.from('00410042', 'hex'),
    sar: null,
    providerId: null,
    isReceipt: false,
    raw: pdu.body,
  })
})

test('message_payload is the user data where short_message is empty', () => {
  const value = Buffer.from('a long text')
  const content = contentOfPdu(received({ tlvs: [{ tag: TAG.message_payload, value }] }))
  expect(content.userData).toEqual(value)
})

test('SAR parameters make a part only when all three are there', () => {
  const tlvs = [
    integerTlv(TAG.sar_msg_ref_num, 2, 513),
    integerTlv(TAG.sar_total_segments, 1, 3),
    integerTlv(TAG.sar_segment_seqnum, 1, 2),
  ]
  expect(contentOfPdu(received({ tlvs })).sar).toEqual({ reference: 513, total: 3, sequence: 2 })
  expect(contentOfPdu(received({ tlvs: tlvs.slice(1) })).sar).toBeNull()
})

test('the id of the carrier is kept', () => {
  expect(contentOfPdu(received({ tlvs: [cStringTlv(TAG.receipted_message_id, 'abc')] })).providerId).toBe('abc')
  expect(contentOfPdu(received({ tlvs: [cStringTlv(TAG.receipted_message_id, '')] })).providerId).toBeNull()
})

test('a receipt is one by esm_class or by its TLVs, and never by what a person could have typed', () => {
  const text = Buffer.from(
    'id:1 sub:001 dlvrd:001 submit date:2611200000 done date:2611200001 stat:DELIVRD err:000 text:x',
  )
  expect(contentOfPdu(received({ shortMessage: text })).isReceipt).toBe(false)
  expect(contentOfPdu(received({ shortMessage: text, esmClass: 0x04 })).isReceipt).toBe(true)
  const tlvs = [cStringTlv(TAG.receipted_message_id, 'abc'), integerTlv(TAG.message_state, 1, 2)]
  expect(contentOfPdu(received({ tlvs })).isReceipt).toBe(true)
  expect(contentOfPdu(received({ tlvs: tlvs.slice(0, 1) })).isReceipt).toBe(false)
  // UDHI (0x40) and a reply path (0x80) belong to messages of people.
  expect(contentOfPdu(received({ esmClass: 0xc0 })).isReceipt).toBe(false)
  // An acknowledgement by the recipient's phone and an intermediate notification do not.
  expect(contentOfPdu(received({ esmClass: 0x10 })).isReceipt).toBe(true)
  expect(contentOfPdu(received({ esmClass: 0x20 })).isReceipt).toBe(true)
})

test('the text of an HTTP request becomes UTF-16BE, surrogates included', () => {
  const raw = Buffer.from('{}')
  const content = contentOfHttp({ id: 'm1', sender: 'Bank', recipient: '31612345678', text: 'é😀' }, raw)
  expect(content.userData.toString('hex')).toBe('00e9d83dde00')
  expect(content).toMatchObject({ dataCoding: 8, providerId: 'm1', sar: null, isReceipt: false, raw })
})
