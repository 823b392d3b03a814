// The class of letters that SQL asks for: against folding itself, over all of Unicode and over texts made of what folds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '@inrange/contract/message-text'
import { classOfFoldings } from './folding.rules.ts'

/** The class as JavaScript writes it. */
function regexOf(needles: readonly string[]): RegExp {
  return new RegExp(classOfFoldings(needles).replaceAll(/\\U([0-9a-f]{8})/g, String.raw`\u{$1}`), 'u')
}

const ALL_OF_ASCII = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)).join('')

test('every code point beyond ASCII that folds into ASCII or into nothing is known, and no other', () => {
  const asked = regexOf([foldText(ALL_OF_ASCII)])
  const differing: string[] = []
  for (let codePoint = 0x80; codePoint <= 0x10ffff; codePoint++) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue
    const letter = String.fromCodePoint(codePoint)
    const folded = foldText(letter)
    if (asked.test(letter) !== (folded === '' || /\p{ASCII}/u.test(folded))) differing.push(codePoint.toString(16))
  }
  expect(differing).toEqual([])
})

test.each([
  ['123', '１２３', true],
  ['123', 'Ваш код', false],
  ['123', 'código', false],
  ['code', 'códe', true],
  ['code', '验证码', false],
  ['file', 'ﬁle', true],
  ['pedido', 'está', false],
  ['50', '½', false],
  ['21', '½', true],
  // A mark that stands by itself is taken away by folding, whatever is looked for.
  ['code', 'c\u0301', true],
  // Sign of a Kelvin.
  ['k', '\u212a', true],
])('whoever looks for %s folds "%s": %j', (needle, text, isAsked) => {
  expect(regexOf([needle]).test(text)).toBe(isAsked)
})

// Each a letter or a mark: fast-check puts them together in any order.
const letters = fc.constantFrom(...Array.from('codefi12 ½①１éïﬁＣКкодع验K…ſẞßÅö𝟏𝐜😀'), 'e\u0301', '\u0327', '\u212a')
const texts = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''))
const needles = fc.stringMatching(/^[codefi12 s.ka]{1,4}$/)

test('a folded text has a needle only where the text has it or a letter of the class', () => {
  fc.assert(
    fc.property(texts, needles, (text, needle) => {
      const small = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
      const isLetThrough = small.includes(needle) || regexOf([needle]).test(text)
      if (foldText(text).includes(needle)) expect(isLetThrough).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
