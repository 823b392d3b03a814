import { expect, test } from 'vitest'
import type { LiveMessage } from '../../lib/live-store.ts'
import { indexOfMessage, rowsByNumber, rowsOf, rowsUnreadFirst, stepFrom, type ListRows } from './inbox.rows.ts'

function message(position: number, to: string, isRead = false): LiveMessage {
  return {
    id: `msg_${position}`,
    from: 'Bank',
    to,
    content: `Code ${position}`,
    masked: false,
    contentDropped: false,
    time: '2026-11-20T12:00:00.000Z',
    isRead,
    range: { id: 'rng_1', name: 'UK Mobile 01' },
    segments: 1,
    earned: '0.004000',
    flags: [],
    position: String(position),
  }
}
const rows = [message(1, '+441'), message(2, '+442', true), message(3, '+441'), message(4, '+443')]
const snapshot = { rows, length: 3, waiting: 0 }
function namesOf(list: ListRows): string[] {
  return Array.from({ length: list.length }, (_, index) => {
    const row = list.at(index)
    if (row?.kind === 'section') return row.name
    return row?.kind === 'number' ? row.number : (row?.message.id ?? '?')
  })
}

test('rows are newest first and end at the length of the snapshot, whatever the array has grown to', () => {
  expect(namesOf(rowsOf(snapshot))).toEqual(['msg_3', 'msg_2', 'msg_1'])
  expect(rowsOf(snapshot).at(3)).toBe(null)
})

test('numbers are ordered by their newest message and count what is unread', () => {
  const list = rowsByNumber(snapshot, new Set())
  expect(namesOf(list)).toEqual(['+441', '+442'])
  expect(list.at(0)).toMatchObject({ count: 2, unread: 2, newest: { id: 'msg_3' }, isExpanded: false })
  expect(list.at(1)).toMatchObject({ count: 1, unread: 0 })
})

test('an expanded number shows its messages below it, newest first', () => {
  expect(namesOf(rowsByNumber(snapshot, new Set(['+441'])))).toEqual(['+441', 'msg_3', 'msg_1', '+442'])
})

test('a message is found where it stands, or not at all', () => {
  expect(indexOfMessage(rowsOf(snapshot), 'msg_1')).toBe(2)
  expect(indexOfMessage(rowsOf(snapshot), 'msg_4')).toBe(-1)
})

const everything = { readHere: new Set<string>(), unreadFloor: -Infinity, restFloor: -Infinity }

test('the unread stand before the rest, each newest first, under a heading of their own', () => {
  expect(namesOf(rowsUnreadFirst(snapshot, everything))).toEqual(['unread', 'msg_3', 'msg_1', 'rest', 'msg_2'])
  expect(rowsUnreadFirst(snapshot, everything).at(5)).toBe(null)
})

test('what was read here stays where it was; what was not looked through to the end has its natural place', () => {
  const kept = rowsUnreadFirst(snapshot, { ...everything, readHere: new Set(['msg_2']) })
  expect(namesOf(kept)).toEqual(['unread', 'msg_3', 'msg_2', 'msg_1'])
  expect(namesOf(rowsUnreadFirst(snapshot, { ...everything, unreadFloor: 2 }))).toEqual([
    'unread',
    'msg_3',
    'rest',
    'msg_2',
    'msg_1',
  ])
})

test('nothing of the rest shows before it has been read', () => {
  expect(namesOf(rowsUnreadFirst(snapshot, { ...everything, restFloor: Infinity }))).toEqual([
    'unread',
    'msg_3',
    'msg_1',
  ])
})

test('numbers with unread messages stand first when asked for', () => {
  const mixed = { rows: [message(1, '+441'), message(2, '+442', true)], length: 2, waiting: 0 }
  expect(namesOf(rowsByNumber(mixed, new Set()))).toEqual(['+442', '+441'])
  expect(namesOf(rowsByNumber(mixed, new Set(), new Set()))).toEqual(['+441', '+442'])
})

test('a step passes over headings and stops at both ends', () => {
  const list = rowsUnreadFirst(snapshot, everything)
  expect([stepFrom(list, null, 1), stepFrom(list, 2, 1), stepFrom(list, 4, 1)]).toEqual([1, 4, 4])
  expect([stepFrom(list, 4, -1), stepFrom(list, 1, -1), stepFrom(rowsOf(snapshot), null, -1)]).toEqual([2, 1, 0])
})
