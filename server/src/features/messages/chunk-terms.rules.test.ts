// The one rule that the archive's index rests on: whatever matches a search has every term that the search asks for.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText, readTextQuery, textMatcher } from '@inrange/contract/message-text'
import { termsOfChunk, termsOfOwner, termsOfSearch, type SearchFacts, type TermSource } from './chunk-terms.rules.ts'

const OWNER = '01890000-0000-7000-8000-000000000001'
const terms = termsOfOwner(OWNER)
const nothing: SearchFacts = {
  text: null,
  senders: null,
  numbers: null,
  rangesOfNumbers: [],
  ending: null,
  rangeId: null,
  connectionIds: null,
  flagBit: null,
  language: null,
}
const source: TermSource = {
  content: null,
  sender: 'Acme',
  recipient: 447_700_900_123n,
  rangeId: 'r1',
  connectionId: 'c1',
  flags: 5,
  language: 'en',
  isLate: false,
}

function mayHold(messages: readonly TermSource[], facts: Partial<SearchFacts>): boolean {
  const chunk = new Set(termsOfChunk(terms, messages))
  const search = termsOfSearch(terms, { ...nothing, ...facts })
  if (search === null) return true
  const hasWords = search.words.every((term) => chunk.has(term)) || chunk.has(terms.manyWords)
  return (
    hasWords &&
    search.all.every((term) => chunk.has(term)) &&
    search.groups.every((group) => group.some((term) => chunk.has(term)))
  )
}

const letters = 'abcÀéßñиЙкод验证码ーアหนอ한국ｃ１२0123456789 -_.:"\'%\u0301\u0130ﬁ🙂'
const texts = fc.array(fc.constantFrom(...Array.from(letters)), { maxLength: 40 }).map((chars) => chars.join(''))

describe('a text', () => {
  test('that matches a search is never in a chunk that the search passes over', () => {
    let found = 0
    fc.assert(
      fc.property(texts, texts, fc.nat(), fc.nat(), fc.boolean(), (content, other, from, length, isPhrase) => {
        // A part of the text itself, so that it often matches; sometimes another text.
        const part =
          length % 5 === 0
            ? other
            : Array.from(content)
                .slice(from % 40, (from % 40) + 1 + (length % 12))
                .join('')
        const typed = isPhrase ? `"${part.replaceAll('"', '')}"` : part
        fc.pre(typed.replaceAll('"', '').trim() !== '')
        const text = readTextQuery(typed)
        if (!textMatcher(text)(content)) return
        found += 1
        expect(mayHold([{ ...source, content }], { text }), JSON.stringify([content, typed])).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    expect(found).toBeGreaterThan(200)
  })

  test.each([
    ['Your WhatsApp code: 123-456', 'whats', true],
    ['Your WhatsApp code: 123-456', 'whatsapp code', true],
    ['Your WhatsApp code: 123-456', 'code whatsapp', true],
    ['Your WhatsApp code: 123-456', 'hats', false],
    ['Your WhatsApp code: 123-456', 'whats code', false],
    ['Your WhatsApp code: 123-456', '123', true],
    ['Your WhatsApp code: 123-456', '12', false],
    ['Your WhatsApp code: 123-456', '"code: 123"', true],
    ['Your WhatsApp code: 123-456', '"code: 12"', false],
    ['Your WhatsApp code: 123-456', '"123 code"', false],
    ['Tu CÓDIGO es', 'codigo', true],
    ['Tu codigo es', 'CÓDIGO', true],
    ['ｃｏｄｅ １２', 'code', true],
    ['【微信】验证码552901', '证', true],
    ['【微信】验证码552901', '验证码', true],
    ['【微信】验证码552901', '验码', false],
    ['【微信】验证码552901', '552901', true],
    ['100% sure_thing', '%', true],
    ['nothing of it', '%', false],
    ['codes', 'code:', false],
  ])('%s | %s: %s', (content, typed, isFound) => {
    const text = readTextQuery(typed)
    expect(textMatcher(text)(content)).toBe(isFound)
    if (isFound) expect(mayHold([{ ...source, content }], { text })).toBe(true)
  })
})

test.each<[string, Partial<SearchFacts>, boolean]>([
  ['its sender', { senders: [foldText('ACME')] }, true],
  ['another sender', { senders: ['acm'] }, false],
  ['one of several senders', { senders: ['bank', 'acme'] }, true],
  ['no sender at all', { senders: [] }, false],
  ['its number', { numbers: [447_700_900_123n] }, true],
  ['another number', { numbers: [447_700_900_124n] }, false],
  ['a range that fits whole', { numbers: [], rangesOfNumbers: ['r1'] }, true],
  ['its last four digits', { ending: '0123' }, true],
  ['more of its last digits', { ending: '700900123' }, true],
  ['other last digits', { ending: '0124' }, false],
  ['its range', { rangeId: 'r1' }, true],
  ['another range', { rangeId: 'r2' }, false],
  ['its connection', { connectionIds: ['c0', 'c1'] }, true],
  ['another connection', { connectionIds: ['c0'] }, false],
  ['a flag of its', { flagBit: 4 }, true],
  ['another flag', { flagBit: 2 }, false],
  ['its language', { language: 'en' }, true],
  ['another language', { language: 'es' }, false],
])('a message is known by %s', (_what, facts, isKnown) => {
  expect(mayHold([source], facts)).toBe(isKnown)
})

test('a value of one kind is no value of another, and one owner’s are not another’s', () => {
  const kinds = (['word', 'sender', 'range', 'language'] as const).map((kind) => terms.of(kind, 'en'))
  expect(new Set(kinds).size).toBe(4)
  expect(termsOfOwner('01890000-0000-7000-8000-000000000002').of('word', 'code')).not.toBe(terms.of('word', 'code'))
})

test('terms are integers of 32 bits, spread so that a hundred thousand words hardly meet', () => {
  const words = Array.from({ length: 100_000 }, (_, n) => terms.of('word', n.toString().padStart(6, '0')))
  expect(words.every((term) => Number.isInteger(term) && term >= -(2 ** 31) && term < 2 ** 31)).toBe(true)
  expect(new Set(words).size).toBeGreaterThan(99_990)
})

test('texts written to exhaust a chunk make it one that is always looked at', () => {
  const word = (n: number) => `w${n.toString(36)}`
  const content = (from: number) => Array.from({ length: 6_000 }, (_, n) => word(from * 6_000 + n)).join(' ')
  const flood = Array.from({ length: 8 }, (_, from) => ({ ...source, content: content(from) }))
  expect(termsOfChunk(terms, flood).length).toBeLessThan(21_000)
  expect(mayHold(flood, { text: readTextQuery(`${word(47_999)} ${word(3)}`) })).toBe(true)
  expect(mayHold(flood.slice(0, 1), { text: readTextQuery('absent words') })).toBe(false)
})
