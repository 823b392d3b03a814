// The form of a payment method: it begins with the specification's defaults, sends only what belongs to its type and
// what differs, and a secret is neither lost nor sent by chance.
import { expect, test } from 'vitest'
import { changeOf, creationOf, faultsOf, feeOfHundred, formOf, type MethodForm } from './method-form.model.ts'
import type { Method } from './payments.rules.ts'

const none = { isSet: false, last4: null }
const stored: Method = {
  id: 'pmt_1',
  type: 'usdt',
  kind: 'usdt_trc20',
  name: 'USDT on Tron',
  isActive: true,
  settings: {
    usdtNetwork: 'trc20',
    usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    paypalClientId: null,
    paypalClientSecret: none,
    minimumAmount: '10.000000',
    fees: 0.5,
  },
  feesOnDeposits: false,
  depositMode: 'exact_amount',
  xpub: { isSet: false, fingerprint: null, addresses: 0, proposed: null, usableFrom: null },
  node: { isSet: true, last4: '/key' },
  secondNode: { isSet: true, last4: '.com' },
  tokenCheckedAt: null,
  tokenContract: null,
  explorerUrl: null,
  paypalEnvironment: null,
  paypalWebhookId: null,
  paypalWebhookUrl: null,
  health: null,
  version: '3',
  updatedAt: '2026-11-01T00:00:00.000Z',
}
const paypal: Method = {
  ...stored,
  type: 'paypal',
  kind: 'paypal',
  settings: {
    ...stored.settings,
    usdtNetwork: null,
    usdtAddress: null,
    paypalClientId: 'client',
    paypalClientSecret: { isSet: true, last4: 'cret' },
  },
  paypalEnvironment: 'live',
  paypalWebhookId: '',
}
const usdt: MethodForm = { ...formOf(null), name: 'Tron', usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
const withPaypal: MethodForm = {
  ...formOf(null),
  type: 'paypal',
  name: 'PayPal',
  paypalClientId: 'client',
  paypalClientSecret: 'secret',
}

test('a new form is USDT on TRC20 with a minimum of 10, no fees, enabled', () => {
  expect(formOf(null)).toMatchObject({
    type: 'usdt',
    usdtNetwork: 'trc20',
    minimumAmount: '10',
    fees: '0',
    isActive: true,
  })
})

test('what is sent belongs to the type, without blank secrets', () => {
  expect(creationOf(usdt)).toEqual({
    type: 'usdt',
    name: 'Tron',
    usdtNetwork: 'trc20',
    usdtAddress: usdt.usdtAddress,
    minimumAmount: '10',
    fees: 0,
    feesOnDeposits: false,
    isActive: true,
  })
  expect(creationOf({ ...usdt, nodeUrl: 'https://node.example' })).toMatchObject({ nodeUrl: 'https://node.example' })
  expect(creationOf(withPaypal)).not.toHaveProperty('usdtAddress')
  expect(creationOf(withPaypal)).toMatchObject({ paypalClientSecret: 'secret', paypalEnvironment: 'live' })
})

test.each([
  [{}, {}],
  [{ name: ' ' }, { name: 'The name is required.' }],
  [{ usdtAddress: '' }, { usdtAddress: 'The wallet address is required.' }],
  [{ minimumAmount: '1' }, {}],
  [{ minimumAmount: '0.99' }, { minimumAmount: 'At least $1.00.' }],
  [{ minimumAmount: '10.005' }, { minimumAmount: 'Give dollars with at most two decimals, for example 25.50.' }],
  [{ fees: '10' }, {}],
  [{ fees: '10.1' }, { fees: 'Fees are 0 to 10 percent.' }],
  [{ fees: '0.1' }, {}],
  [{ fees: '0.05' }, { fees: 'Fees go in steps of 0.1 percent.' }],
  [{ fees: '' }, { fees: 'Give a percentage.' }],
  [{ nodeUrl: 'https://node.example/key' }, {}],
  [{ nodeUrl: 'node.example' }, { nodeUrl: 'Give the address of the node, https://…' }],
] satisfies [Partial<MethodForm>, object][])('a new USDT method with %o', (typed, faults) => {
  expect(faultsOf({ ...usdt, ...typed }, null)).toEqual(faults)
})

test('a new PayPal method needs both of its credentials, an edited one keeps them', () => {
  expect(faultsOf(withPaypal, null)).toEqual({})
  expect(faultsOf({ ...withPaypal, paypalClientId: '', paypalClientSecret: '' }, null)).toEqual({
    paypalClientId: 'The client ID is required.',
    paypalClientSecret: 'The client secret is required.',
  })
  expect(faultsOf(formOf(paypal), paypal)).toEqual({})
  expect(faultsOf({ ...formOf(paypal), paypalClientId: '' }, paypal)).toEqual({
    paypalClientId: 'The client ID is required.',
  })
})

test('only what differs is sent, and nothing when nothing does', () => {
  expect(changeOf(stored, formOf(stored))).toBeNull()
  expect(changeOf(stored, { ...formOf(stored), name: ' USDT on Tron ' })).toBeNull()
  expect(changeOf(stored, { ...formOf(stored), fees: '1.0', isActive: false })).toEqual({ fees: 1, isActive: false })
  expect(changeOf(paypal, { ...formOf(paypal), paypalEnvironment: 'sandbox' })).toEqual({
    paypalEnvironment: 'sandbox',
  })
})

test('a blank secret stays, a typed one replaces it, and the second node can go', () => {
  expect(changeOf(stored, { ...formOf(stored), nodeUrl: 'https://other.example' })).toEqual({
    nodeUrl: 'https://other.example',
  })
  expect(
    changeOf(stored, { ...formOf(stored), isSecondNodeRemoved: true, secondNodeUrl: 'https://left.over' }),
  ).toEqual({ secondNodeUrl: null })
  expect(changeOf(paypal, { ...formOf(paypal), paypalClientSecret: 'new' })).toEqual({ paypalClientSecret: 'new' })
  expect(changeOf(paypal, { ...formOf(paypal), nodeUrl: 'https://not.of.paypal' })).toBeNull()
})

test('a percentage is shown as money, once it is one', () => {
  expect(feeOfHundred('1.5')).toEqual({ fee: '$1.50', net: '$98.50' })
  expect(feeOfHundred('0')).toEqual({ fee: '$0.00', net: '$100.00' })
  expect(feeOfHundred('10.1')).toBeNull()
  expect(feeOfHundred('')).toBeNull()
})
