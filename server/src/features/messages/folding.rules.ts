// Which letters beyond ASCII fold into which letters of ASCII: 'é' into 'e', '１' into '1', 'ﬁ' into 'fi'. Pure. SQL
// asks a text of other letters for them before it hands it over to be folded, which takes some ten times as long as
// asking. The rule behind it: the folding of a text that has no letter which folds into a letter of the needle, nor a
// mark that folding takes away, has the needle only where the text itself has it.
import { foldText } from '@inrange/contract/message-text'

/** 256 code points each; a test looks at all others. */
const PAGES = [
  0x00, 0x01, 0x02, 0x03, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x24, 0x2a, 0x2c, 0x30, 0x32, 0x33, 0xa7, 0xfb, 0xfc,
  0xfd, 0xfe, 0xff, 0x107, 0x1cc, 0x1d4, 0x1d5, 0x1d6, 0x1d7, 0x1f1, 0x1fb,
] as const
const PAGE_SIZE = 256
const FIRST_BEYOND_ASCII = 0x80
const ASCII = /\p{ASCII}/u

type Folding = { codePoint: number; folded: string }

let known: readonly Folding[] | undefined

/** What folds into anything of ASCII, or into nothing, in the order of code points; read once, in milliseconds. */
function foldings(): readonly Folding[] {
  known ??= PAGES.flatMap((page) =>
    Array.from({ length: PAGE_SIZE }, (_, index) => page * PAGE_SIZE + index)
      .filter((codePoint) => codePoint >= FIRST_BEYOND_ASCII)
      .map((codePoint) => ({ codePoint, folded: foldText(String.fromCodePoint(codePoint)) }))
      .filter(({ folded }) => folded === '' || ASCII.test(folded)),
  )
  return known
}

/**
 * A class for a regular expression of PostgreSQL: one of these is in every text that has a needle when it is folded,
 * and has not when only its capitals of ASCII are made small.
 * @param needles folded, of ASCII alone
 */
export function classOfFoldings(needles: readonly string[]): string {
  const letters = new Set(needles.join(''))
  const ranges: [number, number][] = []
  for (const { codePoint, folded } of foldings()) {
    if (folded !== '' && !Array.from(folded).some((letter) => letters.has(letter))) continue
    const last = ranges.at(-1)
    if (last?.[1] === codePoint - 1) last[1] = codePoint
    else ranges.push([codePoint, codePoint])
  }
  return `[${ranges.map(([from, to]) => `${escape(from)}-${escape(to)}`).join('')}]`
}

function escape(codePoint: number): string {
  return String.raw`\U${codePoint.toString(16).padStart(8, '0')}`
}
