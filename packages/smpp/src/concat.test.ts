import { describe, expect, test } from 'vitest'
import { octetsOf } from './testing/golden.pdus.ts'
import { readConcat } from './concat.ts'
import { TAG, integerTlv } from './tlv.ts'
import { decodeUdh } from './udh.ts'

function fromHeader(hex: string) {
  const decoded = decodeUdh(octetsOf(hex))
  return decoded.ok ? decoded.elements : null
}

function sar(reference: number, total: number, sequence: number) {
  return [
    integerTlv(TAG.sar_msg_ref_num, 2, reference),
    integerTlv(TAG.sar_total_segments, 1, total),
    integerTlv(TAG.sar_segment_seqnum, 1, sequence),
  ]
}

describe('which part of which message', () => {
  test.each([
    ['an 8-bit reference', '0500032a0201', [], { reference: 42, total: 2, sequence: 1, source: 'udh8' }],
    ['a 16-bit reference', '060804012c0303', [], { reference: 300, total: 3, sequence: 3, source: 'udh16' }],
    ['SAR', '', sar(70, 2, 2), { reference: 70, total: 2, sequence: 2, source: 'sar' }],
    ['both: the header wins', '0500032a0201', sar(70, 2, 2), { reference: 42, total: 2, sequence: 1, source: 'udh8' }],
    ['both widths: the last wins', '0b0003010201060104', [], null],
    ['8 and then 16 bits', '0b 0003010201 080400020302', [], { reference: 2, total: 3, sequence: 2, source: 'udh16' }],
    ['16 and then 8 bits', '0b 080400020302 0003010201', [], { reference: 1, total: 2, sequence: 1, source: 'udh8' }],
    [
      'a total of 1 is a whole message in one part',
      '050003010101',
      [],
      { reference: 1, total: 1, sequence: 1, source: 'udh8' },
    ],
    ['a total of 0 is not a part', '050003010001', [], null],
    ['a sequence of 0 is not a part', '050003010200', [], null],
    ['a sequence equal to the total', '050003010202', [], { reference: 1, total: 2, sequence: 2, source: 'udh8' }],
    ['a sequence over the total is not a part', '050003010203', [], null],
    [
      'SAR behind a meaningless header',
      '050003010203',
      sar(9, 2, 1),
      { reference: 9, total: 2, sequence: 1, source: 'sar' },
    ],
    ['SAR with a sequence over its total', '', sar(9, 2, 3), null],
    ['SAR without its total', '', sar(9, 2, 1).filter(({ tag }) => tag !== TAG.sar_total_segments), null],
    ['nothing', '', [], null],
  ])('%s', (_name, header, tlvs, expected) => {
    expect(readConcat(header === '' ? null : fromHeader(header), tlvs)).toEqual(expected)
  })
})
