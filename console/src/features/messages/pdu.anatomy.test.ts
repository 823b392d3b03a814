import { describe, expect, test } from 'vitest'
import { anatomyOf, hexLines, octetsOf, type OctetField } from './pdu.anatomy.ts'

const hex = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('')
/** service_type '', from Bank (alphanumeric) to 447700900001 (international, ISDN). */
const addresses = `00 0500${hex('Bank')}00 0101${hex('447700900001')}00`
/** esm_class, protocol_id, priority, two times, registered, replace, data_coding, default id. */
const controls = (esmClass: string, coding: string) => `${esmClass} 00 00 00 00 00 00 ${coding} 00`
const read = (text: string) => anatomyOf(octetsOf(text.replaceAll(' ', '')))
const brief = (fields: OctetField[] | null) => fields?.map(({ name, start, end }) => `${name} ${start}-${end}`)
const meaning = (fields: OctetField[] | null, name: string) => fields?.find((field) => field.name === name)?.meaning

describe('deliver_sm', () => {
  const plain = `${addresses} ${controls('00', '00')} 05 ${hex('hello')}`
  test('is told field by field, in order and without a gap', () => {
    const fields = read(plain)
    expect(brief(fields)?.slice(0, 4)).toEqual([
      'service_type 0-1',
      'source_addr_ton 1-2',
      'source_addr_npi 2-3',
      'source_addr 3-8',
    ])
    expect(brief(fields)?.at(-1)).toBe('short_message 33-38')
    expect(fields?.every(({ start }, index) => index === 0 || start === fields[index - 1]?.end)).toBe(true)
    expect(meaning(fields, 'destination_addr')).toEqual({ is: 'text', text: '447700900001' })
    expect(meaning(fields, 'source_addr_ton')).toEqual({ is: 'ton', value: 5 })
  })
  test('with a header tells its elements, whatever their order', () => {
    const header = '0b 05 04 0b84 23f0 00 03 2a 03 01'
    const fields = read(`${addresses} ${controls('40', '08')} 10 ${header} 00480069`)
    expect(meaning(fields, 'concatenation, 8-bit reference')).toEqual({ is: 'part', part: 1, parts: 3, reference: 42 })
    expect(meaning(fields, 'ports')).toEqual({ is: 'ports', destination: 0x0b84, source: 0x23f0 })
    expect(meaning(fields, 'short_message')).toEqual({ is: 'octets', count: 4 })
  })
  test('with a header that does not add up has none', () => {
    const fields = read(`${addresses} ${controls('40', '00')} 04 05 00 09 2a`)
    expect(meaning(fields, 'short_message')).toEqual({ is: 'octets', count: 4 })
    expect(brief(fields)?.some((name) => name.startsWith('UDHL'))).toBe(false)
  })
  test('carries what is optional, known or not, and its text in one of them', () => {
    const tlvs = `020c0002 0102 1401 0003 616263 0424 0002 ${hex('ok')} 001e 0003 ${hex('id')}00`
    const fields = read(`${addresses} ${controls('00', '00')} 00 ${tlvs}`)
    expect(meaning(fields, 'sar_msg_ref_num')).toEqual({ is: 'number', value: 0x0102 })
    expect(meaning(fields, 'TLV 0x1401')).toEqual({ is: 'number', value: 0x616263 })
    expect(meaning(fields, 'message_payload')).toEqual({ is: 'octets', count: 2 })
    expect(meaning(fields, 'receipted_message_id')).toEqual({ is: 'text', text: 'id' })
  })
})

test('data_sm is told apart from it', () => {
  const fields = read(`${addresses} 00 00 08 0424 0004 00480069`)
  expect(brief(fields)?.slice(-3)).toEqual([
    'data_coding 25-26',
    'message_payload tag, length 26-30',
    'message_payload 30-34',
  ])
})

describe('octets that do not add up have no fields', () => {
  const rows = ['', '00', `${addresses} 00`, `${addresses} ${controls('00', '00')} ff 61`, hex('{"from":"Bank"}')]
  for (const row of rows) test(`'${row.slice(0, 40)}'`, () => expect(read(row)).toBe(null))
})

test('every string of octets is shown', () => {
  for (let seed = 0; seed < 2_000; seed++) {
    const octets = Uint8Array.from(
      { length: seed % 90 },
      (_, index) => ((seed + 1) * (index + 7) * 2_654_435_761) >>> 24,
    )
    const lines = hexLines(octets, anatomyOf(octets))
    expect(lines.flatMap(({ runs }) => runs.flatMap((run) => run.octets))).toHaveLength(octets.length)
  }
})

test('lines are cut where a field ends', () => {
  const octets = octetsOf(`00${hex('0123456789abcdefg')}`)
  const fields: OctetField[] = [
    { name: 'a', kind: 'control', start: 0, end: 1, meaning: { is: 'number', value: 0 } },
    { name: 'b', kind: 'text', start: 1, end: 18, meaning: { is: 'octets', count: 17 } },
  ]
  const [first, second] = hexLines(octets, fields)
  expect(first?.ascii).toEqual([
    { field: 0, text: '.' },
    { field: 1, text: '0123456789abcde' },
  ])
  expect(second).toMatchObject({ offset: '0010', runs: [{ field: 1, octets: ['66', '67'] }] })
})
