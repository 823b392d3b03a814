import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeGsm7, encodeGsm7, fillBitsAfter, packSeptets, unpackSeptets } from './gsm7.ts'
import { LANGUAGE, lockingTable, singleShiftTable } from './national-languages.ts'

const decode = (hex: string, shifts = {}) => decodeGsm7(Buffer.from(hex, 'hex'), shifts)

describe('the default alphabet', () => {
  test.each([
    ['the corners', '00 11 1f 20 40 5f 60 7f', '@_É ¡§¿à'],
    ['Greek', '10 12 13 14 15 16 17 18 19 1a', 'ΔΦΓΛΩΠΨΣΘΞ'],
    ['line ends', '0a 0d', '\n\r'],
    ['signs that are not at their ASCII place', '02 24', '$¤'],
    ['the extension', '1b65 1b14 1b28 1b29 1b2f 1b3c 1b3d 1b3e 1b40 1b0a', '€^{}\\[~]|\f'],
    ['an escaped septet without a character shows as the main one', '1b41', 'A'],
    ['two escapes show as a space', '1b1b41', ' A'],
    ['an escape with nothing after it shows as a space', '411b', 'A '],
    ['an octet that is no septet', '4180', 'A\ufffd'],
  ])('%s', (_name, hex, text) => {
    expect(decode(hex.replaceAll(' ', ''))).toBe(text)
  })
})

describe('national languages', () => {
  test.each([
    ['Turkish single shift', '1b471b491b531b631b671b691b73', { singleShift: 1 }, 'ĞİŞçğış'],
    ['Turkish locking shift', '04070b0c1c1d4060', { lockingShift: 1 }, '€ıĞğŞşİç'],
    ['Spanish single shift', '1b411b491b4f1b551b611b691b6f1b751b09', { singleShift: 2 }, 'ÁÍÓÚáíóúç'],
    ['Spanish has no locking table: the default one stays', '0405', { lockingShift: 2 }, 'èé'],
    ['Portuguese single shift', '1b051b0b1b0c1b0e1b0f1b5b1b5c1b7f', { singleShift: 3 }, 'êÔôÁáÃÕâ'],
    ['Portuguese locking shift', '0412151824', { lockingShift: 3 }, 'êª∞€º'],
    ['Hindi locking shift', '15203c28297f', { lockingShift: 6 }, 'क\u0020ऩ)(ॿ'],
    ['Bengali locking shift', '1540607f', { lockingShift: 4 }, 'কবৎৱ'],
    ['Bengali digits', '1b191b1c', { singleShift: 4 }, '০২'],
    ['Urdu locking shift', '00064460', { lockingShift: 13 }, 'اڦعٔ'],
    ['Urdu single shift', '1b191b3f', { singleShift: 13 }, '\u0600۔'],
    ['Tamil locking shift leaves gaps', '0016', { lockingShift: 11 }, '\ufffd\ufffd'],
    ['capitals in a language without case', '1b411b5a', { singleShift: 12 }, 'AZ'],
    ['an unknown language keeps the default tables', '041b65', { lockingShift: 99, singleShift: 99 }, 'è€'],
  ])('%s', (_name, hex, shifts, text) => {
    expect(decode(hex, shifts)).toBe(text)
  })

  test('every table has escape, line feed and carriage return in their places and no character twice', () => {
    for (const language of Object.values(LANGUAGE)) {
      const table = lockingTable(language)
      expect([table[0x0a], table[0x0d], table[0x1b], table[0x20]]).toEqual([0x0a, 0x0d, 0x1b, 0x20])
      const used = [...table].filter((code) => code !== 0)
      expect(new Set(used).size, `locking table ${language}`).toBe(used.length)
      expect(singleShiftTable(language)[0x65], `single shift table ${language}`).toBe(0x20ac)
    }
  })

  test('every character of every table survives', () => {
    for (const language of [undefined, ...Object.values(LANGUAGE)]) {
      const shifts = { lockingShift: language, singleShift: language }
      const codes = [...lockingTable(language), ...singleShiftTable(language)].filter((code) => code > 0x1b)
      const text = String.fromCharCode(...codes)
      expect(decodeGsm7(encodeGsm7(text, shifts) ?? Buffer.alloc(0), shifts)).toBe(text)
    }
  })
})

describe('encoding', () => {
  test('uses the extension where it must and refuses what no table holds', () => {
    expect(encodeGsm7('a€')?.toString('hex')).toBe('611b65')
    expect(encodeGsm7('aК')).toBeNull()
    expect(encodeGsm7('ş')).toBeNull()
    expect(encodeGsm7('ş', { singleShift: LANGUAGE.turkish })?.toString('hex')).toBe('1b73')
    expect(encodeGsm7('ş', { lockingShift: LANGUAGE.turkish })?.toString('hex')).toBe('1d')
  })
})

describe('packing', () => {
  test('the example that everybody knows', () => {
    expect(packSeptets(Buffer.from('hellohello')).toString('hex')).toBe('e8329bfd4697d9ec37')
    expect(unpackSeptets(Buffer.from('e8329bfd4697d9ec37', 'hex')).toString()).toBe('hellohello')
  })

  test('text begins on a septet boundary after a header', () => {
    expect([0, 6, 7, 12].map(fillBitsAfter)).toEqual([0, 1, 0, 2])
    const packed = packSeptets(Buffer.from('hello'), 1)
    expect(unpackSeptets(packed, 1).toString()).toBe('hello')
  })

  test('seven spare zero bits are padding; an @ before the end is an @', () => {
    const seven = Buffer.from('abcdefg')
    expect(packSeptets(seven)).toHaveLength(7)
    expect(unpackSeptets(packSeptets(seven)).toString()).toBe('abcdefg')
    expect(unpackSeptets(packSeptets(Buffer.from('61006162', 'hex'))).toString('hex')).toBe('61006162')
  })

  test('any septets survive, unless they end in an @ that looks like padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, max: 127 }), fc.nat(6), (octets, fillBits) => {
        const units = Buffer.from(octets)
        const whole = (units.length * 7 + fillBits) % 8 === 0 && units.at(-1) === 0
        fc.pre(!whole)
        expect(unpackSeptets(packSeptets(units, fillBits), fillBits).equals(units)).toBe(true)
      }),
    )
  })
})
