// Keeps figures and names as they are written where a sentence runs from right to left. Isolating marks (UAX #9, FSI
// and PDI) are characters, so they work where no element can: in names for screen readers, titles and notices. Pure.

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** A value keeps the order of its own characters, and leaves that of the words around it. */
export function isolate(value: string): string {
  return `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`
}

/**
 * A sum, a number with its plus, a day or month as it is typed, a share, and two {names} that are one figure. After an
 * Arabic letter digits count as Arabic ones, which a sign, a hyphen or a percent sign does not belong to: it would
 * change sides (UAX #9, W2 to W7).
 */
const figures = /[-+]?\$\d+(?:[.,]\d+)*|\+\d+|\d{4}-\d\d(?:-\d\d)?|(?:\d+(?:[.,]\d+)*|\{\w+\})%|\{\w+\}\/\{\w+\}/g

/** The figures that a translated sentence has itself, beside what is filled in. */
export function isolateFigures(sentence: string): string {
  return sentence.replace(figures, isolate)
}
