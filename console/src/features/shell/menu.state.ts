// How a person left the side menu, remembered in this browser: collapsed or not, and which groups are open.
import { useSyncExternalStore } from 'react'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { groupsOpenAtFirst, type MenuGroupName } from './menu.entries.ts'

export type MenuState = { collapsed: boolean; open: readonly string[] }

const preferenceName = 'menu'
const listeners = new Set<() => void>()

function isMenuState(value: unknown): value is MenuState {
  if (typeof value !== 'object' || value === null || !('collapsed' in value) || !('open' in value)) return false
  return typeof value.collapsed === 'boolean' && Array.isArray(value.open)
}

let state: MenuState = readPreference<MenuState>(preferenceName, isMenuState, {
  collapsed: false,
  open: groupsOpenAtFirst,
})

function setState(next: MenuState): void {
  state = next
  writePreference(preferenceName, next)
  for (const listener of listeners) listener()
}

export function toggleCollapsed(): void {
  setState({ ...state, collapsed: !state.collapsed })
}

export function openGroup(group: MenuGroupName, isOpen: boolean): void {
  if (state.open.includes(group) === isOpen) return
  setState({ ...state, open: isOpen ? [...state.open, group] : state.open.filter((name) => name !== group) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useMenuState(): MenuState {
  return useSyncExternalStore(subscribe, () => state)
}
