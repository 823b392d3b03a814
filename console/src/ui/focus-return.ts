// Where the focus goes when a dialog closes. A dialog that is opened by the address has no trigger of its own to return to.
import { useState } from 'react'

/**
 * Whoever had the focus when this component first rendered; for a menu that has closed since, the button that
 * opened it.
 */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const menu = active.closest('[role=menu]')
  const triggerId = menu?.getAttribute('aria-labelledby')
  return triggerId ? document.getElementById(triggerId) : active
}

/** The handler for a dialog's onCloseAutoFocus: back to the opener, or to the page when the opener is gone. */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(findOpener)
  return (event) => {
    event.preventDefault()
    if (opener?.isConnected === true) opener.focus({ preventScroll: true })
    else focusPage()
  }
}

/** Moves the focus to the page itself, so that a screen reader starts where a new section starts. */
export function focusPage(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
