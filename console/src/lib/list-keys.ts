// Walking a short list by keyboard: j and k move the focus between its items, c copies what the focused item offers.
// The focus itself is the cursor, so Enter opens and a screen reader follows. Virtual lists bring their own.
import { useEffect, useRef } from 'react'
import { useHotkeys } from './hotkeys.ts'

/** The element of an item that takes the focus: <button data-list-item>. */
const itemSelector = '[data-list-item]'
/** Around an item and its copy button (`data-list-copy`). */
const rowSelector = '[data-list-row]'

function walk(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(`main ${itemSelector}`)]
  const row = document.activeElement?.closest(rowSelector)
  const at = items.findIndex((item) => item === document.activeElement || row?.contains(item) === true)
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : Math.max(0, Math.min(items.length - 1, at + step))
  items[next]?.focus()
  items[next]?.closest(rowSelector)?.scrollIntoView({ block: 'nearest' })
}

function copy(): void {
  document.activeElement?.closest(rowSelector)?.querySelector<HTMLElement>('[data-list-copy] button')?.click()
}

export function useListKeys(): void {
  useHotkeys(listKeys)
}

const listKeys = { j: () => walk(1), k: () => walk(-1), c: copy }

/**
 * Back in a list whose items open in its place, the focus is at the item that was open.
 *
 * @param openId stands in the address of the item; undefined while the list is shown
 */
export function useReturnToItem(openId: string | undefined): void {
  const former = useRef(openId)
  useEffect(() => {
    const left = former.current
    former.current = openId
    if (openId !== undefined || left === undefined) return
    const items = document.querySelectorAll<HTMLAnchorElement>(`main a${itemSelector}`)
    ;[...items].find(({ href }) => href.includes(left))?.focus()
  }, [openId])
}
