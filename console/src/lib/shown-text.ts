// What may be drawn of a text that a stranger wrote. Guarantees that it reads in the order in which it was written,
// that what has no picture of its own gets one, and that no text makes a page slow. The text itself is never changed:
// copies, searches and the received octets have it whole. Pure.

/**
 * Overrides, embeddings and isolates can make a text read as something it is not. The plain marks of direction stay:
 * languages that are written from right to left need them.
 */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g
/** Zero-width spaces and joiners outside of emoji, soft hyphens, tags: they hide in a word. */
const unseen = /[\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu
// oxlint-disable-next-line no-control-regex -- these are what it is about
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Takes out what reorders or hides; control characters become their pictures, such as ␛. */
export function shownText(text: string): string {
  return text
    .replace(reordering, '')
    .replace(unseen, '')
    .replace(/\r\n?/g, '\n')
    .replace(controls, (sign) => (sign === '\u007f' ? '␡' : String.fromCharCode(0x2400 + sign.charCodeAt(0))))
}

/** The same on one line, for a sender or a row; at most `lettersMax` letters, cut between letters. */
export function shownLine(text: string, lettersMax = 240): string {
  // Cut before anything is replaced: a row of ten thousand letters costs as much as one of a hundred.
  const part = text.length > lettersMax * 4 ? text.slice(0, lettersMax * 4) : text
  const line = shownText(part).replace(/\s+/g, ' ').trim()
  const letters = line.length > lettersMax ? Array.from(line) : []
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax).join('')}…` : line
}

/** How many characters of a text are left out when it is shown; a reader is told. */
export function hiddenCount(text: string): number {
  return (text.match(reordering)?.length ?? 0) + (text.match(unseen)?.length ?? 0)
}

/** The beginning of a text that is too long to be drawn at once, cut at a letter; null when it is short enough. */
export function beginningOf(text: string, { lettersMax = 1_200, linesMax = 24 } = {}): string | null {
  const lines = text.split('\n', linesMax + 1)
  const short = lines.length > linesMax ? lines.slice(0, linesMax).join('\n') : text
  if (short.length <= lettersMax) return short.length < text.length ? short : null
  // Half of a pair of surrogates is no letter.
  const end = /[\ud800-\udbff]/.test(short[lettersMax - 1] ?? '') ? lettersMax - 1 : lettersMax
  return short.slice(0, end)
}
