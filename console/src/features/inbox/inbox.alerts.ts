// Sound and desktop notification for arrivals, each off until a person asks for it. A notification says who wrote,
// never what: it shows on a locked screen. At any rate of messages there is at most one sound in two seconds and one
// notification at a time.
import { useSyncExternalStore } from 'react'
import type { LiveMessage } from '../../lib/live-store.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { t } from './inbox.texts.ts'

export type AlertKind = 'sound' | 'desktop'

const soundEveryMs = 2_000
const listeners = new Set<() => void>()
let lastSoundAtMs = 0
let hiddenCount = 0
let audio: AudioContext | null = null

function isOn(kind: AlertKind): boolean {
  return readPreference(`inbox.${kind}`, (value) => typeof value === 'boolean', false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useAlert(kind: AlertKind): boolean {
  return useSyncExternalStore(subscribe, () => isOn(kind))
}

/** Switches an alert. False when the browser does not let this page notify. */
export async function switchAlert(kind: AlertKind, on: boolean): Promise<boolean> {
  if (on && kind === 'desktop') {
    if (!('Notification' in globalThis)) return false
    if ((await Notification.requestPermission()) !== 'granted') return false
  }
  writePreference(`inbox.${kind}`, on)
  for (const listener of listeners) listener()
  // The switch is the gesture that lets a page make sound, and the sound says what to expect.
  if (on && kind === 'sound') chime()
  return true
}

/** Two soft notes, 200 ms. */
function chime(): void {
  audio ??= new AudioContext()
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
  if (first === undefined) return
  const nowMs = Date.now()
  if (nowMs - lastSoundAtMs >= soundEveryMs && isOn('sound')) {
    lastSoundAtMs = nowMs
    chime()
  }
  if (document.visibilityState === 'visible') hiddenCount = 0
  else if (isOn('desktop') && 'Notification' in globalThis && Notification.permission === 'granted') {
    hiddenCount += messages.length
    const body = hiddenCount === 1 ? t('arrivedFrom', { sender: first.from }) : ''
    // One tag: the next notification takes the place of this one.
    const note = new Notification(t('arrived', { count: hiddenCount }), { body, tag: 'inrange.inbox', silent: true })
    note.addEventListener('click', () => {
      window.focus()
      note.close()
    })
  }
}
