// What the list shows, from a snapshot of the store: messages as they are, newest first or the unread before all
// others, or one row for each number with its messages below it when it is expanded. Pure.
import type { LiveMessage, LiveSnapshot } from '../../lib/live-store.ts'

export type ListRow =
  | { kind: 'message'; message: LiveMessage; isNested: boolean }
  | { kind: 'number'; number: string; newest: LiveMessage; count: number; unread: number; isExpanded: boolean }
  /** Says what follows, where the unread come first. */
  | { kind: 'section'; name: 'unread' | 'rest' }

/** `isTree` when rows can be expanded. */
export type ListRows = { isTree: boolean; length: number; at: (index: number) => ListRow | null }

/** What makes a message one of the first. */
export type UnreadFirst = {
  /** Still where they were, though they have been read since. */
  readHere: ReadonlySet<string>
  /** Unread messages below it are not all known, and stay among the rest. */
  unreadFloor: number
  /** The rest is known down to here. */
  restFloor: number
}

/** One row for each message. Nothing is copied: a hundred thousand rows cost as much as twenty. */
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

/** Both parts newest first. */
function partition({ rows, length }: LiveSnapshot, { readHere, unreadFloor, restFloor }: UnreadFirst) {
  const unread: LiveMessage[] = []
  const rest: LiveMessage[] = []
  for (let index = length - 1; index >= 0; index--) {
    const message = rows[index]
    if (message === undefined) continue
    const position = Number(message.position)
    if (position >= unreadFloor && (!message.isRead || readHere.has(message.id))) unread.push(message)
    else if (position >= restFloor) rest.push(message)
  }
  return { unread, rest }
}

/** The unread under a heading of their own, then the rest. */
export function rowsUnreadFirst(snapshot: LiveSnapshot, how: UnreadFirst): ListRows {
  const { unread, rest } = partition(snapshot, how)
  const sections: { name: 'unread' | 'rest'; messages: LiveMessage[] }[] = [
    { name: 'unread', messages: unread },
    { name: 'rest', messages: rest },
  ]
  const shown = sections.filter(({ messages }) => messages.length > 0)
  const length = shown.reduce((sum, { messages }) => sum + messages.length + 1, 0)
  return {
    isTree: false,
    length,
    at: (index) => {
      let left = index
      for (const { name, messages } of shown) {
        if (left === 0) return { kind: 'section', name }
        const message = messages[left - 1]
        if (message !== undefined && left > 0) return { kind: 'message', message, isNested: false }
        left -= messages.length + 1
      }
      return null
    },
  }
}

type Group = { number: string; messages: LiveMessage[]; unread: number }

/** One row for each number, the one with the newest message first, or those with unread messages before all others. */
export function rowsByNumber(
  { rows, length }: LiveSnapshot,
  expanded: ReadonlySet<string>,
  readHere?: ReadonlySet<string>,
): ListRows {
  const groups = new Map<string, Group>()
  for (let index = length - 1; index >= 0; index--) {
    const message = rows[index]
    if (message === undefined) continue
    const isNew = !message.isRead
    const group = groups.get(message.to)
    if (group === undefined) {
      groups.set(message.to, { number: message.to, messages: [message], unread: isNew ? 1 : 0 })
    } else {
      group.messages.push(message)
      if (isNew) group.unread += 1
    }
  }
  const flat: ListRow[] = []
  for (const { number, messages, unread } of inOrder([...groups.values()], readHere)) {
    const [newest] = messages
    if (newest === undefined) continue
    const isExpanded = expanded.has(number)
    flat.push({ kind: 'number', number, newest, count: messages.length, unread, isExpanded })
    if (isExpanded) for (const message of messages) flat.push({ kind: 'message', message, isNested: true })
  }
  return { isTree: true, length: flat.length, at: (index) => flat[index] ?? null }
}

function inOrder(groups: Group[], readHere: ReadonlySet<string> | undefined): Group[] {
  if (readHere === undefined) return groups
  const isFirst = ({ unread, messages }: Group) => unread > 0 || messages.some(({ id }) => readHere.has(id))
  return [...groups.filter(isFirst), ...groups.filter((group) => !isFirst(group))]
}

/** Where a message stands in the list; -1 when it is not shown. */
export function indexOfMessage(rows: ListRows, id: string): number {
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index)
    if (row?.kind === 'message' && row.message.id === id) return index
  }
  return -1
}

/** The next row of a step that a person can be at; where they are when there is none. */
export function stepFrom(rows: ListRows, at: number | null, step: 1 | -1): number | null {
  let next = at === null ? 0 : at + step
  while (rows.at(next)?.kind === 'section') next += at === null ? 1 : step
  return next < 0 || next >= rows.length ? at : next
}
