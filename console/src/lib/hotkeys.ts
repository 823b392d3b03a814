// Single-key shortcuts and two-key sequences ("g d"), which a person can switch off (WCAG 2.1.4). Keys typed into
// fields, with a modifier, or while a dialog is open are never ours.
import { useEffect, useSyncExternalStore } from 'react'
import { readPreference, writePreference } from './preference.ts'

export type Hotkeys = Readonly<Record<string, () => void>>
export type KeyMatcher = (key: string, atMs: number) => string | null

const sequenceMs = 1_200
const preferenceName = 'hotkeys'
const listeners = new Set<() => void>()

/** Follows typed keys and answers the shortcut they complete: 'n' or 'g d'. A pause longer than 1.2 s starts over. */
export function createKeyMatcher(names: readonly string[]): KeyMatcher {
  let first = ''
  let firstAtMs = 0
  return (key, atMs) => {
    const sequence = first !== '' && atMs - firstAtMs <= sequenceMs ? `${first} ${key}` : ''
    first = ''
    if (sequence !== '' && names.includes(sequence)) return sequence
    if (names.includes(key)) return key
    if (names.some((name) => name.startsWith(`${key} `))) {
      first = key
      firstAtMs = atMs
    }
    return null
  }
}

/**
 * The key by the name that shortcuts have: what it types or, where a layout types no Latin letters (Arabic, Greek,
 * Cyrillic), what stands at its place on the keyboard. Whatever a layout types in ASCII is taken at its word, and so is
 * every Latin letter: on a French keyboard the place of q is the letter a.
 */
export function shortcutKeyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  // Names of keys are in ASCII; one key may type two letters (lam and alef).
  if (!/^[^\p{ASCII}\p{Script=Latin}]+$/u.test(key)) return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return digit ?? key
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Enter and the space bar press the button or follow the link that has the focus. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Enter' && key !== ' ') return false
  return target instanceof Element && target.closest('a[href],button,summary,[role=button]') !== null
}

function isForPage(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (event.defaultPrevented || event.isComposing || hasModifier) return false
  if (isTyping(event.target) || isPressing(event)) return false
  return document.querySelector('[role=dialog],[role=alertdialog],[role=menu],dialog[open]') === null
}

function areOn(): boolean {
  return readPreference(preferenceName, (value) => typeof value === 'boolean', true)
}

/** Switches single-key shortcuts on or off, for this browser. */
export function switchHotkeys(on: boolean): void {
  writePreference(preferenceName, on)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useHotkeysOn(): boolean {
  return useSyncExternalStore(subscribe, areOn)
}

const bound: Hotkeys[] = []
const boundNames: string[] = []
/** One for all that is bound: a key that ends a sequence is not also a key of its own. */
const match = createKeyMatcher(boundNames)

function rename(): void {
  boundNames.splice(0, boundNames.length, ...bound.flatMap((hotkeys) => Object.keys(hotkeys)))
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isForPage(event)) return
  const name = match(shortcutKeyOf(event), event.timeStamp)
  if (name === null) return
  event.preventDefault()
  bound.find((hotkeys) => name in hotkeys)?.[name]?.()
}

function bind(hotkeys: Hotkeys): () => void {
  if (bound.length === 0) addEventListener('keydown', onKeyDown)
  bound.push(hotkeys)
  rename()
  return () => {
    bound.splice(bound.indexOf(hotkeys), 1)
    rename()
    if (bound.length === 0) removeEventListener('keydown', onKeyDown)
  }
}

/** Binds shortcuts while the component is mounted. Pass a stable object, or the bindings are renewed on each render. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const on = useHotkeysOn()
  useEffect(() => (on ? bind(hotkeys) : undefined), [hotkeys, on])
}
