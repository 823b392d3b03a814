// The live inbox: messages come by themselves, and one can be followed down to the money that it became.
import { expect, openSection, rowWith, signInAs, test, type Page } from './console.fixture.ts'
import { deliverMessage } from './platform.client.ts'

// One after the other: they share an inbox, and one of them marks all of it.
test.describe.configure({ mode: 'default' })

const NUMBER = '+447700900042'
let sent = 0

/** A text that no other message has. */
function uniqueText(): string {
  sent += 1
  return `Parcel ${Date.now().toString(36)}-${process.pid}-${sent} is at the door`
}

function list(page: Page) {
  return page.getByRole('grid', { name: 'Messages, newest first' })
}

/** Away from the list, which holds still under a pointer. */
async function openInbox(page: Page): Promise<void> {
  await openSection(page, 'sms-inbox')
  await page.mouse.move(5, 5)
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'ayse')
})

test('a message appears without a reload, opens, is read, and is explained down to the ledger', async ({ page }) => {
  await openInbox(page)
  const text = uniqueText()
  await deliverMessage({ to: NUMBER, text, from: 'Postbote' })
  const row = rowWith(list(page), text)
  await expect(row).toBeVisible()
  await expect(row).toContainText('Postbote')
  await expect(row.getByText('Unread')).toBeAttached()

  await row.hover() // The list holds still under a pointer.
  await row.click()
  const details = page.getByRole('complementary', { name: 'Message details' })
  await expect(details).toContainText(text)
  await expect(details).toContainText('UK Mobile 01')
  await expect(details).toContainText('$0.0043')
  await expect(row.getByText('Unread')).not.toBeAttached()

  await details.getByRole('link', { name: 'Open its trace' }).click()
  await expect(page.getByRole('heading', { name: 'Message trace' })).toBeVisible()
  const trace = page.getByRole('main')
  await expect(trace).toContainText('From Lumen Mobile, over its connection Main (SMPP, the carrier binds).')
  await expect(trace).toContainText('Read as GSM 7-bit: one segment.')
  await expect(trace).toContainText('The number lies in UK Mobile 01, which belonged to ayse when the message arrived.')
  await expect(trace).toContainText('Counted into its hour')
  await expect(trace).toContainText(
    /Waits for its hour to close|Waits for settlement|The hour was posted to the ledger/,
  )
})

test('an old message is traced to its settlement, its transfer and its maturity', async ({ page }) => {
  const until = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await page.goto(`/inbox?${new URLSearchParams({ until }).toString()}`)
  await page.getByRole('table', { name: 'Messages, newest first' }).getByRole('link').first().click()
  const trace = page.getByRole('main')
  await expect(trace).toContainText('one transfer from message earnings to the maturing money of ayse.')
  await expect(trace).toContainText(/stl_[0-9a-z]{26}/)
  await expect(trace).toContainText(/trf_[0-9a-z]{26}/)
  await expect(trace).toContainText('The money moved from maturing to available: it can be withdrawn.')
  await trace.getByRole('link', { name: 'Open in My Wallet' }).click()
  // The dialog lies over the section, which is then no landmark any more.
  await expect(page).toHaveURL(/\/wallet\?/)
  await expect(page.getByRole('dialog', { name: 'Settlement' })).toContainText(/trf_[0-9a-z]{26}/)
})

test('a paused list holds still and says how many wait', async ({ page }) => {
  await openInbox(page)
  await page.getByRole('button', { name: /^Live/ }).click()
  await expect(page.getByRole('button', { name: /^Paused/ })).toHaveAttribute('aria-pressed', 'true')
  const text = uniqueText()
  await deliverMessage({ to: NUMBER, text })
  const waiting = page.getByRole('button', { name: /^\d+ new messages?$/ })
  await expect(waiting).toBeVisible()
  await expect(rowWith(list(page), text)).toHaveCount(0)
  await page.getByRole('button', { name: /^Paused/ }).click()
  await expect(rowWith(list(page), text)).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('all is read once it is marked so, and after a reload too', async ({ page }) => {
  await openInbox(page)
  const text = uniqueText()
  await deliverMessage({ to: NUMBER, text })
  const row = rowWith(list(page), text)
  await expect(row.getByText('Unread')).toBeAttached()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(row.getByText('Unread')).not.toBeAttached()
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row.getByText('Unread')).not.toBeAttached()
})

test('the list is searched, filtered and grouped, and the address keeps it', async ({ page }) => {
  await openInbox(page)
  const [text, other] = [uniqueText(), uniqueText()]
  await deliverMessage({ to: NUMBER, text })
  await deliverMessage({ to: NUMBER, text: other })
  await expect(rowWith(list(page), other)).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search messages...' })
  await search.fill(text.split(' ')[1] ?? '')
  await expect(rowWith(list(page), other)).toHaveCount(0)
  await expect(rowWith(list(page), text)).toBeVisible()
  await page.reload()
  await expect(rowWith(list(page), text)).toBeVisible()
  await expect(rowWith(list(page), other)).toHaveCount(0)
  await search.fill('nobody ever wrote this')
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Arrange' }).selectOption('By number')
  await expect(page).toHaveURL(/group=number/)
  const tree = page.getByRole('treegrid')
  await page.getByRole('button', { name: /^Live/ }).click()
  await rowWith(tree, NUMBER).first().click()
  await expect(rowWith(tree, text, 'Acme')).toBeVisible()
})

test('a code is copied from its row', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openInbox(page)
  const code = String(100_000 + Math.floor(Math.random() * 900_000))
  await deliverMessage({ to: NUMBER, text: `Your code is ${code}` })
  const row = rowWith(list(page), code)
  await row.hover()
  await row.getByRole('button', { name: 'Copy code' }).click()
  const field = page.getByRole('searchbox', { name: 'Search messages...' })
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue(code)
})
