import { describe, expect, test } from 'vitest'
import {
  filterOf,
  filtersOf,
  fromLocalField,
  isFiltered,
  knownZone,
  toLocalField,
  without,
  withoutAll,
} from './messages.rules.ts'
import { parseMessagesSearch, withoutUndefined } from './messages.search.ts'

describe('an address', () => {
  test('says only what is usable', () => {
    const raw = { text: ' code ', read: 'maybe', senderMatch: 'is', during: 'today', flag: 'nice', extra: 1 }
    expect(parseMessagesSearch(raw)).toEqual({ text: 'code', senderMatch: 'is', during: 'today' })
  })
  test('becomes the filter of a read', () => {
    const search = { sender: 'Bank', senderMatch: 'starts', range: 'rng_1', read: 'unread', cursor: 'x' } as const
    expect(filterOf(search, 'UTC')).toEqual({ sender: 'Bank', senderMatch: 'starts', rangeId: 'rng_1', read: 'unread' })
  })
  test('that says how a sender lies but names none asks for nothing', () => {
    expect(filterOf({ senderMatch: 'is' }, 'UTC')).toEqual({})
    expect(isFiltered({ senderMatch: 'is' })).toBe(false)
  })
  test('of somebody else’s messages does not search their text', () => {
    expect(filterOf({ text: 'code', owner: 'usr_1' }, 'UTC')).toEqual({ ownerId: 'usr_1' })
  })
  test('means its days in its own zone, or in the reader’s', () => {
    expect(filterOf({ during: 'today' }, 'Europe/Madrid')).toEqual({ during: 'today', timeZone: 'Europe/Madrid' })
    expect(filterOf({ during: 'today', zone: 'UTC', from: '2026-11-20T00:00Z' }, 'Europe/Madrid')).toEqual({
      during: 'today',
      timeZone: 'UTC',
    })
  })
  test('with a broken time is read without it', () => {
    expect(filterOf({ from: 'yesterday', until: '2026-11-20T00:00Z' }, 'UTC')).toEqual({
      until: '2026-11-20T00:00:00.000Z',
    })
    expect(filtersOf({ from: 'yesterday' })).toEqual([])
  })
})

test('filters are told apart and taken out whole', () => {
  const search = { text: 'a', sender: 'b', senderMatch: 'is', during: 'today', zone: 'UTC', owner: 'usr_1' } as const
  expect(filtersOf(search)).toEqual(['text', 'period', 'sender'])
  expect(withoutUndefined({ ...search, ...without('sender', 'period') })).toEqual({ text: 'a', owner: 'usr_1' })
  expect(withoutUndefined({ ...search, ...withoutAll })).toEqual({ owner: 'usr_1' })
})

describe('the clocks of a zone', () => {
  const rows = [
    ['UTC', '2026-11-20T14:00', '2026-11-20T14:00:00.000Z'],
    ['Europe/Madrid', '2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20T05:30', '2026-11-20T00:00:00.000Z'],
    // The first hour after clocks go forward, and the last before.
    ['Europe/Madrid', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Madrid', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ] as const
  for (const [zone, field, iso] of rows) {
    test(`${field} in ${zone} is ${iso}`, () => {
      expect(fromLocalField(field, zone)).toBe(iso)
      expect(toLocalField(iso, zone)).toBe(field)
    })
  }
  test('an empty field is no time, an unknown zone the reader’s', () => {
    expect([fromLocalField('', 'UTC'), toLocalField(undefined, 'UTC'), toLocalField('x', 'UTC')]).toEqual([
      undefined,
      '',
      '',
    ])
    expect([knownZone('Mars/Olympus', 'UTC'), knownZone('Europe/Paris', 'UTC')]).toEqual(['UTC', 'Europe/Paris'])
  })
})

test('a year that is still being typed is the same in the field again', () => {
  for (const year of ['0002', '0020', '0202', '2026']) {
    const field = `${year}-11-20T14:00`
    expect(toLocalField(fromLocalField(field, 'UTC'), 'UTC')).toBe(field)
  }
})
