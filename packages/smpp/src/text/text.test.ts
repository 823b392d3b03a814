import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeUdh } from '../udh.ts'
import { alphabetOf, readDataCoding } from './data-coding.ts'
import type { DefaultAlphabet } from './data-coding.ts'
import { decodeText, decodeUnits, partUnits } from './decode-text.ts'
import { countSegments, encodeText, splitText } from './encode-text.ts'
import type { TextPart } from './encode-text.ts'
import { LANGUAGE } from './national-languages.ts'

const decode = (dataCoding: number, hex: string, defaultAlphabet: DefaultAlphabet = 'gsm7') =>
  decodeText({ dataCoding, bytes: Buffer.from(hex.replaceAll(' ', ''), 'hex'), defaultAlphabet }).text

describe('data_coding says how octets become text', () => {
  test.each([
    ['0 in GSM 7 bit', 0, '00 1b65', 'gsm7', '@€'],
    ['0 packed', 0, 'e8329bfd4697d9ec37', 'gsm7-packed', 'hellohello'],
    ['0 where the default is Latin-1', 0, '40 e9', 'latin1', '@é'],
    ['0 where the default is UCS-2', 0, '0416', 'ucs2', 'Ж'],
    ['0 where the default is ASCII', 0, '24 40', 'ascii', '$@'],
    ['1, IA5: an eighth bit is no character', 1, '24 40 e9', 'gsm7', '$@\ufffd'],
    ['2, binary', 2, '00ff', 'gsm7', null],
    ['3, Latin-1', 3, '40 e9', 'gsm7', '@é'],
    ['4, binary', 4, '00ff', 'gsm7', null],
    ['6, Cyrillic', 6, 'bf e0 d8', 'gsm7', 'При'],
    ['7, Hebrew', 7, 'f9 ec', 'gsm7', 'של'],
    ['8, UCS-2', 8, '0041 20ac', 'gsm7', 'A€'],
    ['8 with a pair', 8, 'd83d de00', 'gsm7', '😀'],
    ['8 with half a pair', 8, '0041 d83d', 'gsm7', 'A\ufffd'],
    ['8 with half a unit', 8, '0041 00', 'gsm7', 'A\ufffd'],
    ['8 with a byte order mark', 8, 'feff 0041', 'gsm7', 'A'],
    ['8 with a swapped byte order mark', 8, 'fffe 4100', 'gsm7', 'A'],
    ['8 with nothing', 8, '', 'gsm7', ''],
    ['10, ISO-2022-JP', 10, '1b2442 2422 1b2842', 'gsm7', 'あ'],
    ['14, KS C 5601', 14, 'b0a1', 'gsm7', '가'],
    ['0x10, class 0 in the default alphabet', 0x10, '00', 'gsm7', '@'],
    ['0x18, class 0 in UCS-2', 0x18, '0416', 'gsm7', 'Ж'],
    ['0x20, compressed', 0x20, '00', 'gsm7', null],
    ['0xc8, waiting, discard', 0xc8, '00', 'gsm7', '@'],
    ['0xe0, waiting, UCS-2', 0xe0, '0416', 'gsm7', 'Ж'],
    ['0xf0, class 0', 0xf0, '00', 'gsm7', '@'],
    ['0xf5, class 1, 8-bit', 0xf5, '00', 'gsm7', null],
    ['0x90, reserved: the default alphabet', 0x90, '00', 'gsm7', '@'],
  ] as const)('%s', (_name, dataCoding, hex, defaultAlphabet, text) => {
    expect(decode(dataCoding, hex, defaultAlphabet)).toBe(text)
  })

  test('classes and waiting indications are told', () => {
    expect(readDataCoding(0xf2)).toMatchObject({ alphabet: 'default', messageClass: 2 })
    expect(readDataCoding(0x00)).toMatchObject({ messageClass: null, messageWaiting: null })
    expect(readDataCoding(0xc8).messageWaiting).toEqual({ kind: 'voicemail', active: true, store: false })
    expect(readDataCoding(0xd1).messageWaiting).toEqual({ kind: 'fax', active: false, store: true })
    expect(readDataCoding(0xea).messageWaiting).toEqual({ kind: 'email', active: true, store: true })
  })

  test('no data_coding and no octets make decoding throw, and text is always well formed', () => {
    const defaults = fc.constantFrom<DefaultAlphabet>('gsm7', 'gsm7-packed', 'latin1', 'ucs2', 'ascii')
    const shift = fc.option(fc.nat(20), { nil: undefined })
    fc.assert(
      fc.property(fc.nat(255), fc.uint8Array(), defaults, shift, shift, (dataCoding, octets, d, locking, single) => {
        const bytes = Buffer.from(octets)
        const input = { dataCoding, bytes, defaultAlphabet: d, lockingShift: locking, singleShift: single }
        const { text } = decodeText(input)
        expect(text === null || text.isWellFormed()).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

/** What a receiver does: take the header off each part, turn it into units, join, and read once. */
function received(parts: readonly TextPart[], defaultAlphabet: DefaultAlphabet, shifts = {}): string | null {
  const units = parts.map((part) => {
    const header = part.esmClass === 0x40 ? decodeUdh(part.shortMessage) : null
    const headerOctets = header?.ok === true ? header.octets : 0
    const bytes = part.shortMessage.subarray(headerOctets)
    return partUnits({ dataCoding: part.dataCoding, bytes, defaultAlphabet, headerOctets })
  })
  return decodeUnits(alphabetOf(parts[0]?.dataCoding ?? 0, defaultAlphabet), Buffer.concat(units), shifts)
}

describe('splitting', () => {
  test.each([
    ['', 'gsm7', 0, 1],
    ['a'.repeat(160), 'gsm7', 160, 1],
    ['a'.repeat(161), 'gsm7', 161, 2],
    ['a'.repeat(306), 'gsm7', 306, 2],
    ['a'.repeat(307), 'gsm7', 307, 3],
    ['€'.repeat(80), 'gsm7', 160, 1],
    // 153 septets a part would cut the 77th escape: 152 and 10.
    ['€'.repeat(81), 'gsm7', 162, 2],
    ['Ж'.repeat(70), 'ucs2', 70, 1],
    ['Ж'.repeat(71), 'ucs2', 71, 2],
    ['Ж'.repeat(134), 'ucs2', 134, 2],
    ['Ж'.repeat(135), 'ucs2', 135, 3],
    ['😀'.repeat(35), 'ucs2', 70, 1],
    ['😀'.repeat(36), 'ucs2', 72, 2],
  ] as const)('%#: segments are counted as the air counts them', (text, alphabet, units, segments) => {
    expect(countSegments(text)).toEqual({ alphabet, units, segments })
  })

  test('a 16-bit reference leaves room for one septet less', () => {
    const split = (n: number) => splitText('a'.repeat(n), { reference: 300, width: 16 })?.length
    expect([split(304), split(305)]).toEqual([2, 3])
  })

  test('no part is longer on the air than 140 octets', () => {
    for (const part of splitText('a€'.repeat(400), { reference: 1, width: 8, packed: true }) ?? []) {
      expect(part.shortMessage.length).toBeLessThanOrEqual(140)
    }
  })

  test('a pair cut between two parts is whole again when they are joined', () => {
    const text = `aa${'😀'.repeat(40)}`
    const parts = splitText(text, { reference: 1, width: 8, cutPairs: true }) ?? []
    expect(parts).toHaveLength(2)
    expect(parts[0]?.shortMessage.readUInt16BE(138)).toBe(0xd83d)
    expect(received(parts, 'gsm7')).toBe(text)
  })

  test('at most 255 parts', () => {
    const split = (n: number) => splitText('a'.repeat(n), { reference: 1, width: 8 })
    expect(split(153 * 255)).toHaveLength(255)
    expect(() => split(153 * 255 + 1)).toThrow(RangeError)
  })

  test('an alphabet that cannot hold the text is refused, not approximated', () => {
    expect(encodeText('é', { alphabet: 'latin1' })?.units.toString('hex')).toBe('e9')
    expect(encodeText('€', { alphabet: 'latin1' })).toBeNull()
    expect(encodeText('a', { alphabet: 'ascii' })?.dataCoding).toBe(1)
    expect(encodeText('é', { alphabet: 'ascii' })).toBeNull()
    expect(splitText('Ж', { reference: 1, width: 8, alphabet: 'gsm7' })).toBeNull()
  })

  test('a national language is announced in every part', () => {
    const shifts = { lockingShift: LANGUAGE.turkish, singleShift: LANGUAGE.turkish }
    const text = 'ığşĞŞİç'.repeat(30)
    const parts = splitText(text, { reference: 1, width: 8, ...shifts }) ?? []
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(decodeUdh(part.shortMessage)).toMatchObject({ ok: true, octets: 12 })
    expect(received(parts, 'gsm7', shifts)).toBe(text)
  })

  test('whatever text is split, packed or not, comes back whole', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 700, unit: fc.constantFrom('a', 'Z', ' ', '1', '@', '€', '{', 'é', 'ñ', 'Δ') }),
      fc.string({ maxLength: 300, unit: 'grapheme' }).filter((value) => !/^[\ufeff\ufffe]/.test(value)),
    )
    fc.assert(
      fc.property(text, fc.boolean(), fc.boolean(), fc.constantFrom(8, 16), (value, packed, cutPairs, width) => {
        fc.pre(value.isWellFormed())
        const parts = splitText(value, { reference: 7, width, packed, cutPairs }) ?? []
        const back = received(parts, packed ? 'gsm7-packed' : 'gsm7')
        // Packed septets cannot say whether a last "@" on an octet boundary is text or padding.
        expect(packed ? back?.replaceAll('@', '') : back).toBe(packed ? value.replaceAll('@', '') : value)
      }),
    )
  })
})
