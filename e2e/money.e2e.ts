// Money from outside and back, as its owner lives it in the browser: a deposit on a real chain is announced, paid, seen,
// confirmed and credited while the dialog is open; fakes, reverted transfers and reorganisations earn nothing; PayPal is
// paid on its own page; a withdrawal leaves and arrives. One story, told in order.
import { accountXpub } from '@inrange/server/testing/chain/local-chain'
import { violationsOn } from './axe.ts'
import { dialogOf, expect, test, type Locator, type Page } from './console.fixture.ts'
import { PAYMENTS_PASSWORD } from './payments.facts.ts'
import { besidePayments, type PaymentsPlatform } from './payments.fixture.ts'

let payments: PaymentsPlatform
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** What the scanner and the jobs need, who look every few seconds and every minute. */
const PATIENCE = { timeout: 100_000 }
const ENOUGH_BLOCKS = 25

test.setTimeout(240_000)
besidePayments(async (started) => {
  payments = started
  const root = await payments.apiAs('root')
  const usdt = {
    type: 'usdt',
    usdtAddress: payments.facts.treasury,
    nodeUrl: payments.facts.chain.url,
    xpub: accountXpub(60),
  }
  await root('POST', '/payment-methods', { ...usdt, name: 'USDT on Ethereum', usdtNetwork: 'erc20', fees: 1 })
  await root('POST', '/payment-methods', { ...usdt, name: 'USDT on BSC', usdtNetwork: 'bep20' })
  await root('POST', '/payment-methods', {
    type: 'usdt',
    name: 'USDT on Tron',
    usdtNetwork: 'trc20',
    usdtAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    nodeUrl: payments.facts.tronUrl,
    xpub: accountXpub(195),
  })
  await root('POST', '/payment-methods', {
    type: 'paypal',
    name: 'PayPal',
    paypalClientId: payments.facts.paypal.clientId,
    paypalClientSecret: payments.facts.paypal.clientSecret,
    paypalWebhookId: payments.facts.paypal.webhookId,
    paypalEnvironment: 'sandbox',
  })
})

const token = (name: 'usdt' | 'fake' | 'bscUsdt') =>
  payments.chain.tokenAt(payments.facts.tokens[name], name === 'bscUsdt' ? 18 : 6)

/** Announces a deposit in the wallet of somebody. @returns its dialog and the address that it shows */
async function announce(page: Page, method: RegExp, amount: string): Promise<{ dialog: Locator; address: string }> {
  await payments.open(page, '/wallet')
  await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click()
  const form = dialogOf(page, 'Deposit Funds')
  await form.getByRole('radio', { name: method }).check()
  await form.getByRole('textbox', { name: 'Amount (USD)' }).fill(amount)
  await form.getByRole('button', { name: 'Confirm Deposit' }).click()
  const dialog = dialogOf(page, /^Deposit by USDT/)
  const name = await dialog.getByRole('img', { name: /^QR code of the address/ }).getAttribute('aria-label')
  const address = /\S+$/.exec(name ?? '')?.[0] ?? ''
  return { dialog, address }
}

async function lookUp(dialog: Locator, txHash: string): Promise<void> {
  await dialog.getByRole('textbox', { name: /^I have sent it/ }).fill(txHash)
  await dialog.getByRole('button', { name: 'Look it up' }).click()
}

/** The dialog says that it arrived, and the wallet has it. */
async function untilCredited(dialog: Locator, username: string, balance: string): Promise<void> {
  await expect(dialog.getByRole('term').filter({ hasText: 'Arrived' })).toBeVisible(PATIENCE)
  await expect.poll(() => available(username), PATIENCE).toBe(balance)
}

async function available(username: string): Promise<string> {
  return String((await (await payments.apiAs(username))('GET', '/wallet'))['available'])
}

test('a deposit is announced, paid, seen, confirmed and credited while its owner looks', async ({ page }) => {
  await payments.signIn(page, 'ayse')
  const { dialog, address } = await announce(page, /USDT ERC20/, '100')
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await expect(dialog).toContainText('Send USDT on ERC20 (Ethereum) only.')
  expect(await violationsOn(page)).toEqual([])

  // A token that calls itself the same, and a transfer that failed, are named as what they are.
  await lookUp(dialog, await token('fake').send('payer', address, 100_000_000n))
  await expect(dialog.getByText(/another token/i)).toBeVisible()
  await lookUp(dialog, await token('usdt').send('payer', address, 100_000_000n, { isReverting: true }))
  await expect(dialog.getByText(/failed on the network/)).toBeVisible()

  await token('usdt').send('payer', address, 100_000_000n)
  const progress = dialog.getByRole('list', { name: 'Progress' })
  await expect(progress).toContainText(/\d+\/\d+ confirmations/, PATIENCE)
  expect(await available('ayse')).toBe('0.000000')
  await payments.chain.mine(ENOUGH_BLOCKS)
  await untilCredited(dialog, 'ayse', '100.000000')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main')).toContainText('+$100.00')
})

test('a payment that the chain forgets before it is final earns nothing', async ({ page }) => {
  await payments.signIn(page, 'bruno')
  const { dialog, address } = await announce(page, /USDT ERC20/, '50')
  await token('usdt').send('payer', address, 50_000_000n)
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText(/\d+\/\d+ confirmations/, PATIENCE)
  await payments.chain.mine(2)
  await payments.chain.reorganise(3)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await expect(dialog.getByText('Waiting for your payment').first()).toBeVisible(PATIENCE)
  expect(await available('bruno')).toBe('0.000000')
})

test('a payment that the chain forgets after it was credited is taken back, and a person is told', async () => {
  const bruno = await payments.apiAs('bruno')
  const methods = (await bruno('GET', '/payment-methods/available'))['items'] as { id: string; kind: string }[]
  const methodId = methods.find(({ kind }) => kind === 'usdt_erc20')?.id
  const deposit = await bruno('POST', '/deposits', { methodId, amount: '40', requestKey: 'reorganised-later' })
  await token('usdt').send('payer', String(deposit['address']), 40_000_000n)
  await payments.chain.mine(8)
  const state = async () => (await bruno('GET', `/deposits/${deposit['id']}`))['state']
  await expect.poll(state, PATIENCE).toBe('credited')
  await payments.chain.reorganise(9)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await expect.poll(state, PATIENCE).toBe('reversed')
  expect(await available('bruno')).toBe('0.000000')
  const { items } = await (await payments.apiAs('root'))('GET', '/payments/reviews')
  expect(items).toContainEqual(expect.objectContaining({ kind: 'orphaned', state: 'open' }))
})

test('Tron: a T-address of one’s own, found through a node that speaks its dialect', async ({ page }) => {
  await payments.signIn(page, 'bruno')
  const { dialog, address } = await announce(page, /USDT TRC20/, '30')
  expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  await expect(dialog).toContainText('Send USDT on TRC20 (Tron) only.')
  await token('usdt').send('payer', address, 30_000_000n)
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText(/\d+\/\d+ confirmations/, PATIENCE)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await untilCredited(dialog, 'bruno', '30.000000')
})

test('BSC: a token of 18 decimals is credited to the micro-dollar, and what is finer is nobody’s', async ({ page }) => {
  await payments.signIn(page, 'bruno')
  const { dialog, address } = await announce(page, /USDT BEP20/, '20')
  await token('bscUsdt').send('payer', address, 20_000_000_000_000_000_001n)
  await expect(dialog.getByRole('list', { name: 'Progress' })).toContainText(/\d+\/\d+ confirmations/, PATIENCE)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await untilCredited(dialog, 'bruno', '50.000000')
})

test('PayPal: paid on its own page, credited on the way back', async ({ page }) => {
  await payments.signIn(page, 'ayse')
  await payments.open(page, '/wallet')
  await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click()
  const form = dialogOf(page, 'Deposit Funds')
  await form.getByRole('radio', { name: /PayPal/ }).check()
  await form.getByRole('textbox', { name: 'Amount (USD)' }).fill('25')
  await form.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect(page.getByRole('heading', { name: 'Pay $25.00 USD' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  const dialog = dialogOf(page, /^Deposit by PayPal/)
  await untilCredited(dialog, 'ayse', '125.000000')
})

test('a withdrawal: what it costs, where it goes, who says yes, and the proof that it arrived', async ({ page }) => {
  await payments.signIn(page, 'ayse')
  await payments.open(page, '/wallet')
  await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click()
  const dialog = dialogOf(page, 'Withdraw Funds')
  await dialog.getByRole('radio', { name: /USDT ERC20/ }).check()
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  await amount.fill('500')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Only $125.00 is ready for withdrawal.')).toBeVisible()
  await amount.fill('50')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('textbox', { name: /^USDT wallet address/ }).fill(friend)
  await dialog.getByRole('button', { name: 'Add destination' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('$0.50')
  await expect(dialog).toContainText('$49.50')
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByLabel('Password').fill(PAYMENTS_PASSWORD)
  await dialog.getByRole('button', { name: 'Request Withdrawal' }).click()
  const details = dialogOf(page, /^Withdrawal by USDT/)
  await expect(details.getByText('Requested; the amount is on hold').first()).toBeVisible()
  const id = /withdrawal=(wdr_\w+)/.exec(page.url())?.[1] ?? ''
  expect(await available('ayse')).toBe('75.000000')

  const [operator, root] = [await payments.apiAs('operator'), await payments.apiAs('root')]
  await operator('POST', `/withdrawal-queue/${id}/approve`, { note: '' })
  const txHash = await token('usdt').send('operator', friend, 49_500_000n)
  await root('POST', `/withdrawal-queue/${id}/record-sent`, { txHash })
  await expect(details.getByText('Sent, and being confirmed').first()).toBeVisible(PATIENCE)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await expect(details.getByText('Completed', { exact: true }).first()).toBeVisible(PATIENCE)
  expect(await token('usdt').balanceOf(friend)).toBeGreaterThanOrEqual(49_500_000n)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main')).toContainText('-$50.00')
})

test('what lies outside is what the ledger says, and what the operator had before', async () => {
  const { books } = await (await payments.apiAs('root'))('POST', '/payments/take-books')
  const book = (books as { kind: string; difference: string | null }[]).find(({ kind }) => kind === 'usdt_bep20')
  // Nobody has recorded what the operator's wallet held from the beginning, so it is what is not explained.
  const before = await token('bscUsdt').balanceOf(payments.facts.treasury)
  expect(book?.difference).toBe(`${before / 10n ** 18n}.000000`)
})
