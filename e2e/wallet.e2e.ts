// The wallet: money rises with messages, hours become settlements, and every cent opens down to its messages.
import { expect, expectSection, openSection, rowWith, signInAs, test, type Page } from './console.fixture.ts'
import { deliverMessage } from './platform.client.ts'

const PRICE = /^-?[+-]?\$([\d,]+(?:\.\d+)?)$/

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'ayse')
  await openSection(page, 'wallet')
})

/** The item of "On its way to you" with this title. */
function stage(page: Page, title: string) {
  return page.getByRole('listitem').filter({ hasText: title })
}

async function dollarsOf(page: Page, title: string): Promise<number> {
  const text = await stage(page, title).innerText()
  const amount = text.split('\n').find((line) => PRICE.test(line.trim()))
  return Number(PRICE.exec(amount?.trim() ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

test('shows the balances by their names', async ({ page }) => {
  const main = page.getByRole('main')
  await expect(main.getByText('Manage your funds and transactions')).toBeVisible()
  for (const name of [
    'Available Balance',
    'Ready for withdrawal',
    'Total Deposits',
    'Total Withdrawals',
    'Total Earnings',
  ]) {
    await expect(main.getByText(name, { exact: true }).first()).toBeVisible()
  }
  await expect(main.getByText('USDT (TRC20)')).toBeVisible()
  await expect(main.getByText('PayPal', { exact: true })).toBeVisible()
  // Depositing and withdrawing are not here yet, and neither are buttons that would do nothing.
  await expect(main.getByRole('button', { name: /deposit|withdraw/i })).toHaveCount(0)
})

test('"Earned, not yet settled" rises with an arriving message, without a reload', async ({ page }) => {
  await expect(stage(page, 'Earned, not yet settled')).toContainText('$')
  const before = await dollarsOf(page, 'Earned, not yet settled')
  expect(before).not.toBeNaN()
  await deliverMessage({ to: '+336399 80001'.replace(' ', ''), text: 'It earns', from: 'Acme' })
  await expect.poll(() => dollarsOf(page, 'Earned, not yet settled')).toBeGreaterThanOrEqual(before + 0.006)
})

test('a closed hour is a settled line, which opens to its settlement, its lines and their messages', async ({
  page,
}) => {
  const history = page.getByRole('list', { name: 'Transactions, newest first' })
  const line = history.getByRole('listitem').first()
  await expect(line).toContainText('+$')
  await line.getByRole('link', { name: /^Open settlement/ }).click()
  const settlement = page.getByRole('dialog', { name: 'Settlement' })
  await expect(settlement).toContainText(/stl_[0-9a-z]{26}/)
  await expect(settlement).toContainText(/trf_[0-9a-z]{26}/)
  await expect(page).toHaveURL(/settlement=stl_/)

  // The dialog has an address.
  await page.reload()
  await expect(settlement).toContainText(/trf_[0-9a-z]{26}/)
  const lines = settlement.getByRole('list', { name: 'Lines of this settlement, by range and hour' })
  await lines.getByRole('link').first().click()
  await expectSection(page, 'inbox')
  const messages = page.getByRole('table', { name: 'Messages, newest first' })
  await expect(rowWith(messages, /\$0\.0\d/).first()).toBeVisible()
})

test('earnings by hour lead to the messages of that hour', async ({ page }) => {
  await page.getByText('Earnings by hour', { exact: true }).first().click()
  const table = page.getByRole('table', { name: 'Earnings by range and hour, newest hour first' })
  await expect(rowWith(table, 'Hour is open').first()).toBeVisible()
  const settled = rowWith(table, /Maturing|Available/).first()
  const count = Number(await settled.getByRole('cell').nth(2).innerText())
  await settled.getByRole('link').click()
  await expectSection(page, 'inbox')
  const messages = page.getByRole('table', { name: 'Messages, newest first' })
  await expect(messages.getByRole('row')).toHaveCount(Math.min(count, 50) + 1)
})
