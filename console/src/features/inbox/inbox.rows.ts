// What the list shows, newest first, from a snapshot of the store: messages as they are, or one row for each number
// with its messages below it when it is expanded. Pure.
import type { LiveMessage, LiveSnapshot } from '../../lib/live-store.ts'

export type ListRow =
  | { kind: 'message'; message: LiveMessage; isNested: boolean }
  | { kind: 'number'; number: string; newest: LiveMessage; count: number; unread: number; isExpanded: boolean }

/** `isTree` when rows can be expanded. */
export type ListRows = { isTree: boolean; length: number; at: (index: number) => ListRow | null }

/** One row for each message. Nothing is copied: twenty thousand rows cost as much as twenty. */
export function rowsOf({ rows, length }: LiveSnapshot): ListRows {
  return {
    isTree: false,
    length,
    at: (index) => {
      const message = rows[length - 1 - index]
      return message === undefined ? null : { kind: 'message', message, isNested: false }
    },
  }
}

/** One row for each number, the one with the newest message first. */
export function rowsByNumber({ rows, length }: LiveSnapshot, expanded: ReadonlySet<string>): ListRows {
  const groups = new Map<string, LiveMessage[]>()
  for (let index = length - 1; index >= 0; index--) {
    const message = rows[index]
    if (message === undefined) continue
    const group = groups.get(message.to)
    if (group === undefined) groups.set(message.to, [message])
    else group.push(message)
  }
  const flat: ListRow[] = []
  for (const [number, messages] of groups) {
    const [newest] = messages
    if (newest === undefined) continue
    const unread = messages.reduce((count, message) => count + (message.isRead ? 0 : 1), 0)
    const isExpanded = expanded.has(number)
    flat.push({ kind: 'number', number, newest, count: messages.length, unread, isExpanded })
    if (isExpanded) for (const message of messages) flat.push({ kind: 'message', message, isNested: true })
  }
  return { isTree: true, length: flat.length, at: (index) => flat[index] ?? null }
}

/** Where a message stands in the list; -1 when it is not shown. Looks only as far as a person scrolls. */
export function indexOfMessage(rows: ListRows, id: string): number {
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index)
    if (row?.kind === 'message' && row.message.id === id) return index
  }
  return -1
}
