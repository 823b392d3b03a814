// National language single shift (3GPP TS 23.038, A.2) and locking shift tables (A.3), by the language identifier of
// 6.2.1.2.4. Checked against two independent transcriptions of the standard when they were written.
// The ten Indic and Arabic-script tables share one skeleton of punctuation, digits and Latin letters; what differs is
// which characters of one Unicode page stand at the other septets. They are written as just that: a page and one
// hexadecimal octet per septet, ".." where the standard leaves the septet empty.
import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, patched, tableOf } from './gsm7.tables.ts'

export const LANGUAGE = {
  turkish: 1,
  spanish: 2,
  portuguese: 3,
  bengali: 4,
  gujarati: 5,
  hindi: 6,
  kannada: 7,
  malayalam: 8,
  oriya: 9,
  punjabi: 10,
  tamil: 11,
  telugu: 12,
  urdu: 13,
} as const

interface IndicTables {
  readonly page: number
  readonly locking: string
  /** What stands at 0x19 and 0x1A of the single shift table: the dandas for most. */
  readonly shiftMarks: string
  readonly shift: string
}

const INDIC: Readonly<Record<number, IndicTables>> = {
  [LANGUAGE.bengali]: {
    page: 0x0900,
    locking:
      '81828385868788898a8b8c....8f90....939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8..aaab' +
      'acadaeafb0..b2......b6b7b8b9bcbdbebfc0c1c2c3c4....c7c8....cbcccdced7dcddf0f1',
    shiftMarks: '\u09e6\u09e7',
    shift: 'e8e9eaebecedeeefdfe0e1e2e3f2f3f4f5f6f7f8f9fa................',
  },
  [LANGUAGE.gujarati]: {
    page: 0x0a00,
    locking:
      '81828385868788898a8b8c8d..8f9091..939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8..aaab' +
      'acadaeafb0..b2b3..b5b6b7b8b9bcbdbebfc0c1c2c3c4c5..c7c8c9..cbcccdd0e0e1e2e3f1',
    shiftMarks: '\u0964\u0965',
    shift: 'e6e7e8e9eaebecedeeef........................................',
  },
  [LANGUAGE.hindi]: {
    page: 0x0900,
    locking:
      '01020305060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b' +
      '2c2d2e2f303132333435363738393c3d3e3f404142434445464748494a4b4c4d50727b7c7e7f',
    shiftMarks: '\u0964\u0965',
    shift: '666768696a6b6c6d6e6f5152535458595a5b5c5d5e5f606162637071....',
  },
  [LANGUAGE.kannada]: {
    page: 0x0c00,
    locking:
      '..828385868788898a8b8c..8e8f90..92939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8..aaab' +
      'acadaeafb0b1b2b3..b5b6b7b8b9bcbdbebfc0c1c2c3c4..c6c7c8..cacbcccdd5d6e0e1e2e3',
    shiftMarks: '\u0964\u0965',
    shift: 'e6e7e8e9eaebecedeeefdef1f2..................................',
  },
  [LANGUAGE.malayalam]: {
    page: 0x0d00,
    locking:
      '..020305060708090a0b0c..0e0f10..12131415161718191a1b1c1d1e1f202122232425262728..2a2b' +
      '2c2d2e2f30313233343536373839..3d3e3f4041424344..464748..4a4b4c4d576061626379',
    shiftMarks: '\u0964\u0965',
    shift: '666768696a6b6c6d6e6f7071727374757a7b7c7d7e7f................',
  },
  [LANGUAGE.oriya]: {
    page: 0x0b00,
    locking:
      '01020305060708090a0b0c....0f10....131415161718191a1b1c1d1e1f202122232425262728..2a2b' +
      '2c2d2e2f30..3233..35363738393c3d3e3f4041424344....4748....4b4c4d565760616263',
    shiftMarks: '\u0964\u0965',
    shift: '666768696a6b6c6d6e6f5c5d5f7071..............................',
  },
  [LANGUAGE.punjabi]: {
    page: 0x0a00,
    locking:
      '01020305060708090a........0f10....131415161718191a1b1c1d1e1f202122232425262728..2a2b' +
      '2c2d2e2f30..3233..3536..38393c..3e3f404142........4748....4b4c4d517071727374',
    shiftMarks: '\u0964\u0965',
    shift: '666768696a6b6c6d6e6f595a5b5c5e75............................',
  },
  [LANGUAGE.tamil]: {
    page: 0x0b00,
    locking:
      '..828385868788898a......8e8f90..92939495......999a..9c..9e9f......a3a4......a8a9aa..' +
      '....aeafb0b1b2b3b4b5b6b7b8b9....bebfc0c1c2......c6c7c8..cacbcccdd0d7f0f1f2f9',
    shiftMarks: '\u0964\u0965',
    shift: 'e6e7e8e9eaebecedeeeff3f4f5f6f7f8fa..........................',
  },
  [LANGUAGE.telugu]: {
    page: 0x0c00,
    locking:
      '01020305060708090a0b0c..0e0f10..12131415161718191a1b1c1d1e1f202122232425262728..2a2b' +
      '2c2d2e2f30313233..3536373839..3d3e3f4041424344..464748..4a4b4c4d555660616263',
    shiftMarks: '',
    shift: '666768696a6b6c6d6e6f585978797a7b7c7d7e7f....................',
  },
  [LANGUAGE.urdu]: {
    page: 0x0600,
    locking:
      '2722287b807ea62ac27f797d7a7c2b2c8184838586872d2e2f8c88898a8f8d3031919399329698' +
      '9a333435363738394142a9aaabafb3b1444546babbbc48c4d5c1be21ccd0d24d504f57545551535670',
    shiftMarks: '\u0600\u0601',
    shift: 'f0f1f2f3f4f5f6f7f8f90c0d0e0f10111213141b1f4052586b6c7273cdd4',
  },
}

/** Inclusive runs of septets that differ between the languages, in the order of the hexadecimal strings above. */
const LOCKING_SEPTETS = septetsOf([
  [0x00, 0x09],
  [0x0b, 0x0c],
  [0x0e, 0x1a],
  [0x1c, 0x1f],
  [0x22, 0x27],
  [0x2a, 0x2b],
  [0x2d, 0x2d],
  [0x2f, 0x2f],
  [0x3c, 0x3e],
  [0x40, 0x60],
  [0x7b, 0x7f],
])
const SHIFT_SEPTETS = septetsOf([
  [0x1c, 0x27],
  [0x2a, 0x2e],
  [0x30, 0x3b],
  [0x3f, 0x3f],
])

// Most of the skeleton stands where the default alphabet has it; the parentheses really are the other way round (A.3).
const LOCKING_SKELETON = patched(DEFAULT_ALPHABET, { 0x28: ')', 0x29: '(' })
const SHIFT_SKELETON = shiftSkeleton()

function septetsOf(runs: readonly (readonly [number, number])[]): readonly number[] {
  return runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
}

function shiftSkeleton(): Uint16Array {
  const table = Uint16Array.from(DEFAULT_EXTENSION)
  const marks = '@£$¥¿"¤%&\'\f*+\0-/<=>¡^¡_#*'
  for (let septet = 0; septet < marks.length; septet += 1) table[septet] = marks.charCodeAt(septet)
  for (let septet = 0x41; septet <= 0x5a; septet += 1) table[septet] = septet
  return table
}

function filled(skeleton: Uint16Array, septets: readonly number[], page: number, octets: string): Uint16Array {
  const table = Uint16Array.from(skeleton)
  septets.forEach((septet, i) => {
    const octet = octets.slice(i * 2, i * 2 + 2)
    table[septet] = octet === '..' ? 0 : page + Number.parseInt(octet, 16)
  })
  return table
}

const LOCKING = new Map<number, Uint16Array>([
  [
    LANGUAGE.turkish,
    patched(DEFAULT_ALPHABET, {
      0x04: '€',
      0x07: 'ı',
      0x0b: 'Ğ',
      0x0c: 'ğ',
      0x1c: 'Ş',
      0x1d: 'ş',
      0x40: 'İ',
      0x60: 'ç',
    }),
  ],
  [LANGUAGE.portuguese, portugueseLocking()],
])
const SINGLE_SHIFT = new Map<number, Uint16Array>([
  [
    LANGUAGE.turkish,
    patched(DEFAULT_EXTENSION, { 0x47: 'Ğ', 0x49: 'İ', 0x53: 'Ş', 0x63: 'ç', 0x67: 'ğ', 0x69: 'ı', 0x73: 'ş' }),
  ],
  [LANGUAGE.spanish, spanishShift()],
  [LANGUAGE.portuguese, portugueseShift()],
])
for (const [language, tables] of Object.entries(INDIC)) {
  const shift = filled(SHIFT_SKELETON, SHIFT_SEPTETS, tables.page, tables.shift)
  shift[0x19] = tables.shiftMarks.charCodeAt(0) || 0
  shift[0x1a] = tables.shiftMarks.charCodeAt(1) || 0
  LOCKING.set(Number(language), filled(LOCKING_SKELETON, LOCKING_SEPTETS, tables.page, tables.locking))
  SINGLE_SHIFT.set(Number(language), shift)
}

function portugueseLocking(): Uint16Array {
  return tableOf(
    '@£$¥êéúíóç\nÔô\rÁá' +
      'Δ_ªÇÀ∞^\\€Ó|\u001bÂâÊÉ' +
      ' !"#º%&\'()*+,-./' +
      '0123456789:;<=>?' +
      'ÍABCDEFGHIJKLMNO' +
      'PQRSTUVWXYZÃÕÚÜ§' +
      '~abcdefghijklmno' +
      'pqrstuvwxyzãõ`üà',
  )
}

function spanishShift(): Uint16Array {
  return patched(DEFAULT_EXTENSION, {
    0x09: 'ç',
    0x41: 'Á',
    0x49: 'Í',
    0x4f: 'Ó',
    0x55: 'Ú',
    0x61: 'á',
    0x69: 'í',
    0x6f: 'ó',
    0x75: 'ú',
  })
}

function portugueseShift(): Uint16Array {
  return patched(DEFAULT_EXTENSION, {
    0x05: 'ê',
    0x09: 'ç',
    0x0b: 'Ô',
    0x0c: 'ô',
    0x0e: 'Á',
    0x0f: 'á',
    0x12: 'Φ',
    0x13: 'Γ',
    0x15: 'Ω',
    0x16: 'Π',
    0x17: 'Ψ',
    0x18: 'Σ',
    0x19: 'Θ',
    0x1f: 'Ê',
    0x41: 'À',
    0x49: 'Í',
    0x4f: 'Ó',
    0x55: 'Ú',
    0x5b: 'Ã',
    0x5c: 'Õ',
    0x61: 'Â',
    0x69: 'í',
    0x6f: 'ó',
    0x75: 'ú',
    0x7b: 'ã',
    0x7c: 'õ',
    0x7f: 'â',
  })
}

/**
 * The locking shift table of a language; the default alphabet for none, for Spanish (A.3.2 is void) and for unknown.
 */
export function lockingTable(language: number | undefined): Uint16Array {
  return (language === undefined ? undefined : LOCKING.get(language)) ?? DEFAULT_ALPHABET
}

/** The single shift table of a language; the default extension for none and for unknown (6.2.1.2.2). */
export function singleShiftTable(language: number | undefined): Uint16Array {
  return (language === undefined ? undefined : SINGLE_SHIFT.get(language)) ?? DEFAULT_EXTENSION
}
