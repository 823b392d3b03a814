// The wallet's dialogs over real payment methods, on a platform whose outside is on loopback: what is refused and where
// it says so, the book of destinations, an announced deposit, all by keyboard where a person would. Nothing is paid here;
// money that moves is tried elsewhere.
import { violationsOn } from './axe.ts'
import {
  dialogOf,
  expect,
  expectSettled,
  expectToast,
  openSection,
  signInAs,
  test as base,
  type Page,
} from './console.fixture.ts'
import { PAYMENTS_PASSWORD, type PaymentsFacts } from './payments.facts.ts'
import { startPayments, type PaymentsPlatform } from './payments.fixture.ts'

/** Somebody's own wallet on Ethereum: in the mixed case that is its checksum, and with one letter in the wrong case. */
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const MISTYPED = '0x52908400098527886E0F7030069857D2E4169Ee7'

type PaymentsFixtures = { payments: PaymentsFacts }
const test = base.extend<Record<never, never>, PaymentsFixtures>({
  payments: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const platform = await startPayments()
      await addMethods(platform)
      await use(platform.facts)
      await platform.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ payments }, use) => use(payments.url),
})

// The program starts a chain, a database and a platform before the first of them.
test.describe.configure({ mode: 'serial', timeout: 240_000 })
// Amounts and addresses are refused on purpose.
test.use({ refusals: 'expected' })

async function addMethods(platform: PaymentsPlatform): Promise<void> {
  const root = await platform.apiAs('root')
  const { facts } = platform
  const common = { minimumAmount: '10', fees: 1, isActive: true }
  await root('POST', '/payment-methods', {
    ...common,
    type: 'usdt',
    name: 'USDT',
    usdtNetwork: 'erc20',
    usdtAddress: facts.treasury,
    nodeUrl: facts.chain.url,
  })
  await root('POST', '/payment-methods', {
    ...common,
    type: 'paypal',
    name: 'PayPal',
    paypalClientId: facts.paypal.clientId,
    paypalClientSecret: facts.paypal.clientSecret,
    paypalEnvironment: 'sandbox',
  })
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'ayse', PAYMENTS_PASSWORD)
  await openSection(page, 'wallet')
})

async function openDialog(page: Page, button: string, title: string) {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  return dialogOf(page, title)
}

test('the methods that are active are shown with their least amount and fee', async ({ page }) => {
  const methods = page.getByRole('region', { name: 'Available Payment Methods' }).or(page.getByRole('main'))
  await expect(methods.getByText('USDT ERC20').first()).toBeVisible()
  await expect(methods.getByText('from $10.00 · 1% withdrawal fee').first()).toBeVisible()
})

test('a deposit below the minimum is refused at its field; a good one shows where to send exactly how much', async ({
  page,
  payments,
}) => {
  const dialog = await openDialog(page, 'Deposit', 'Deposit Funds')
  await dialog.getByRole('radio', { name: /PayPal/ }).check()
  await expect(dialog).toContainText('You will be redirected to PayPal to complete your payment securely.')
  await expect(dialog.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await dialog.getByRole('radio', { name: /USDT ERC20/ }).check()
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  for (const [typed, fault] of [
    ['9.99', 'Minimum deposit: $10.00'],
    ['25.505', 'Give dollars with at most two decimals, for example 25.50.'],
  ] as const) {
    await amount.fill(typed)
    await amount.press('Enter')
    await expect(dialog.getByText(fault).last()).toBeVisible()
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
  }
  await amount.fill('25')
  await dialog.getByRole('button', { name: 'Confirm Deposit' }).click()

  const deposit = dialogOf(page, 'Deposit by USDT ERC20')
  await expect(page).toHaveURL(/deposit=dep_/)
  await expect(deposit).toContainText(/25\.00\d* USDT/)
  await expect(deposit.getByRole('img', { name: new RegExp(payments.treasury, 'i') })).toBeVisible()
  await expect(deposit).toContainText('Send USDT on ERC20 (Ethereum) only.')
  await expect(deposit.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveText(
    ['Announced', 'Seen', 'Confirmed', 'Credited'].map((name) => new RegExp(`${name}$`)),
  )
  expect(await violationsOn(page)).toEqual([])

  await deposit.getByRole('textbox', { name: /^I have sent it/ }).fill('0x12')
  await deposit.getByRole('button', { name: 'Look it up' }).click()
  await expect(deposit.getByText('A transaction hash has 64 hexadecimal digits.')).toBeVisible()

  // Back leads to the wallet, not to the form that was sent; the line of the history leads here again.
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Set aside' })).toContainText('Pending deposits')
  await page
    .getByRole('link', { name: /^Open deposit/ })
    .first()
    .click()
  await deposit.getByRole('button', { name: 'Cancel this deposit' }).click()
  const question = deposit.getByRole('group', { name: /^Cancel this deposit\?/ })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await deposit.getByRole('button', { name: 'Cancel this deposit' }).click()
  await question.getByRole('button', { name: 'Cancel this deposit' }).click()
  await expectToast(page, 'The deposit was cancelled.')
  await expect(deposit).toContainText('Cancelled')
  await expect(deposit.getByRole('button', { name: 'Cancel this deposit' })).toHaveCount(0)
})

test('destinations: a wrong checksum and an address of ours are refused, a good one is kept, and removed', async ({
  page,
  payments,
}) => {
  const book = await openDialog(page, 'Payout destinations', 'Payout destinations')
  const form = book.getByRole('form', { name: 'Add a destination' })
  const address = form.getByRole('textbox', { name: /^USDT wallet address/ })
  await form.getByRole('button', { name: 'Add destination' }).click()
  await expect(form.getByText('The destination is required.')).toBeVisible()
  for (const refused of [MISTYPED, payments.treasury, payments.tokens.usdt]) {
    await address.fill(refused)
    await address.press('Enter')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toHaveValue(refused)
  }
  await address.fill(WALLET)
  await form.getByRole('textbox', { name: /^Name/ }).fill('My exchange')
  await form.getByRole('button', { name: 'Add destination' }).click()
  await expectToast(page, /^The destination was added\./)
  const list = book.getByRole('list', { name: 'Payout destinations' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('My exchange')
  expect(await violationsOn(page)).toEqual([])

  await book.getByRole('button', { name: 'Add a destination' }).click()
  await form.getByLabel('Payment method').selectOption('PayPal')
  await form.getByRole('textbox', { name: /^PayPal email/ }).fill('not an address')
  await form.getByRole('button', { name: 'Add destination' }).click()
  await expect(form.getByRole('textbox', { name: /^PayPal email/ })).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('textbox', { name: /^PayPal email/ }).fill('ayse.pays@example.com')
  await form.getByRole('button', { name: 'Add destination' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await book.getByRole('button', { name: 'Remove ayse.pays@example.com' }).click()
  await book
    .getByRole('group', { name: 'Remove ayse.pays@example.com' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  await expectToast(page, 'The destination was removed.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('more than is available cannot be asked for, and Max asks for what there is', async ({ page }) => {
  const dialog = await openDialog(page, 'Withdraw', 'Withdraw Funds')
  await expect(dialog).toContainText('1-3 business days')
  await expect(dialog).toContainText('A network fee may apply for USDT.')
  await expect(dialog).toContainText('$0.00')
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  await amount.fill('10')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Only $0.00 is ready for withdrawal.')).toBeVisible()
  await expect(amount).toBeFocused()
  await dialog.getByRole('button', { name: 'Max: everything that is available' }).click()
  await expect(amount).toHaveValue('0.00')
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/dialog=/)
  await expect(page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true })).toBeFocused()
})

test('every dialog fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const dialog of ['deposit', 'withdraw', 'destinations', 'holds', 'statements']) {
    await page.goto(`/wallet?dialog=${dialog}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSettled(page)
    const overhang = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([dialog, overhang]).toEqual([dialog, 0])
  }
})
