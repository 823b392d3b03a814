// The way back through keyset pages. The server only knows what comes next, so the pages that were walked are
// remembered here; after a pasted address, which knows no way, back means the first page.
import { useState } from 'react'

/** The first page; it has no cursor. */
const first = ''

/** The cursor of the page before `current`: undefined for the first page, null when `current` is the first page. */
export function cursorBefore(trail: readonly string[], current: string | undefined): string | undefined | null {
  if (current === undefined) return null
  const before = trail[trail.indexOf(current) - 1]
  return before === undefined || before === first ? undefined : before
}

/** The trail after a step from `current` to `next`; whatever was walked beyond `current` is forgotten. */
export function trailAfter(trail: readonly string[], current: string | undefined, next: string): string[] {
  const at = trail.indexOf(current ?? first)
  return [...(at === -1 ? [first, current ?? first] : trail.slice(0, at + 1)), next]
}

/** The two steps from the page on screen; each undefined where there is nowhere to go. */
export function useCursorTrail(
  current: string | undefined,
  next: string | null | undefined,
  go: (cursor: string | undefined) => void,
): { back: (() => void) | undefined; onward: (() => void) | undefined } {
  const [trail, setTrail] = useState<readonly string[]>([first])
  const before = cursorBefore(trail, current)
  return {
    back: before === null ? undefined : () => go(before),
    onward:
      next === null || next === undefined
        ? undefined
        : () => {
            setTrail(trailAfter(trail, current, next))
            go(next)
          },
  }
}
