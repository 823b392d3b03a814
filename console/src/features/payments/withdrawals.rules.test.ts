// What may be done with a withdrawal, by state and person; and what of two facts differs.
import { expect, test } from 'vitest'
import {
  hasStated,
  mismatchOf,
  offersOf,
  stepOf,
  stepOfWithdrawal,
  yesCount,
  type QueuedWithdrawal,
} from './withdrawals.rules.ts'

const at = '2026-11-20T10:00:00.000Z'
const owner = { id: 'usr_owner', username: 'ann' }
const requested: QueuedWithdrawal = {
  id: 'wdr_1',
  kind: 'usdt_trc20',
  methodName: 'Tron',
  network: 'trc20',
  destination: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  destinationLabel: '',
  gross: '100.000000',
  fee: '1.000000',
  feePercent: 1,
  net: '99.000000',
  state: 'requested',
  status: 'pending',
  reason: null,
  held: null,
  mayCancel: true,
  txHash: null,
  txUrl: null,
  paypalItemId: null,
  confirmations: null,
  confirmationsNeeded: null,
  requestedAt: at,
  sentAt: null,
  completedAt: null,
  events: [],
  owner,
  flags: [],
  approvalsNeeded: 1,
  approvals: [],
  mayApprove: true,
  proofKind: 'totp',
  provedAt: at,
  treasury: null,
  ownerAvailable: '0.000000',
  internalEvents: [],
}
const admin = { id: 'usr_admin', role: 'admin' } as const
const superAdmin = { id: 'usr_super', role: 'super_admin' } as const

/** As 'act' or 'act: why not'. */
function offered(change: Partial<QueuedWithdrawal>, person: typeof admin | typeof superAdmin): string[] {
  return offersOf({ ...requested, ...change }, person).map(({ act, refusal }) =>
    refusal === null ? act : `${act}: ${refusal}`,
  )
}

test('what awaits approval is approved, held back or rejected, by anybody but its owner', () => {
  expect(offered({}, admin)).toEqual(['approve', 'hold', 'reject'])
  expect(offered({ state: 'in_review', mayApprove: false }, admin)).toEqual(['approve: twice', 'hold', 'reject'])
  expect(offered({ owner: { ...owner, id: admin.id }, mayApprove: false }, admin)).toEqual([
    'approve: own',
    'hold: own',
    'reject: own',
  ])
  expect(offered({ held: { reason: 'Odd', until: null } }, admin)).toEqual(['approve: held', 'let-go', 'reject'])
})

test('what is approved is sent by a super admin, each kind its way, or given back', () => {
  expect(offered({ state: 'approved' }, superAdmin)).toEqual(['record', 'hold', 'give-back'])
  expect(offered({ state: 'approved' }, admin)).toEqual(['record: super_admin', 'hold', 'give-back'])
  expect(offered({ state: 'approved', kind: 'paypal' }, superAdmin)).toEqual(['send', 'hold', 'give-back'])
  expect(offered({ state: 'approved', held: { reason: 'Odd', until: null } }, superAdmin)).toEqual([
    'record: held',
    'let-go',
    'give-back',
  ])
})

test('what needs attention is proven or given back by two; nothing is sent again', () => {
  expect(offered({ state: 'needs_attention' }, superAdmin)).toEqual(['record', 'give-back'])
  expect(offered({ state: 'needs_attention', kind: 'paypal' }, superAdmin)).toEqual(['give-back'])
  const approvals: QueuedWithdrawal['approvals'] = [
    { by: { id: admin.id, username: 'operator' }, purpose: 'give_back', at, statement: 'Nothing was sent by us.' },
  ]
  expect(offered({ state: 'needs_attention', kind: 'paypal', approvals }, admin)).toEqual(['give-back: stated'])
  expect(offered({ state: 'needs_attention', kind: 'paypal', approvals }, superAdmin)).toEqual(['give-back'])
  expect(hasStated({ approvals }, admin)).toBe(true)
  expect(yesCount({ approvals })).toBe(0)
})

test('what is on its way is left alone, but for what nobody claims', () => {
  expect(offered({ state: 'sent' }, superAdmin)).toEqual([])
  expect(offered({ state: 'unclaimed', kind: 'paypal' }, superAdmin)).toEqual(['cancel-unclaimed'])
  expect(offered({ state: 'unclaimed', kind: 'paypal' }, admin)).toEqual(['cancel-unclaimed: super_admin'])
  expect(offered({ state: 'completed' }, superAdmin)).toEqual([])
})

test('a state has its step, and an unknown step is the first', () => {
  expect(stepOf({ step: 'attention' })).toBe('attention')
  expect(stepOf({ step: 'nowhere' })).toBe('approval')
  expect(stepOfWithdrawal({ state: 'unclaimed' })).toBe('progress')
})

test('two facts that should be the same are told apart, another sentence is left whole', () => {
  expect(mismatchOf('The transaction pays another amount. Expected 99.000000, found 98.000000.')).toEqual({
    sentence: 'The transaction pays another amount.',
    expected: '99.000000',
    found: '98.000000',
  })
  expect(mismatchOf('Expected TR7N but found TXYZ')).toBeNull()
  expect(mismatchOf('It failed on the chain.')).toBeNull()
})
