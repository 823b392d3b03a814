// The live inbox by keyboard: j and k walk, Enter opens, c copies the code, u marks unread, p pauses, Escape goes
// back one step. Walking with a message open opens the next one.
import { useCallback, useMemo, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import type { LiveMessage, LiveStore } from '../../lib/live-store.ts'
import { findCode } from '../../lib/one-time-code.ts'
import { indexOfMessage, stepFrom, type ListRows } from './inbox.rows.ts'

type KeysInput = {
  store: LiveStore
  rows: ListRows
  /** The open message, also when the list does not show it. */
  openMessage: LiveMessage | null
  openId: string | undefined
  open: (message: LiveMessage, replace: boolean) => void
  close: () => void
  toggleNumber: (number: string) => void
  togglePause: () => void
  toggleRead: (message: LiveMessage) => void
  copy: (message: LiveMessage) => void
}

/** As far as a glance reaches. */
const glanceRows = 50

/** Whoever has chosen nothing means the code that came last. */
function newestWithCode(rows: ListRows): LiveMessage | null {
  for (let index = 0; index < Math.min(rows.length, glanceRows); index++) {
    const row = rows.at(index)
    const message = row?.kind === 'message' ? row.message : row?.kind === 'number' ? row.newest : null
    if (message?.content != null && findCode(message.content) !== null) return message
  }
  return null
}

/** `atIndex` is the row that the keyboard is at, null before it has chosen one or after `forget`. */
export function useInboxKeys(input: KeysInput): { atIndex: number | null; forget: () => void } {
  const { store, rows, openMessage, openId, open, close, toggleNumber, togglePause, toggleRead, copy } = input
  const [chosen, setChosen] = useState<number | null>(null)
  const openIndex = useMemo(() => (openId === undefined ? -1 : indexOfMessage(rows, openId)), [rows, openId])
  const at = openIndex >= 0 ? openIndex : chosen
  const forget = useCallback(() => {
    store.release('chosen')
    setChosen(null)
  }, [store])
  useHotkeys(
    useMemo(() => {
      const row = at === null ? null : rows.at(at)
      const chosenMessage = openMessage ?? (row?.kind === 'message' ? row.message : null)
      const walk = (step: 1 | -1) => {
        const next = stepFrom(rows, at, step)
        if (next === null) return
        const target = rows.at(next)
        store.hold('chosen')
        setChosen(next)
        if (openId !== undefined && target?.kind === 'message') open(target.message, true)
      }
      const copyCode = () => {
        const message = chosenMessage ?? newestWithCode(rows)
        if (message !== null) copy(message)
      }
      return {
        j: () => walk(1),
        k: () => walk(-1),
        ArrowDown: () => walk(1),
        ArrowUp: () => walk(-1),
        c: copyCode,
        p: togglePause,
        u: () => chosenMessage !== null && toggleRead(chosenMessage),
        Enter: () => {
          if (row?.kind === 'message') open(row.message, false)
          else if (row?.kind === 'number') toggleNumber(row.number)
        },
        Escape: () => (openId === undefined ? forget() : close()),
      }
    }, [store, rows, at, openId, openMessage, open, close, forget, toggleNumber, togglePause, toggleRead, copy]),
  )
  return { atIndex: chosen === null ? null : at, forget }
}
