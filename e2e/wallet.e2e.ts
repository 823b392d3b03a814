// The wallet: money rises with messages, hours become settlements, and every cent opens down to its messages. History,
// statements and who may move what; the dialogs that move money are tried beside a real chain.
import { readFileSync } from 'node:fs'
import { violationsOn } from './axe.ts'
import {
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  openSection,
  rowWith,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
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
  await expect(main.getByRole('heading', { name: 'Available Payment Methods' })).toBeVisible()
  for (const name of ['Statements', 'Withdraw', 'Deposit'])
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible()
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

function historyOf(page: Page) {
  return page.getByRole('list', { name: 'Transactions, newest first' })
}

test('the history is filtered, each filter is in the address, and a filter that leaves nothing says so', async ({
  page,
}) => {
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByLabel('Type').selectOption('Earnings')
  await expect(page).toHaveURL(/type=earning/)
  await expect(historyOf(page).getByRole('listitem').first()).toContainText('Message earnings')
  await filters.getByLabel('Status').selectOption('Pending')
  await expect(page).toHaveURL(/status=pending/)
  const lines = historyOf(page).getByRole('listitem')
  await expect(lines.filter({ hasNotText: 'Pending' })).toHaveCount(0)
  await expect(lines.first()).toContainText('Pending')
  await filters.getByLabel('Method').selectOption('PayPal')
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(filters.getByLabel('Type')).toBeFocused()
  await expect(page).not.toHaveURL(/method=/)
  await expect(historyOf(page).getByRole('listitem').first()).toContainText('+$')

  await filters.getByLabel('Time').selectOption('Custom')
  await filters.getByLabel('Until').fill('2020-01-01')
  await expect(page).toHaveURL(/until=2020-01-01/)
  await expect(page.getByText('No transactions match these filters.')).toBeVisible()
})

test('the history is downloaded as it is filtered', async ({ page }) => {
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByLabel('Type').selectOption('Earnings')
  await expect(page).toHaveURL(/type=earning/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(head).toContain('created_at,type,method,amount_usd')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(line).toContain(',earning,')
})

test('a month has a statement that adds up, as a page, as CSV and as PDF', async ({ page }) => {
  await page.getByRole('main').getByRole('button', { name: 'Statements', exact: true }).click()
  const list = dialogOf(page, 'Statements')
  await expect(list).toContainText('not over yet')
  await list
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await expect(page).toHaveURL(/month=20\d\d-\d\d/)
  const statement = dialogOf(page, /^Statements: /)
  await expect(statement).toContainText('Opening balance')
  await expect(statement).toContainText('Closing balance')
  await expect(statement.getByRole('list', { name: 'Movements' }).getByRole('listitem').first()).toContainText(
    'Earnings',
  )
  expect(await violationsOn(page)).toEqual([])
  for (const [name, begin] of [
    ['PDF', '%PDF-1.7'],
    // The byte order mark is how Excel knows UTF-8.
    ['CSV', '\uFEFFat,label,description,amount_usd,balance_usd,transfer_id'],
  ] as const) {
    const download = page.waitForEvent('download')
    await statement.getByRole('button', { name: new RegExp(`as ${name}$`) }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^statement-20\d\d-\d\d\.(pdf|csv)$/)
    expect(readFileSync(await file.path(), 'utf8').slice(0, begin.length)).toBe(begin)
  }
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/month=/)
})

test('the wallet and its dialogs fit a phone and have no violation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [
    '/wallet',
    '/wallet?type=earning&period=week',
    '/wallet?dialog=statements',
    '/wallet?dialog=holds',
    '/wallet?dialog=deposit',
    '/wallet?dialog=withdraw',
    '/wallet?dialog=destinations',
  ]) {
    await page.goto(address)
    await expectSettled(page)
    if (address.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible()
    const overhang = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([address, overhang]).toEqual([address, 0])
    if (!address.includes('type=')) expect([address, await violationsOn(page)]).toEqual([address, []])
  }
})
