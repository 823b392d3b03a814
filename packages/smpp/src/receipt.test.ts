import { describe, expect, test } from 'vitest'
import { readReceipt } from './receipt.ts'
import { TAG, cStringTlv, integerTlv } from './tlv.ts'

const TEXT =
  'id:4f2a sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:DELIVRD err:000 text:Hello: you there'

const read = (esmClass: number, text: string, tlvs = [] as ReturnType<typeof integerTlv>[]) =>
  readReceipt({ esmClass, bytes: Buffer.from(text, 'latin1'), tlvs })

test('the form of Appendix B is read field by field', () => {
  expect(read(0x04, TEXT)).toEqual({
    recognisedBy: 'esm-class',
    intermediate: false,
    messageId: '4f2a',
    state: 'delivered',
    submitted: 1,
    delivered: 1,
    submitDate: '2601011200',
    doneDate: '2601011201',
    error: '000',
    text: 'Hello: you there',
  })
})

describe('what makes a message a receipt', () => {
  const tlvs = [cStringTlv(TAG.receipted_message_id, 'x1'), integerTlv(TAG.message_state, 1, 5)]
  test.each([
    ['the receipt bits', 0x04, 'anything', [], 'esm-class'],
    ['the receipt bits with UDHI', 0x44, 'anything', [], 'esm-class'],
    ['the intermediate bits', 0x20, TEXT, [], 'esm-class'],
    ['both TLVs', 0, 'anything', tlvs, 'tlv'],
    ['one of the TLVs', 0, 'anything', tlvs.slice(0, 1), undefined],
    ['the text alone', 0, TEXT, [], 'text'],
    ['the text in capitals', 0, TEXT.toUpperCase(), [], 'text'],
    ['an id without a state', 0, 'id:5 is my number', [], undefined],
    ['a user acknowledgement', 0x10, 'hello', [], undefined],
    ['a message of a person', 0, 'Hello', [], undefined],
    ['an empty message', 0, '', [], undefined],
  ])('%s', (_name, esmClass, text, tlvs, recognisedBy) => {
    expect(read(esmClass, text, tlvs)?.recognisedBy).toBe(recognisedBy)
  })

  test('TLVs are believed before the text', () => {
    expect(read(0x04, TEXT, tlvs)).toMatchObject({ messageId: 'x1', state: 'undeliverable' })
  })
})

test.each([
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'expired'],
  ['DELETED', 'deleted'],
  ['UNDELIV', 'undeliverable'],
  ['ACCEPTD', 'accepted'],
  ['UNKNOWN', 'unknown'],
  ['REJECTD', 'rejected'],
  ['ENROUTE', 'enroute'],
  ['NONSENSE', null],
])('stat:%s', (stat, state) => {
  expect(read(0x04, `id:1 stat:${stat}`)?.state).toBe(state)
})

test('counts that are no numbers are unknown, not wrong', () => {
  expect(read(0x04, 'id:1 sub:abc dlvrd:002 stat:DELIVRD')).toMatchObject({ submitted: null, delivered: 2 })
})
