import { describe, expect, test } from 'vitest'
import { beginningOf, hiddenCount, shownLine, shownText } from './shown-text.ts'

describe('a text that a stranger wrote', () => {
  test('reads in the order in which it was written', () => {
    expect(shownText('Pay \u202e0001$\u202c to \u2067Bob\u2069')).toBe('Pay 0001$ to Bob')
    expect(hiddenCount('Pay \u202e0001$\u202c to \u2067Bob\u2069')).toBe(4)
  })
  test('hides nothing within a word, and keeps what an emoji is joined by', () => {
    expect(shownText('pay\u200bpal \ufeffx')).toBe('paypal x')
    expect(shownText('👩\u200d👩\u200d👧')).toBe('👩\u200d👩\u200d👧')
    expect(hiddenCount('👩\u200d👩\u200d👧 hello')).toBe(0)
  })
  test('shows control characters as what they are', () => {
    expect(shownText('a\u0000b\u001b[31mc\u007f')).toBe('a␀b␛[31mc␡')
    expect(shownText('one\r\ntwo\rthree\tfour')).toBe('one\ntwo\nthree\tfour')
  })
  test('is left alone when it is markup, a formula or another script', () => {
    for (const text of ['<script>alert(1)</script>', '=HYPERLINK("http://x")', 'رمزك\u200f 4711', '']) {
      expect(shownText(text)).toBe(text)
    }
  })
})

describe('a line', () => {
  test('has no breaks and is cut between letters', () => {
    expect(shownLine(' one\n\n two ')).toBe('one two')
    expect(shownLine('👍'.repeat(300), 3)).toBe('👍👍👍…')
    expect(shownLine('abc', 3)).toBe('abc')
  })
  test('of ten thousand letters is as short as any', () => {
    expect(shownLine('x'.repeat(10_000))).toHaveLength(241)
  })
})

describe('the beginning', () => {
  test('of a short text is none', () => {
    expect([beginningOf('hello'), beginningOf('x'.repeat(1_200))]).toEqual([null, null])
  })
  test('of a long text is cut, never within a letter', () => {
    expect(beginningOf('x'.repeat(10_000))).toHaveLength(1_200)
    expect(beginningOf(`x${'👍'.repeat(10)}`, { lettersMax: 4 })).toBe('x👍')
  })
  test('of a tall text has so many lines', () => {
    expect(beginningOf('a\n'.repeat(100), { linesMax: 2 })).toBe('a\na')
  })
})
