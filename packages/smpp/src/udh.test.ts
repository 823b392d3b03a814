import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { octetsOf } from './testing/golden.pdus.ts'
import {
  concat16,
  concat8,
  concatElement,
  decodeUdh,
  encodeUdh,
  lockingShift,
  port16,
  port8,
  singleShift,
} from './udh.ts'
import type { UdhElement } from './udh.ts'

function elementsOf(hex: string): readonly UdhElement[] {
  const decoded = decodeUdh(octetsOf(hex))
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.elements
}

describe('elements are found wherever they stand', () => {
  test('an 8-bit reference alone', () => {
    const decoded = decodeUdh(octetsOf('0500032a0201 6869'))
    expect(decoded).toMatchObject({ ok: true, octets: 6 })
    expect(concat8(elementsOf('0500032a0201'))).toEqual({ reference: 0x2a, total: 2, sequence: 1 })
  })

  test('a 16-bit reference after ports', () => {
    const elements = elementsOf('0c 05040b8423f0 080412340302')
    expect(port16(elements)).toEqual({ destination: 2948, source: 9200 })
    expect(concat16(elements)).toEqual({ reference: 0x1234, total: 3, sequence: 2 })
    expect(concat8(elements)).toBeNull()
  })

  test('8-bit ports, and shift tables before a reference', () => {
    expect(port8(elementsOf('040402f0f5'))).toEqual({ destination: 0xf0, source: 0xf5 })
    const elements = elementsOf('0b 240101 250103 0003010201')
    expect([singleShift(elements), lockingShift(elements)]).toEqual([1, 3])
    expect(concat8(elements)).toEqual({ reference: 1, total: 2, sequence: 1 })
  })

  test('of two with one id the last counts', () => {
    expect(concat8(elementsOf('0a 0003010201 0003070302'))).toEqual({ reference: 7, total: 3, sequence: 2 })
  })

  test('one with a length that is not its own reads as absent', () => {
    expect(concat8(elementsOf('0400020102'))).toBeNull()
    expect(singleShift(elementsOf('0424020101'))).toBeUndefined()
  })
})

describe('a header that does not add up is refused', () => {
  test.each([
    ['a header of all the user data', '0500032a0201', true],
    ['a header longer than the user data', '0600032a0201', false],
    ['an empty header', '00', true],
    ['no octets at all', '', false],
    ['an element that ends with the header', '0324010161', true],
    ['an element longer than the header', '0324020161', false],
    ['an element without its length', '0124', false],
    ['one more octet after the last element', '0400010100', false],
  ])('%s', (_name, hex, accepted) => {
    expect(decodeUdh(octetsOf(hex)).ok).toBe(accepted)
  })
})

test('any list of elements survives, and no octets make it throw', () => {
  const element = fc.record({
    id: fc.nat(255),
    value: fc.uint8Array({ maxLength: 20 }).map((octets) => Buffer.from(octets)),
  })
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8 }), fc.uint8Array(), (elements, text) => {
      const header = encodeUdh(elements)
      const decoded = decodeUdh(Buffer.concat([header, text]))
      expect(decoded).toEqual({ ok: true, elements, octets: header.length })
      decodeUdh(Buffer.from(text))
    }),
  )
})

test('a header over 255 octets cannot be written', () => {
  const of = (length: number) => () => encodeUdh([{ id: 1, value: Buffer.alloc(length) }])
  expect(of(253)).not.toThrow()
  expect(of(254)).toThrow(RangeError)
})

test('both widths of reference are written as the standard has them', () => {
  const concat = { reference: 0x1234, total: 3, sequence: 2 }
  expect(encodeUdh([concatElement(8, concat)]).toString('hex')).toBe('050003340302')
  expect(encodeUdh([concatElement(16, concat)]).toString('hex')).toBe('06080412340302')
})
