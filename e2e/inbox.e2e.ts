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

/**
 * What comes to the one number, so that the demo's own traffic pushes nothing out of sight; away from the list, which
 * holds still under a pointer.
 */
async function openInbox(page: Page): Promise<void> {
  await openSection(page, 'sms-inbox')
  await page.goto(`/sms-inbox?number=${NUMBER.slice(1)}`)
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
  await row.locator('time').hover()
  await expect(row.locator('time')).toHaveAttribute('title', / · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
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

test('a message that the list does not show is marked unread again', async ({ page }) => {
  const rows = page.getByRole('table', { name: 'Messages, newest first' }).getByRole('link')
  await page.goto('/inbox')
  const href = await rows.nth(3).getAttribute('href')
  const id = /msg_[0-9a-z]+/.exec(href ?? '')?.[0] ?? ''
  await page.goto(`/sms-inbox?text=zzznothing&message=${id}`)
  const details = page.getByRole('complementary', { name: 'Message details' })
  const unread = details.getByRole('button', { name: 'Mark unread' })
  await expect(unread).toBeVisible()
  await unread.click()
  await expect(unread).toHaveCount(0)
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
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).not.toHaveURL(/text=|number=/)
  await openInbox(page)
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

test('one key copies the code that came last, and the code of the open message', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openInbox(page)
  const code = String(100_000 + Math.floor(Math.random() * 900_000))
  await deliverMessage({ to: NUMBER, text: `Your code is ${code}`, from: 'Kodebank' })
  await page.goto('/sms-inbox?sender=Kodebank')
  await page.mouse.move(5, 5)
  await expect(rowWith(list(page), code)).toBeVisible()
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(code)
  await page.evaluate(`navigator.clipboard.writeText('')`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Message details' })
  await expect(details.getByText(code, { exact: true }).first()).toBeVisible()
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(code)
  await expect(details.getByRole('button', { name: /^Copied/ })).toBeVisible()
})

test('details give the list room instead of covering it, and the number that wait stands in the head', async ({
  page,
}) => {
  await openInbox(page)
  const text = uniqueText()
  await deliverMessage({ to: NUMBER, text })
  const row = rowWith(list(page), text)
  await row.hover()
  await row.click()
  const details = page.getByRole('complementary', { name: 'Message details' })
  await expect(details).toContainText(text)
  const [rows, pane] = [await list(page).boundingBox(), await details.boundingBox()]
  expect((rows?.x ?? 0) + (rows?.width ?? 0)).toBeLessThanOrEqual(pane?.x ?? 0)
  await page.mouse.move(5, 5)
  await deliverMessage({ to: NUMBER, text: uniqueText() })
  const waiting = page.getByRole('button', { name: /^\d+ new messages?$/ })
  await expect(waiting).toBeVisible()
  const [pill, first] = [await waiting.boundingBox(), await list(page).locator('[data-index="0"]').boundingBox()]
  expect((pill?.y ?? 0) + (pill?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)
  await expect(row).toBeVisible()
  // What was opened can be unread again.
  await details.getByRole('button', { name: 'Mark unread' }).click()
  await expect(row.getByText('Unread')).toBeAttached()
})

test('filters reach what is not loaded and what arrives; unread messages can come first', async ({ page }) => {
  const sender = `Fahrrad${Date.now().toString(36)}`
  await deliverMessage({ to: '+447700900043', text: 'The first bell', from: sender })
  await openSection(page, 'sms-inbox')
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('textbox', { name: 'Sender' }).fill(sender.toUpperCase())
  await expect(page).toHaveURL(/sender=FAHRRAD/)
  await expect(rowWith(list(page), 'The first bell')).toBeVisible()
  await deliverMessage({ to: NUMBER, text: 'The second bell', from: sender })
  await deliverMessage({ to: NUMBER, text: 'Somebody else', from: 'Other' })
  await expect(rowWith(list(page), 'The second bell')).toBeVisible()
  await expect(rowWith(list(page), 'Somebody else')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Number' }).fill('0043')
  await expect(rowWith(list(page), 'The second bell')).toHaveCount(0)
  await expect(rowWith(list(page), 'The first bell')).toBeVisible()
  await page.getByRole('textbox', { name: 'Number' }).fill('')
  await expect(rowWith(list(page), 'The second bell')).toBeVisible()

  // The newer one is read; the older one then stands first, also after a reload.
  await rowWith(list(page), 'The second bell').click()
  await expect(page.getByRole('complementary', { name: 'Message details' })).toContainText('The second bell')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Arrange' }).selectOption('Unread first')
  await expect(page).toHaveURL(/order=unread/)
  const sorted = page.getByRole('grid', { name: 'Messages, unread first' })
  await expect(sorted.locator('[data-index="1"]')).toContainText('The first bell')
  await page.reload()
  await expect(sorted.locator('[data-index="0"]')).toContainText('Unread')
  await expect(sorted.locator('[data-index="1"]')).toContainText('The first bell')
  await expect(sorted.locator('[data-index="2"]')).toContainText('All others')
  await expect(sorted.locator('[data-index="3"]')).toContainText('The second bell')
})

test('two tabs share one stream, and when the one that reads it closes the other takes over', async ({
  page,
  context,
}) => {
  const streams: Page[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/live') streams.push(request.frame().page())
  })
  await openInbox(page)
  const second = await context.newPage()
  await second.goto(`/sms-inbox?number=${NUMBER.slice(1)}`)
  await second.mouse.move(5, 5)
  await expect(second.getByRole('button', { name: /^Live/ })).toBeVisible()
  const [both, after] = [uniqueText(), uniqueText()]
  await deliverMessage({ to: NUMBER, text: both })
  await expect(rowWith(list(page), both)).toBeVisible()
  await expect(rowWith(list(second), both)).toBeVisible()
  expect(streams.includes(second)).toBe(false)

  await page.close()
  await expect.poll(() => streams.includes(second)).toBe(true)
  await expect(second.getByRole('button', { name: /^Live/ })).toBeVisible()
  await deliverMessage({ to: NUMBER, text: after })
  await expect(rowWith(list(second), after)).toBeVisible()
  // Nothing that came before, between or after is there twice.
  await expect(rowWith(list(second), both)).toHaveCount(1)
  await second.close()
})

for (const width of [1024, 1350]) {
  test(`at ${width} pixels the search, the figures and the switch of the stream stand in one line`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/sms-inbox')
    const search = await page.getByRole('searchbox', { name: 'Search messages...' }).boundingBox()
    const live = await page.getByRole('button', { name: /^Live/ }).boundingBox()
    expect(live?.y).toBe(search?.y)
    expect(search?.width).toBeGreaterThan(120)
  })
}

test('the stream says when there is no network, and goes on by itself', async ({ page, context, faults }) => {
  await openInbox(page)
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible()
  const text = uniqueText()
  await deliverMessage({ to: NUMBER, text })
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible()
  await expect(rowWith(list(page), text)).toBeVisible()
  // What the browser logs of a network that is away is what this is about.
  faults.splice(0)
})

test('alerts are off until they are asked for, and say what the browser allows', async ({ page, context }) => {
  const asked = () => page.evaluate('window.asked')
  await page.addInitScript(`
    window.asked = 0
    const answer = 'granted'
    let permission = 'default'
    class FakeNotification extends EventTarget {
      static get permission() { return permission }
      static async requestPermission() { window.asked += 1; permission = answer; return answer }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: FakeNotification })
  `)
  await openInbox(page)
  await page.getByLabel('Alerts').click()
  const sound = page.getByRole('checkbox', { name: /^Sound/ })
  const desktop = page.getByRole('checkbox', { name: /^Desktop/ })
  await expect(page.getByText('Your browser will ask you first.')).toBeVisible()
  expect(await asked()).toBe(0)
  await expect(sound).not.toBeChecked()
  await sound.check()
  expect(await asked()).toBe(0)
  await desktop.check()
  await expect(page.getByText('Your browser allows it.')).toBeVisible()
  expect(await asked()).toBe(1)
  await desktop.uncheck()
  await sound.uncheck()
  await context.clearPermissions()
})
