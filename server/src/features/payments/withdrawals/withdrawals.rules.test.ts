// Decisions about withdrawals, each with its accepted case and the rejected one beside it.
import { describe, expect, test } from 'vitest'
import { decimalToMicros } from '@inrange/contract/money'
import { settingsByName, type Settings } from '@inrange/contract/settings'
import { readTable } from '../../../testing/table.ts'
import {
  approvalsNeededFor,
  approverFault,
  availableFault,
  destinationFault,
  feeMicrosOf,
  flagsOf,
  isHeld,
  limitFault,
  mayCancel,
  minimumFault,
  pauseFault,
  restFault,
  transitions,
  usd,
} from './withdrawals.rules.ts'

const defaults: Settings['withdrawals'] = settingsByName.withdrawals.default
const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const none = { requests: 0, amountMicros: 0n }

test('a fee is the percentage rounded half up to the cent, and never more than what it is of', () => {
  const cases = readTable(`
    gross | basis points | fee
    10.00 | 0 | 0.00
    10.00 | 10 | 0.01
    10.00 | 15 | 0.02
    14.99 | 10 | 0.01
    15.00 | 10 | 0.02
    4.99 | 10 | 0.00
    5.00 | 10 | 0.01
    33.33 | 250 | 0.83
    33.40 | 250 | 0.84
    0.01 | 1000 | 0.00
    0.05 | 1000 | 0.01
    5000.00 | 1000 | 500.00
  `)
  for (const row of cases) {
    const feeMicros = feeMicrosOf(decimalToMicros(row['gross'] ?? '') ?? 0n, Number(row['basis points']))
    expect(feeMicros, `${row['gross']} at ${row['basis points']}`).toBe(decimalToMicros(row['fee'] ?? ''))
  }
})

test('the minimum is the larger one of the method’s and the setting’s', () => {
  const faultOf = (dollars: number, methodMinimum: number, minimumUsd: number) =>
    minimumFault(usd(dollars), { methodMinimumMicros: usd(methodMinimum), settings: { ...defaults, minimumUsd } })
      ?.message
  expect(faultOf(10, 10, 10)).toBeUndefined()
  expect(faultOf(9, 10, 10)).toBe('A withdrawal is at least $10.00.')
  expect(faultOf(19, 20, 10)).toBe('A withdrawal is at least $20.00.')
  expect(faultOf(19, 10, 20)).toBe('A withdrawal is at least $20.00.')
  expect(faultOf(20, 20, 20)).toBeUndefined()
})

test('limits count this request with what was asked for today', () => {
  const faultOf = (dollars: number, ownerDay = none, platformDay = none) =>
    limitFault(usd(dollars), { settings: defaults, ownerDay, platformDay })?.message
  expect(faultOf(5_000)).toBeUndefined()
  expect(faultOf(5_001)).toBe('At most $5,000.00 can be withdrawn at a time.')
  expect(faultOf(10, { requests: 4, amountMicros: 0n })).toBeUndefined()
  expect(faultOf(10, { requests: 5, amountMicros: 0n })).toMatch(/^You have asked 5 times today/)
  expect(faultOf(4_000, { requests: 1, amountMicros: usd(6_000) })).toBeUndefined()
  expect(faultOf(4_001, { requests: 1, amountMicros: usd(6_000) })).toMatch(/\$4,000\.00 more today/)
  expect(faultOf(1_000, none, { requests: 9, amountMicros: usd(49_000) })).toBeUndefined()
  // What others asked for is not told.
  expect(faultOf(1_001, none, { requests: 9, amountMicros: usd(49_000) })).not.toMatch(/\$/)
})

test('a new account rests, and so does one after a change of how its owner signs in', () => {
  const faultOf = (ageHours: number, changedHoursAgo: number | null) =>
    restFault({
      settings: defaults,
      accountCreatedAt: hoursAgo(ageHours),
      changedAt: changedHoursAgo === null ? null : hoursAgo(changedHoursAgo),
      now,
    })?.message
  expect(faultOf(72, null)).toBeUndefined()
  expect(faultOf(71, null)).toBe('A new account may withdraw from 2026-03-10 13:00 UTC on.')
  expect(faultOf(100, 24)).toBeUndefined()
  expect(faultOf(100, 23)).toBe('How you sign in was changed, so withdrawals rest until 2026-03-10 13:00 UTC.')
})

test('what is available is named; a deficit comes first; what PayPal brought leaves to PayPal', () => {
  const faultOf = (dollars: number, kind: 'paypal' | 'usdt_erc20', bound = 0, deficit = 0) =>
    availableFault(usd(dollars), {
      availableMicros: usd(100),
      deficitMicros: usd(deficit),
      boundToPaypalMicros: usd(bound),
      kind,
    })?.message
  expect(faultOf(100, 'usdt_erc20')).toBeUndefined()
  expect(faultOf(101, 'usdt_erc20')).toBe('$100.00 is ready for withdrawal.')
  expect(faultOf(40, 'usdt_erc20', 60)).toBeUndefined()
  expect(faultOf(41, 'usdt_erc20', 60)).toMatch(/^\$60\.00 came by PayPal .* \$40\.00 may leave this way\.$/)
  expect(faultOf(100, 'paypal', 60)).toBeUndefined()
  expect(faultOf(10, 'usdt_erc20', 0, 1)).toMatch(/\$1\.00 has to be earned first/)
})

test('a destination is of the method’s kind, not removed, and rested', () => {
  const usable = { kind: 'usdt_erc20' as const, usableFrom: now, removedAt: null }
  const faultOf = (change: object) =>
    destinationFault({ ...usable, ...change }, { methodKind: 'usdt_erc20', now })?.code
  expect(faultOf({})).toBeUndefined()
  expect(faultOf({ usableFrom: new Date(now.getTime() + 1) })).toBe('destination_resting')
  expect(faultOf({ removedAt: now })).toBe('destination_refused')
  expect(faultOf({ kind: 'usdt_bep20' })).toBe('destination_refused')
})

test('how many have to agree: none, one or two, and a flag takes the automatic yes away', () => {
  const needed = (dollars: number, flags: string[] = [], autoApproveUsd = 50) =>
    approvalsNeededFor(usd(dollars), { settings: { ...defaults, autoApproveUsd }, flags })
  expect([needed(49), needed(50), needed(499), needed(500)]).toEqual([0, 1, 1, 2])
  expect(needed(49, ['Odd'])).toBe(1)
  expect(needed(49, [], 0)).toBe(1)
  const always = approvalsNeededFor(usd(10), {
    settings: { ...defaults, secondPersonUsd: 0, autoApproveUsd: 50 },
    flags: [],
  })
  expect(always).toBe(2)
})

test('nobody says yes to their own, nobody says it twice', () => {
  const faultOf = (personId: string) => approverFault({ ownerId: 'o', personId, approverIds: ['a'] })?.code
  expect([faultOf('b'), faultOf('a'), faultOf('o')]).toEqual([undefined, 'other_person_needed', 'other_person_needed'])
})

test('flags name what is odd and nothing else', () => {
  const plain = {
    grossMicros: usd(500),
    settings: defaults,
    hasCompletedBefore: true,
    isDestinationShared: false,
    hasDeposited: true,
    hasEarned: true,
  }
  expect(flagsOf(plain)).toEqual([])
  expect(flagsOf({ ...plain, hasCompletedBefore: false })).toEqual(['The first withdrawal, and a large one'])
  expect(flagsOf({ ...plain, hasCompletedBefore: false, grossMicros: usd(499) })).toEqual([])
  expect(flagsOf({ ...plain, isDestinationShared: true })).toEqual(['Another user has this destination too'])
  expect(flagsOf({ ...plain, hasEarned: false })).toEqual(['Deposited, and never earned anything'])
  expect(flagsOf({ ...plain, hasEarned: false, hasDeposited: false })).toEqual([])
})

describe('small ones', () => {
  test('held until a moment is held before it and not at it', () => {
    expect(isHeld({ heldReason: 'Why', heldUntil: null }, now)).toBe(true)
    expect(isHeld({ heldReason: 'Why', heldUntil: new Date(now.getTime() + 1) }, now)).toBe(true)
    expect(isHeld({ heldReason: 'Why', heldUntil: now }, now)).toBe(false)
    expect(isHeld({ heldReason: null, heldUntil: null }, now)).toBe(false)
  })
  test('the kill switch', () => {
    expect(pauseFault(defaults)).toBeNull()
    expect(pauseFault({ ...defaults, isPaused: true })?.code).toBe('withdrawals_paused')
  })
  test('its owner takes back what nobody agreed to, and only where the law of moves lets it', () => {
    const states = Object.keys(transitions) as (keyof typeof transitions)[]
    expect(states.filter(mayCancel)).toEqual(['requested', 'in_review'])
    expect(
      states.filter(mayCancel).every((state) => (transitions[state] as readonly string[]).includes('cancelled')),
    ).toBe(true)
  })
})
