// The terms of the archive's index: what a chunk of messages is found by, and what a search asks chunks for. Pure. One
// rule holds both together: a message that matches a search has every term that the search asks for, so a chunk without
// one of them is passed over for good. The other way round nothing is promised; what is found is checked.
import { wordsOf, foldText, type TextQuery } from '@inrange/contract/message-text'

/** Consecutive messages of one owner in a chunk. Fewer make a larger index, more make more to read for a match. */
export const CHUNK_MESSAGES = 128
/** Chunks were of so many once; those that were are read as they are. */
export const CHUNK_MESSAGES_MAX = 256
/**
 * Consecutive chunks of one owner in a part. A search asks the newest two parts before it asks the whole archive: more
 * make that dearer for what is frequent, fewer ask the whole archive for more.
 */
const PART_CHUNKS = 2_048n
/**
 * Words of a chunk that are kept apart; texts written to exhaust it make the chunk one that is always looked at. A
 * usual chunk has some hundred.
 */
const WORD_TERMS_MAX = 20_000

export type TermSource = {
  content: string | null
  sender: string
  recipient: bigint
  rangeId: string
  connectionId: string
  flags: number
  language: string
  /** It landed so long after it was received that whoever looks by time of receipt would not look there. */
  isLate: boolean
}

type Kind =
  | 'word'
  | 'start3'
  | 'start6'
  | 'sender'
  | 'recipient'
  | 'ending'
  | 'range'
  | 'connection'
  | 'flag'
  | 'language'

/** A number that ends with the digits of a search is known by so many of them. */
const ENDING_DIGITS = 4
const STARTS = [
  { kind: 'start6', length: 6 },
  { kind: 'start3', length: 3 },
] as const

export type Terms = {
  of(kind: Kind, value: string): number
  /** Says that a chunk has more words than it is known by. */
  manyWords: number
  /** Says that a chunk has a message that landed long after it was received. */
  late: number
}

const FNV_PRIME = 16_777_619
const FNV_OFFSET = 0x811c9dc5

/** The part that the next chunk belongs to, after so many. */
export function partOf(chunks: bigint): number {
  return Number(chunks / PART_CHUNKS)
}

/** Hashes for one owner: equal words of two owners are different terms, so that one never slows the other's search. */
export function termsOfOwner(ownerId: string): Terms {
  const seed = mix(FNV_OFFSET, ownerId)
  const seeds = new Map<Kind, number>()
  const of = (kind: Kind, value: string) => {
    let start = seeds.get(kind)
    if (start === undefined) {
      start = mix(seed, `|${kind}|`)
      seeds.set(kind, start)
    }
    return spread(mix(start, value))
  }
  return { of, manyWords: of('flag', 'many words'), late: of('flag', 'late') }
}

/** FNV-1a over UTF-16 units. */
function mix(start: number, text: string): number {
  let hash = start
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return hash
}

/** The last step of MurmurHash3: FNV alone leaves the upper bits of short texts alike. */
function spread(hash: number): number {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The terms of one chunk. A message without text gives no words. */
export function termsOfChunk(terms: Terms, messages: readonly TermSource[]): number[] {
  const found = new Set<number>()
  const words = new Set<number>()
  for (const message of messages) {
    for (const term of factTerms(terms, message)) found.add(term)
    if (message.content === null) continue
    if (words.size >= WORD_TERMS_MAX) found.add(terms.manyWords)
    else addWordTerms(terms, foldText(message.content), words)
  }
  for (const term of words) found.add(term)
  return [...found]
}

function factTerms(terms: Terms, message: TermSource): number[] {
  const recipient = message.recipient.toString()
  const found = [
    terms.of('sender', foldText(message.sender)),
    terms.of('recipient', recipient),
    terms.of('ending', recipient.slice(-ENDING_DIGITS)),
    terms.of('range', message.rangeId),
    terms.of('connection', message.connectionId),
    terms.of('language', message.language),
  ]
  if (message.isLate) found.push(terms.late)
  for (let bit = 1; bit <= message.flags; bit <<= 1) {
    if ((message.flags & bit) !== 0) found.push(terms.of('flag', bit.toString()))
  }
  return found
}

function addWordTerms(terms: Terms, folded: string, into: Set<number>): void {
  for (const word of wordsOf(folded)) {
    if (into.size >= WORD_TERMS_MAX) return void into.add(terms.manyWords)
    if (word.isDense) {
      for (const term of denseTerms(terms, word.text)) into.add(term)
      continue
    }
    into.add(terms.of('word', word.text))
    for (const { kind, length } of STARTS) {
      if (word.text.length >= length && !isNumber(word.text)) into.add(terms.of(kind, word.text.slice(0, length)))
    }
  }
}

/** Of a script without spaces, each letter and each two in a row. */
function* denseTerms(terms: Terms, text: string): Generator<number> {
  let before = ''
  for (const letter of text) {
    yield terms.of('word', letter)
    if (before !== '') yield terms.of('word', before + letter)
    before = letter
  }
}

/** Codes have no beginning that anybody looks for; their beginnings would be half of all terms. */
function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

/** What a search asks chunks for. A chunk has all of `words` (or `manyWords`), all of `all`, and one of each group. */
export type ChunkSearch = { words: number[]; all: number[]; groups: number[][] }

/** What is left of a search once patterns have become values; null: not asked. */
export type SearchFacts = {
  text: TextQuery | null
  /** Folded; one of these. */
  senders: readonly string[] | null
  numbers: readonly bigint[] | null
  /** Ranges all of whose numbers fit; one of these or of `numbers`. */
  rangesOfNumbers: readonly string[]
  /** The last digits of the number, at least four. */
  ending: string | null
  rangeId: string | null
  connectionIds: readonly string[] | null
  flagBit: number | null
  language: string | null
}

/** Null when nothing of the search is known to chunks: it can only look back. */
export function termsOfSearch(terms: Terms, facts: SearchFacts): ChunkSearch | null {
  const search: ChunkSearch = { words: [], all: [], groups: [] }
  if (facts.text !== null) search.words.push(...wordTerms(terms, facts.text))
  if (facts.senders !== null) search.groups.push(facts.senders.map((sender) => terms.of('sender', sender)))
  if (facts.numbers !== null) {
    search.groups.push([
      ...facts.numbers.map((number) => terms.of('recipient', number.toString())),
      ...facts.rangesOfNumbers.map((rangeId) => terms.of('range', rangeId)),
    ])
  }
  if (facts.ending !== null) search.all.push(terms.of('ending', facts.ending.slice(-ENDING_DIGITS)))
  if (facts.rangeId !== null) search.all.push(terms.of('range', facts.rangeId))
  if (facts.connectionIds !== null) search.groups.push(facts.connectionIds.map((id) => terms.of('connection', id)))
  if (facts.flagBit !== null) search.all.push(terms.of('flag', facts.flagBit.toString()))
  if (facts.language !== null) search.all.push(terms.of('language', facts.language))
  return search.words.length + search.all.length + search.groups.length === 0 ? null : search
}

/** Words of a phrase are whole words of the text, because it begins and ends where words do. */
function wordTerms(terms: Terms, query: TextQuery): number[] {
  const found = new Set<number>()
  const add = (folded: string) => {
    for (const word of wordsOf(folded)) {
      if (word.isDense) for (const term of denseTerms(terms, word.text)) found.add(term)
      else found.add(terms.of('word', word.text))
    }
  }
  for (const { text, isPrefix } of query.words) {
    if (!isPrefix) add(text)
    else if (!isNumber(text)) found.add(startTerm(terms, text))
  }
  for (const phrase of query.phrases) add(phrase)
  return [...found]
}

function startTerm(terms: Terms, text: string): number {
  const start = STARTS.find(({ length }) => text.length >= length)
  return start === undefined ? terms.of('word', text) : terms.of(start.kind, text.slice(0, start.length))
}
