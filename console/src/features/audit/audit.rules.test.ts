// The address as a query, and before and after as lines that a person reads.
import { expect, test } from 'vitest'
import { actionText, familyOf, subjectText } from './audit.actions.ts'
import { changesOf, filtersOf, isFiltered, words } from './audit.rules.ts'
import { parseAuditSearch } from './audit.search.ts'

const nowMs = Date.parse('2026-03-10T12:00:00Z')

test('an address becomes a query; what is unusable in it is dropped', () => {
  const search = parseAuditSearch({
    actor: 'usr_1',
    behalf: ' usr_2 ',
    subject: 4477,
    outcome: 'refused',
    from: '2026-03-01T00:00:00Z',
    until: 'tomorrow',
    entry: 'aud_1',
    cursor: '',
    other: 'x',
  })
  expect(search).toEqual({
    actor: 'usr_1',
    behalf: 'usr_2',
    subject: '4477',
    outcome: 'refused',
    from: '2026-03-01T00:00:00Z',
    until: 'tomorrow',
    entry: 'aud_1',
  })
  expect(filtersOf(search, nowMs)).toEqual({
    actorId: 'usr_1',
    onBehalfOfId: 'usr_2',
    subject: '4477',
    outcome: 'refused',
    from: '2026-03-01T00:00:00.000Z',
  })
  expect(filtersOf({ outcome: 'good' }, nowMs)).toEqual({})
})

test('a quick period ends now and takes the place of from and until', () => {
  expect(filtersOf({ period: 'day', from: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' }, nowMs)).toEqual({
    from: '2026-03-09T12:00:00.000Z',
  })
  expect(filtersOf({ period: 'century' }, nowMs)).toEqual({})
})

test('the page and the open entry are no filters', () => {
  expect(isFiltered({ cursor: 'x', entry: 'aud_1' })).toBe(false)
  expect(isFiltered({ address: '192.0.2.1' })).toBe(true)
})

test.each([
  ['endedSessions', 'Ended sessions'],
  ['must_change_password', 'Must change password'],
  ['mfa', 'Mfa'],
  ['isActive', 'Is active'],
])('%s reads %s', (name, read) => {
  expect(words(name)).toBe(read)
})

function lines(before: unknown, after: unknown): string[] {
  return changesOf(before, after).map(
    ({ name, before: was, after: is, isSame }) =>
      `${name}: ${was ? `${was.kind} ${was.text}` : '-'} ${isSame ? '=' : '>'} ${is ? `${is.kind} ${is.text}` : '-'}`,
  )
}

test('what changed comes first, what stayed after it, and what came or went is told apart from what is empty', () => {
  expect(
    lines(
      { role: 'user', isActive: true, email: null, gone: 1 },
      { role: 'user', isActive: false, email: 'a@example.com', came: '' },
    ),
  ).toEqual([
    'Active: flag yes > flag no',
    'Email: none  > text a@example.com',
    'Gone: number 1 > -',
    'Came: - > none ',
    'Role: text user = text user',
  ])
})

test('facts inside facts are named by their way; lists of plain values are one fact; ids and times are known', () => {
  expect(
    lines(null, {
      settings: { window: { size: 10 }, hosts: ['a', 'b'], none: [] },
      ownerId: 'usr_01h455vb4pex5vsknk084sn02q',
      until: '2026-03-10T12:00:00.000Z',
      rows: [{ n: 1 }],
    }),
  ).toEqual([
    'Settings › Window › Size: - > number 10',
    'Settings › Hosts: - > text a, b',
    'Settings › None: - > none ',
    'Owner: - > id usr_01h455vb4pex5vsknk084sn02q',
    'Until: - > time 2026-03-10T12:00:00.000Z',
    'Rows › 0 › N: - > number 1',
  ])
})

test('a fact is called what people call it, and two whose names read alike stay two', () => {
  expect(lines({ userId: 'a', user: 'b' }, { userId: 'a', user: 'c' })).toEqual([
    'User: text b > text c',
    'User: text a = text a',
  ])
  expect(lines(null, { deposits: { openHours: 24 } })).toEqual([
    'Deposits › Hours a deposit is waited for: - > number 24',
  ])
})

test('nothing kept is nothing shown; a bare value is one line', () => {
  expect(changesOf(null, undefined)).toEqual([])
  expect(lines('a', 'b')).toEqual(['Value: text a > text b'])
})

test('a known action is a sentence, an unknown one its words', () => {
  expect(actionText('signed_in')).toBe('Signed in')
  expect(actionText('lunch_eaten')).toBe('Lunch eaten')
})

test('what an entry is about is said by its noun, as the log or an address writes it, or in its own words', () => {
  expect(subjectText('payment_method')).toBe('Payment method')
  expect(subjectText('paymentMethod')).toBe('Payment method')
  expect(subjectText('lunch_menu')).toBe('Lunch menu')
})

test('a family of actions is found again by what the address says', () => {
  expect(familyOf('range')?.key).toBe('ranges')
  expect(familyOf('lunch')).toBeUndefined()
})
