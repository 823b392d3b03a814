// The text of a message with its one-time code marked. The text is an attacker's: it is never linked, its direction
// is its own, and characters that reorder or hide what is shown are taken out of the display (the original stays in
// the trace).
import { useMemo } from 'react'
import { shownText } from '../lib/shown-text.ts'
import { findCode } from '../lib/one-time-code.ts'

/** A name or a line of a stranger's, fit to be shown. */
export function withoutReordering(text: string): string {
  return shownText(text)
}

/**
 * What is cut to one line is cut at the end of its own direction, whatever that of the page is: a cut at the other end
 * would take the beginning away. It stands where the page's lines begin.
 */
export const strangersLine = 'block truncate text-left [[dir=rtl]_&]:text-right'

/**
 * `text` may be any length; what draws many of them cuts it first (`shownLine`).
 * @param isLine cut to one line
 */
export function CodeText({ text, isLine = false }: { text: string; isLine?: boolean }) {
  const [before, code, after] = useMemo(() => {
    const shown = withoutReordering(text)
    const found = findCode(shown)
    return found === null
      ? [shown, '', '']
      : [shown.slice(0, found.start), shown.slice(found.start, found.end), shown.slice(found.end)]
  }, [text])
  return (
    <span dir="auto" className={isLine ? strangersLine : undefined}>
      {before}
      {code !== '' && (
        <mark
          dir="ltr"
          className="rounded-[5px] bg-accent-soft px-1 py-px font-mono text-[0.95em] font-medium text-accent-ink"
        >
          {code}
        </mark>
      )}
      {after}
    </span>
  )
}
