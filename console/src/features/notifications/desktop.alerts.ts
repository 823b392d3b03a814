// The browser's own notification while the console is in the background, off until a person asks for it; the browser's
// permission is asked for by that click and at no other time. It says of what kind the news is, never what: it shows on
// a locked screen. One tag, so that many tabs and many news make one.
import { useSyncExternalStore } from 'react'
import type { Role } from '@inrange/contract/roles'
import { openNotification } from '../../lib/desktop-notification.ts'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { hrefOf, destinationOf, type Notification as News } from './notification.sentence.ts'
import { t } from './notifications.texts.ts'

export type DesktopState = 'on' | 'off' | 'denied' | 'missing'

const name = 'notifications.desktop'
const listeners = new Set<() => void>()

function desktopState(): DesktopState {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  const isWanted = readPreference(name, (value) => typeof value === 'boolean', false)
  return isWanted && Notification.permission === 'granted' ? 'on' : 'off'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has switched it, or the person has changed the browser's mind in its settings.
  addEventListener('storage', listener)
  addEventListener('focus', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
    removeEventListener('focus', listener)
  }
}

export function useDesktopAlerts(): DesktopState {
  return useSyncExternalStore(subscribe, desktopState)
}

export async function switchDesktopAlerts(isOn: boolean): Promise<void> {
  const isAllowed = isOn && (await Notification.requestPermission()) === 'granted'
  writePreference(name, isAllowed)
  for (const listener of listeners) listener()
}

/** Says that something happened, where that is switched on and nobody looks. */
export function alertDesktop(items: readonly News[], role: Role, onOpen: (href: string) => void): void {
  const [first] = items
  if (first === undefined || document.visibilityState === 'visible' || desktopState() !== 'on') return
  const note = openNotification(t('notifications'), {
    body: t(first.kind),
    tag: 'inrange.notifications',
    silent: true,
  })
  note?.addEventListener('click', () => {
    window.focus()
    note?.close()
    onOpen(items.length === 1 ? hrefOf(destinationOf(first, role)) : '/notifications')
  })
}
