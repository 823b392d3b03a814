// The tasks of the specification that move money, done with the keyboard alone beside a chain and a PayPal on loopback: a
// super admin offers a method and changes it, an owner deposits and withdraws. One story, told in order.
import { accountXpub } from '@inrange/server/testing/chain/local-chain'
import { dialogOf, expect, expectToast, test } from './console.fixture.ts'
import { chooseIn, enterAs, escapeTo, expectFocusKept, pressOn, tabTo, typeInto } from './keyboard.fixture.ts'
import { PAYMENTS_PASSWORD } from './payments.facts.ts'
import { besidePayments, type PaymentsPlatform } from './payments.fixture.ts'

let payments: PaymentsPlatform
const destination = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ENOUGH_BLOCKS = 25

test.setTimeout(180_000)
besidePayments((started) => (payments = started))

test('a super admin adds the first payment method, changes it, switches it off and on', async ({ page }) => {
  await enterAs(page, 'root', PAYMENTS_PASSWORD, payments.facts.url)
  await payments.open(page, '/payment-settings')
  await pressOn(page, page.getByRole('button', { name: 'Add First Payment Method' }))
  const form = dialogOf(page, 'Add Payment Method')
  await typeInto(page, form.getByLabel('Name'), 'USDT by keys')
  await chooseIn(page, form.getByLabel('Network'), 'ERC20 (Ethereum)')
  await typeInto(page, form.getByLabel('Wallet Address'), payments.facts.treasury)
  await typeInto(page, form.getByLabel('Node', { exact: true }), payments.facts.chain.url)
  await typeInto(page, form.getByLabel('Extended public key'), accountXpub(60))
  await pressOn(page, form.getByRole('button', { name: 'Add Method' }))
  await expectToast(page, 'USDT by keys was added.')
  await expect(form).toHaveCount(0)
  await expectFocusKept(page)

  const card = page.getByRole('article', { name: 'USDT by keys', exact: true })
  const edit = card.getByRole('button', { name: 'Edit USDT by keys' })
  const change = dialogOf(page, 'Edit Payment Method')
  for (const state of ['Inactive', 'Active']) {
    await pressOn(page, edit)
    await typeInto(page, change.getByLabel('Fees (%)'), '1')
    await pressOn(page, change.getByLabel('Enable this payment method'), 'Space')
    await pressOn(page, change.getByRole('button', { name: 'Update Method' }))
    await expect(change).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(card.getByText(state, { exact: true }).first()).toBeVisible()
  }
  await pressOn(page, card.getByRole('button', { name: 'Test connection of USDT by keys' }))
  await expect(card.getByText('It works.')).toBeVisible()
  await expectFocusKept(page)
  const add = page.getByRole('button', { name: 'Add Payment Method' })
  await pressOn(page, add, 'Enter', { key: 'Shift+Tab' })
  await chooseIn(page, form.getByLabel('Type'), 'PayPal')
  const { clientId, clientSecret } = payments.facts.paypal
  await typeInto(page, form.getByLabel('Name'), 'PayPal by keys')
  await typeInto(page, form.getByLabel('Client ID'), clientId)
  await typeInto(page, form.getByLabel('Client Secret'), clientSecret)
  await chooseIn(page, form.getByLabel('Environment'), 'Sandbox, no real money')
  await pressOn(page, form.getByRole('button', { name: 'Add Method' }))
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()
})

test('an owner deposits by USDT, begins to pay by PayPal, and withdraws', async ({ page }) => {
  await enterAs(page, 'ayse', PAYMENTS_PASSWORD, payments.facts.url)
  await payments.open(page, '/wallet')
  const main = page.getByRole('main')
  const [deposit, withdraw] = ['Deposit', 'Withdraw'].map((name) => main.getByRole('button', { name, exact: true }))
  if (deposit === undefined || withdraw === undefined) throw new Error('Two were named')
  await pressOn(page, deposit)
  const form = dialogOf(page, 'Deposit Funds')
  await tabTo(page, form.getByRole('radio', { name: /USDT ERC20/ }))
  await typeInto(page, form.getByRole('textbox', { name: 'Amount (USD)' }), '60')
  await page.keyboard.press('Enter')
  const announced = dialogOf(page, /^Deposit by USDT/)
  const place = announced.getByRole('img', { name: /^QR code of the address/ })
  const address = /\S+$/.exec((await place.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  await expect(announced.locator(':focus').or(announced.and(page.locator(':focus')))).toHaveCount(1)
  const usdt = payments.chain.tokenAt(payments.facts.tokens.usdt, 6)
  const txHash = await usdt.send('payer', address, 60_000_000n)
  await payments.chain.mine(ENOUGH_BLOCKS)
  await typeInto(page, announced.getByRole('textbox', { name: /^I have sent it/ }), txHash)
  await page.keyboard.press('Enter')
  const owner = await payments.apiAs('ayse')
  await expect.poll(async () => (await owner('GET', '/wallet'))['available'], { timeout: 100_000 }).toBe('60.000000')
  await escapeTo(page, announced, deposit)

  await pressOn(page, withdraw)
  const dialog = dialogOf(page, 'Withdraw Funds')
  await typeInto(page, dialog.getByRole('textbox', { name: 'Amount (USD)' }), '50')
  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByRole('textbox', { name: /^USDT wallet address/ }), destination)
  await page.keyboard.press('Enter')
  await pressOn(page, dialog.getByRole('button', { name: 'Continue' }))
  await typeInto(page, dialog.getByLabel('Password'), PAYMENTS_PASSWORD)
  await pressOn(page, dialog.getByRole('button', { name: 'Request Withdrawal' }))
  const details = dialogOf(page, /^Withdrawal by USDT/)
  await expect(details.getByText('Requested; the amount is on hold').first()).toBeVisible()
  await escapeTo(page, details, withdraw)

  await pressOn(page, deposit, 'Enter', { presses: 5 })
  await tabTo(page, form.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('radio', { name: /PayPal/ })).toBeChecked()
  await typeInto(page, form.getByRole('textbox', { name: 'Amount (USD)' }), '25')
  await pressOn(page, form.getByRole('button', { name: 'Pay with PayPal' }))
  await expect(page.getByRole('heading', { name: 'Pay $25.00 USD' })).toBeVisible()
})
