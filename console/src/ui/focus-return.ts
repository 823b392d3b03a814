// Where the focus goes when a dialog closes, or when what had it goes away. A dialog that is opened by the address has
// no trigger of its own to return to.
import { useEffect, useState } from 'react'

const patienceMs = 50

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

/** To where the filters of the page begin, for whoever takes them all out: their button goes with them. */
export function focusSearchField(): boolean {
  const field = document.querySelector<HTMLElement>('main :is(input[type=search], [role=search] input)')
  field?.focus()
  return field !== null
}

/** What an element stands in that can have the focus itself, the nearest first: a pane, a dialog, the page. */
function homesOf(element: HTMLElement): HTMLElement[] {
  const home = element.parentElement?.closest<HTMLElement>('[tabindex]') ?? null
  return home === null ? [] : [home, ...homesOf(home)]
}

/** Never the page behind a dialog, which keeps the focus in. */
function focusNearest(homes: readonly HTMLElement[]): void {
  const dialog = [...document.querySelectorAll<HTMLElement>(dialogSelector)].at(-1)
  const place = homes.find(({ isConnected }) => isConnected) ?? dialog
  if (place === undefined) focusPage()
  else place.focus({ preventScroll: true })
}

function isGone(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled')
}

/**
 * Gives the focus to what is around it when what had it goes away: a button that is done with, a row that opens in
 * place of its list. Otherwise whoever has no pointer starts over from the top, without being told.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let held: HTMLElement | null = null
    let homes: readonly HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    // Not at once: whoever takes the element away may know a better place, and a disabled one lets go only when drawn.
    const look = () => {
      timer = undefined
      if (held === null || !isGone(held)) return
      const { activeElement } = document
      if (activeElement === document.body || activeElement === held) focusNearest(homes)
      held = null
    }
    const observer = new MutationObserver(() => {
      if (timer === undefined && held !== null && isGone(held)) timer = setTimeout(look, patienceMs)
    })
    const hold = (target: EventTarget | null) => {
      held = target instanceof HTMLElement && target !== document.body ? target : null
      homes = held === null ? [] : homesOf(held)
    }
    const onFocusIn = ({ target }: FocusEvent) => hold(target)
    // A click beside everything lets the focus go on purpose.
    const onPointerDown = () => (held = null)
    // A field that took the focus as it came is there already.
    hold(document.activeElement)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('pointerdown', onPointerDown, { capture: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('pointerdown', onPointerDown, { capture: true })
    }
  }, [])
}
