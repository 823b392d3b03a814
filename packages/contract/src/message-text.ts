// What it means that a text is found by what a person typed: case, accents and width of letters are passed over; words
// occur whole, the last one also as a beginning; words in quotes occur as they stand. Pure, and one for the server,
// which finds messages in the archive, and the console, which decides about those that arrive. Scripts that put no
// spaces between words (Chinese, Japanese, Thai and their like) are found at any place.

const SPACELESS = String.raw`\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const WORD_CHARS = String.raw`\p{L}\p{N}\p{M}`
const DENSE = `[[${SPACELESS}]&&[${WORD_CHARS}]]`
const PLAIN = `[[${WORD_CHARS}]--[${SPACELESS}]]`
const RUNS = new RegExp(`(?<dense>${DENSE}+)|${PLAIN}+`, 'gv')
const ASCII_WORDS = /[a-z0-9]+/g
const BEGINS_PLAIN = new RegExp(`^${PLAIN}`, 'v')
const ENDS_PLAIN = new RegExp(`${PLAIN}$`, 'v')
const ASCII = /^\p{ASCII}*$/u
const DIGITS = /^\d+$/

/** A last word counts as a beginning from so many letters on; shorter ones begin nearly every word. */
export const PREFIX_LENGTH_MIN = 3

/**
 * A text as it is compared: lower case, without accents, letters of one width.
 * 'CÓDIGO ｃｏｄｅ' → 'codigo code'
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const bare = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
  return bare.normalize('NFKC')
}

export type TextPart = {
  text: string
  /** Of a script without spaces. */
  isDense: boolean
}

/** The words of a folded text in their order: runs of letters, digits and their marks. */
export function* wordsOf(folded: string): Generator<TextPart> {
  if (ASCII.test(folded)) {
    for (const [text] of folded.matchAll(ASCII_WORDS)) yield { text, isDense: false }
    return
  }
  for (const match of folded.matchAll(RUNS)) yield { text: match[0], isDense: match.groups?.dense !== undefined }
}

export type TextWord = TextPart & {
  /** Also words that begin with it are meant. */
  isPrefix: boolean
}
export type TextQuery = {
  words: readonly TextWord[]
  /** Folded; each occurs as it stands, beginning and ending where words do. */
  phrases: readonly string[]
}

/** What a person typed: words, and "phrases in quotes". Nothing but signs is a phrase of them. */
export function readTextQuery(typed: string): TextQuery {
  const words: TextWord[] = []
  const phrases: string[] = []
  const pieces = typed.split('"')
  for (const [index, piece] of pieces.entries()) {
    const folded = foldText(piece)
    if (index % 2 === 1) {
      if (folded.trim() !== '') phrases.push(folded.trim())
      continue
    }
    const isLast = index === pieces.length - 1
    const parts = [...wordsOf(folded)]
    for (const [place, part] of parts.entries()) {
      const mayBegin = !part.isDense && part.text.length >= PREFIX_LENGTH_MIN && !DIGITS.test(part.text)
      words.push({ ...part, isPrefix: isLast && place === parts.length - 1 && mayBegin && endsOpen(folded, part) })
    }
  }
  if (words.length === 0 && phrases.length === 0) phrases.push(foldText(typed).trim())
  return { words, phrases }
}

/** A word with a sign behind it is at its end: "code:" means no codes. */
function endsOpen(folded: string, last: TextPart): boolean {
  return folded.trimEnd().endsWith(last.text)
}

export type TextMatcher = (text: string | null) => boolean

/** Whether a text is found. Made once for many texts. */
export function textMatcher(query: TextQuery): TextMatcher {
  const patterns = [
    ...query.words.map(({ text, isDense, isPrefix }) =>
      isDense ? new RegExp(escaped(text), 'v') : atWords(text, { ends: !isPrefix }),
    ),
    ...query.phrases.map((phrase) => atWords(phrase, { ends: true })),
  ]
  const needles = [...query.words.map(({ text }) => text), ...query.phrases]
  return (text) => {
    if (text === null) return false
    const folded = foldText(text)
    // The patterns are asked only where all of it occurs somewhere: that is what rules most texts out, and fast.
    return needles.every((needle) => folded.includes(needle)) && patterns.every((pattern) => pattern.test(folded))
  }
}

/** As RegExp.escape does, which browsers have had for too short a time. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function atWords(text: string, { ends }: { ends: boolean }): RegExp {
  const before = BEGINS_PLAIN.test(text) ? `(?<!${PLAIN})` : ''
  const after = ends && ENDS_PLAIN.test(text) ? `(?!${PLAIN})` : ''
  return new RegExp(before + escaped(text) + after, 'v')
}
