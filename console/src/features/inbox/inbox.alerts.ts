// Sound and desktop notification for arrivals, each off until a person asks for it; the browser's permission is asked
// for by that click and at no other time. A notification says who wrote, never what: it shows on a locked screen. At
// any rate of messages there is at most one sound in two seconds and one notification at a time, from one tab of
// many.
import { useEffect, useSyncExternalStore } from 'react'
import { acting } from '../../lib/acting.ts'
import type { LiveMessage } from '../../lib/live-store.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { openNotification } from '../../lib/desktop-notification.ts'
import { shownLine } from '../../lib/shown-text.ts'
import { t } from './inbox.texts.ts'

export type AlertKind = 'sound' | 'desktop'
/** What the browser says about notifications of this site. */
export type DesktopPermission = 'granted' | 'denied' | 'default' | 'missing'

const soundEveryMs = 2_000
const listeners = new Set<() => void>()
let lastSoundAtMs = 0
let hiddenCount = 0
let audio: AudioContext | null = null
let isAnnouncer = false
/** Null where the browser is to be asked: it takes a millisecond, and the inbox is drawn many times a second. */
let known: DesktopPermission | null = null

export function desktopPermission(): DesktopPermission {
  known ??= 'Notification' in globalThis ? Notification.permission : 'missing'
  return known
}

function isOn(kind: AlertKind): boolean {
  const isWanted = readPreference(`inbox.${kind}`, (value) => typeof value === 'boolean', false)
  return isWanted && (kind === 'sound' || desktopPermission() === 'granted')
}

function tellListeners(): void {
  known = null
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const lookAgain = () => {
    known = null
    listener()
  }
  // Another tab has switched it, or the person has changed the browser's mind in its settings.
  addEventListener('storage', lookAgain)
  addEventListener('focus', lookAgain)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', lookAgain)
    removeEventListener('focus', lookAgain)
  }
}

export function useAlert(kind: AlertKind): boolean {
  return useSyncExternalStore(subscribe, () => isOn(kind))
}

export function useDesktopPermission(): DesktopPermission {
  return useSyncExternalStore(subscribe, desktopPermission)
}

/** Switches an alert, for this browser. What the browser answered is read from `useDesktopPermission`. */
export async function switchAlert(kind: AlertKind, on: boolean): Promise<void> {
  const isAllowed =
    !on ||
    kind === 'sound' ||
    (desktopPermission() !== 'missing' && (await Notification.requestPermission()) === 'granted')
  writePreference(`inbox.${kind}`, on && isAllowed)
  tellListeners()
  // The switch is the gesture that lets a page make sound, and the sound says what to expect.
  if (on && kind === 'sound') chime()
}

/** What came while nobody looked is counted from when somebody looked last. */
function useFreshCount(): void {
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') hiddenCount = 0
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}

/** Of all tabs that show the inbox one speaks; when it closes, another does. */
export function useAnnouncer(): void {
  useFreshCount()
  useEffect(() => {
    if (!('locks' in navigator)) {
      isAnnouncer = true
      return undefined
    }
    const leaving = new AbortController()
    const stay = () => {
      isAnnouncer = true
      return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    }
    const name = `inrange.alerts${acting?.user.id ?? ''}`
    navigator.locks.request(name, { signal: leaving.signal }, stay).catch(() => undefined)
    return () => {
      isAnnouncer = false
      leaving.abort()
    }
  }, [])
}

/** Two soft notes, 200 ms. */
function chime(): void {
  audio ??= new AudioContext()
  // After a reload a browser keeps a page silent until somebody has touched it.
  if (audio.state === 'suspended') void audio.resume()
  const startAt = audio.currentTime
  for (const [index, hertz] of [880, 1_320].entries()) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    const noteAt = startAt + index * 0.09
    note.frequency.value = hertz
    volume.gain.setValueAtTime(0.06, noteAt)
    volume.gain.exponentialRampToValueAtTime(0.0001, noteAt + 0.12)
    note.connect(volume).connect(audio.destination)
    note.start(noteAt)
    note.stop(noteAt + 0.12)
  }
}

/** Says that messages arrived, in the ways that are switched on. */
export function announce(messages: readonly LiveMessage[]): void {
  const [first] = messages
  if (first === undefined || !isAnnouncer) return
  const nowMs = Date.now()
  if (nowMs - lastSoundAtMs >= soundEveryMs && isOn('sound')) {
    lastSoundAtMs = nowMs
    chime()
  }
  if (document.visibilityState === 'visible' || !isOn('desktop')) return
  hiddenCount += messages.length
  const body = hiddenCount === 1 ? t('arrivedFrom', { sender: shownLine(first.from, 40) }) : ''
  // One tag: the next notification takes the place of this one.
  const note = openNotification(t('arrived', { count: hiddenCount }), { body, tag: 'inrange.inbox', silent: true })
  note?.addEventListener('click', () => {
    window.focus()
    note?.close()
  })
}
