import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPaypalContract, type Exchange, type PaypalContract } from './paypal.contract.ts'
import { startPaypalStandIn, type PaypalStandIn } from './paypal.stand-in.ts'

let contract: PaypalContract | null
let standIn: PaypalStandIn

beforeAll(async () => {
  contract = await loadPaypalContract()
  standIn = await startPaypalStandIn()
})
afterAll(() => standIn.stop())

test("PayPal's documents are at hand where it counts", () => {
  // Elsewhere a machine may be without a network; what then goes unchecked is said on its screen.
  if (process.env['CI']) expect(contract).not.toBeNull()
})

const headers = { 'content-type': 'application/json', 'paypal-request-id': 'order:1' }
const amount = { currency_code: 'USD', value: '12.30' }
const asked: Exchange = {
  method: 'POST',
  path: '/v2/checkout/orders',
  requestHeaders: headers,
  requestBody: { intent: 'CAPTURE', purchase_units: [{ amount }] },
  status: 201,
  responseBody: { id: '5O190127TN364715T', status: 'CREATED' },
}
const payout: Exchange = {
  method: 'POST',
  path: '/v1/payments/payouts',
  requestHeaders: headers,
  requestBody: {
    sender_batch_header: {},
    items: [{ receiver: 'a@b.example', amount: { currency: 'USD', value: '1' } }],
  },
  status: 400,
  responseBody: { name: 'USER_BUSINESS_ERROR', message: 'User business error.', debug_id: 'a' },
}

test('an exchange as documented is accepted', () => {
  if (!contract) return
  expect(contract.check(asked)).toEqual([])
  expect(contract.check(payout)).toEqual([])
})

const units = (unit: unknown): unknown => ({ intent: 'CAPTURE', purchase_units: [unit] })
test.each<[string, Exchange, RegExp]>([
  [
    'a required header left out',
    { ...asked, requestHeaders: { 'content-type': 'application/json' } },
    /Request-Id is miss/,
  ],
  [
    'an amount that is no decimal',
    { ...asked, requestBody: units({ amount: { ...amount, value: '1,5' } }) },
    /pattern/,
  ],
  [
    'a number for an amount',
    { ...asked, requestBody: units({ amount: { ...amount, value: 12.3 } }) },
    /must be string/,
  ],
  ['a misspelt field', { ...asked, requestBody: units({ amount, invoiceid: '1' }) }, /invoiceid is not documented/],
  ['a path of nobody', { ...asked, path: '/v2/checkout/order' }, /not in PayPal's documents/],
  ['an unknown status', { ...asked, responseBody: { id: 'A', status: 'PAID' } }, /must be equal to one of/],
  ['a success that is none', { ...asked, status: 202 }, /202 is not documented/],
  ['an error with another name', { ...payout, responseBody: { name: 'NO', message: 'No' } }, /must be equal to one of/],
  [
    'too long an item id',
    {
      ...payout,
      requestBody: {
        sender_batch_header: {},
        items: [{ receiver: 'a', amount: { currency: 'USD', value: '1' }, sender_item_id: 'x'.repeat(64) }],
      },
    },
    /more than 63/,
  ],
])('%s is found', (_, exchange, sentence) => {
  if (!contract) return
  expect(contract.check(exchange).join('\n')).toMatch(sentence)
})

test('a payer sees what is paid to whom and comes back by either button; names are shown as text', async () => {
  const order = standIn.world.addOrder({
    amountMicros: 12_300_000n,
    customId: 'd1',
    invoiceId: 'd1',
    returnUrl: 'http://127.0.0.1:9/paid?deposit=d1',
    cancelUrl: 'http://127.0.0.1:9/cancelled',
    brandName: '<b>Shop</b>',
  })
  const pageText = await (await fetch(`${standIn.baseUrl}/checkoutnow?token=${order.id}`)).text()
  expect(pageText).toContain('Pay $12.30 USD')
  expect(pageText).toContain('&lt;b>Shop')
  const press = (choice: string): Promise<Response> =>
    fetch(`${standIn.baseUrl}/checkoutnow/${order.id}/${choice}`, { method: 'POST', redirect: 'manual' })
  const cancelled = await press('cancel')
  expect(cancelled.headers.get('location')).toBe(`http://127.0.0.1:9/cancelled?token=${order.id}`)
  expect(order.status).toBe('PAYER_ACTION_REQUIRED')
  const approved = await press('approve')
  expect(approved.headers.get('location')).toMatch(/paid\?deposit=d1&token=\w+&PayerID=\w+$/)
  expect(order.status).toBe('APPROVED')
  standIn.throwViolations()
})

test('what is not as documented is thrown once', async () => {
  if (!contract) return
  await fetch(`${standIn.baseUrl}/v2/checkout/orders/UNKNOWN1?colour=red`)
  expect(() => standIn.throwViolations()).toThrow(/colour is not documented/)
  expect(() => standIn.throwViolations()).not.toThrow()
})
