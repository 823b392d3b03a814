// Which rows of a page are chosen: by a click, by a stretch with Shift, or by x at the row that has the focus. What
// leaves the page is chosen no longer.
import { useCallback, useMemo, useState } from 'react'

export type Selection = {
  ids: readonly string[]
  count: number
  isWhole: boolean
  has: (id: string) => boolean
  /** With `isStretch`, everything between the row that was chosen last and this one. */
  toggle: (id: string, isStretch: boolean) => void
  toggleAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** The chosen after a step: one row, or the stretch up to it, which becomes what that row becomes. Pure. */
export function chosenAfter(
  chosen: ReadonlySet<string>,
  rows: readonly string[],
  step: { id: string; last: string | null; isStretch: boolean },
): ReadonlySet<string> {
  const { id, last, isStretch } = step
  const from = last === null ? -1 : rows.indexOf(last)
  const to = rows.indexOf(id)
  const stretch = isStretch && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  const next = new Set(chosen)
  const isOn = !chosen.has(id)
  for (const one of stretch) {
    if (isOn) next.add(one)
    else next.delete(one)
  }
  return next
}

/** `rows` are the ids of the page, from top to bottom. */
export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState(none)
  const [last, setLast] = useState<string | null>(null)
  const ids = useMemo(() => rows.filter((id) => chosen.has(id)), [rows, chosen])
  const clear = useCallback(() => setChosen(none), [])
  return {
    ids,
    count: ids.length,
    isWhole: ids.length > 0 && ids.length === rows.length,
    has: (id) => chosen.has(id),
    toggle: (id, isStretch) => {
      setChosen(chosenAfter(new Set(ids), rows, { id, last, isStretch }))
      setLast(id)
    },
    toggleAll: () => setChosen(ids.length === rows.length ? none : new Set(rows)),
    clear,
  }
}
