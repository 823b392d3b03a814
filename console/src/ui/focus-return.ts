// Where the focus goes when a dialog closes. A dialog that is opened by the address has no trigger of its own to
// return to.
// return to.
import { useState } from 'react'

/** A dialog that loads late appears after the menu item that asked for it is gone; this still knows the item. */
let lastFocused: HTMLElement | null = null
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) lastFocused = target
  })
}

/**
 * Whoever had the focus when this component first rendered; for a menu that has closed since, the button that
 * opened it.
 */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement === document.body ? lastFocused : document.activeElement
  if (!(focused instanceof HTMLElement)) return null
  const menu = focused.closest('[role=menu]')
  const triggerId = menu?.getAttribute('aria-labelledby')
  return triggerId ? document.getElementById(triggerId) : focused
}

const dialogSelector = '[role=dialog],[role=alertdialog]'
/** Who opened a dialog that has closed, for the dialog that one of its own buttons opened. */
const openerOf = new WeakMap<Element, HTMLElement>()

/** The opener, or who opened the dialog that it went away with; null when they are gone too. */
function presentOpener(opener: HTMLElement | null): HTMLElement | null {
  if (opener === null || opener.isConnected) return opener
  const dialog = opener.closest(dialogSelector)
  return presentOpener((dialog && openerOf.get(dialog)) ?? null)
}

/** The handler for a dialog's onCloseAutoFocus: back to the opener, or to the page when the opener is gone. */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(findOpener)
  return (event) => {
    event.preventDefault()
    if (event.target instanceof Element && opener !== null) openerOf.set(event.target, opener)
    const present = presentOpener(opener)
    if (present === null) focusPage()
    else present.focus({ preventScroll: true })
  }
}

/** Moves the focus to the page itself, so that a screen reader starts where a new section starts. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
