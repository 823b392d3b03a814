// The GSM 7 bit default alphabet and its extension (3GPP TS 23.038, 6.2.1 and 6.2.1.1) as tables of code units.
// In every table of this package 0 means "no character here"; no GSM table holds U+0000.

/** The septet that announces a character of the extension or single shift table. */
export const ESCAPE = 0x1b

/** A row of 16 per line; U+001B stands at 0x1B for the escape itself. */
export const DEFAULT_ALPHABET: Uint16Array = tableOf(
  '@£$¥èéùìòÇ\nØø\rÅå' +
    'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ' +
    ' !"#¤%&\'()*+,-./' +
    '0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNO' +
    'PQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmno' +
    'pqrstuvwxyzäöñüà',
)

/** Page break is kept as the form feed that it is. */
export const DEFAULT_EXTENSION: Uint16Array = patched(new Uint16Array(128), {
  0x0a: '\f',
  0x14: '^',
  0x28: '{',
  0x29: '}',
  0x2f: '\\',
  0x3c: '[',
  0x3d: '~',
  0x3e: ']',
  0x40: '|',
  0x65: '€',
})

/** A table from its 128 characters in order. */
export function tableOf(characters: string): Uint16Array {
  return Uint16Array.from({ length: 128 }, (_, septet) => characters.charCodeAt(septet))
}

/** A copy of a table with some septets replaced. */
export function patched(base: Uint16Array, changes: Readonly<Record<number, string>>): Uint16Array {
  const table = Uint16Array.from(base)
  for (const [septet, character] of Object.entries(changes)) table[Number(septet)] = character.charCodeAt(0)
  return table
}
