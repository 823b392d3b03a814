import { describe, expect, test } from 'vitest'
import { octetsOf } from './testing/golden.pdus.ts'
import { OctetReader } from './octets.ts'
import {
  TAG,
  cStringTlv,
  findTlv,
  integerTlv,
  messageState,
  networkErrorCode,
  readTlvs,
  receiptedMessageId,
  sarMessageReference,
  sarTotalSegments,
  sourcePort,
  tagName,
} from './tlv.ts'

test('all parameters are kept in their order, unknown and repeated ones too', () => {
  const octets = octetsOf('1400000101 020c00020102 140000020304 04270000')
  const reader = new OctetReader(octets, 0, octets.length)
  const tlvs = readTlvs(reader)
  expect(tlvs.map(({ tag, value }) => [tag, value.toString('hex')])).toEqual([
    [0x1400, '01'],
    [0x020c, '0102'],
    [0x1400, '0304'],
    [0x0427, ''],
  ])
  expect(findTlv(tlvs, 0x1400)?.toString('hex')).toBe('01')
  expect(reader.fault).toBeNull()
})

describe('a known parameter of the wrong length reads as absent', () => {
  const of = (tag: number, hex: string) => [{ tag, value: octetsOf(hex) }]
  test.each([
    ['sar_msg_ref_num', sarMessageReference(of(TAG.sar_msg_ref_num, '0102')), 0x0102],
    ['sar_msg_ref_num of 1', sarMessageReference(of(TAG.sar_msg_ref_num, '01')), undefined],
    ['sar_total_segments', sarTotalSegments(of(TAG.sar_total_segments, '03')), 3],
    ['sar_total_segments of 2', sarTotalSegments(of(TAG.sar_total_segments, '0003')), undefined],
    ['message_state', messageState(of(TAG.message_state, '02')), 2],
    ['message_state of 0', messageState(of(TAG.message_state, '')), undefined],
    ['source_port', sourcePort(of(TAG.source_port, '0b84')), 2948],
    ['network_error_code', networkErrorCode(of(TAG.network_error_code, '030102')), { network: 3, code: 0x0102 }],
    ['network_error_code of 2', networkErrorCode(of(TAG.network_error_code, '0301')), undefined],
  ])('%s', (_name, read, expected) => {
    expect(read).toEqual(expected)
  })
})

test('receipted_message_id is read with its NUL and without', () => {
  expect(receiptedMessageId([cStringTlv(TAG.receipted_message_id, 'abc')])).toBe('abc')
  expect(receiptedMessageId([{ tag: TAG.receipted_message_id, value: Buffer.from('abc') }])).toBe('abc')
  expect(receiptedMessageId([])).toBeUndefined()
})

test('tags have the names of the standard; a vendor tag has none', () => {
  expect(tagName(0x0424)).toBe('message_payload')
  expect(tagName(0x1400)).toBeUndefined()
})

test('an integer that does not fit its parameter is refused', () => {
  expect(integerTlv(TAG.message_state, 1, 255).value.toString('hex')).toBe('ff')
  expect(() => integerTlv(TAG.message_state, 1, 256)).toThrow(RangeError)
})
