// Dashboard, Analytics and My Earnings: every figure against traffic that is known, periods in the address, compare,
// zoom by mouse and by keys, tables and files of every chart, a newcomer without traffic, ten years, a phone.
import { readFileSync } from 'node:fs'
import { violationsOn } from './axe.ts'
import {
  expect,
  expectSection,
  expectSettled,
  openSection,
  signInAs,
  test,
  type Locator,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, deliverMessage, NEW_PASSWORD } from './platform.client.ts'

const RATE = '0.01'
const MESSAGES = 3

/** The tile with this label, which is the first paragraph that says so. */
function tile(page: Page, label: string): Locator {
  const named = page
    .getByRole('main')
    .locator('p')
    .filter({ hasText: new RegExp(`^${label}$`) })
  return named.first().locator('xpath=../..')
}

async function figureOf(page: Page, label: string): Promise<string> {
  const text = await tile(page, label).innerText()
  return text.split('\n').find((line) => line.trim() !== '' && line.trim() !== label) ?? ''
}

/** A card by its heading. */
function card(page: Page, title: string): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** A chart by its name: the group that takes the arrow keys. */
function chart(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

async function csvOf(page: Page, label: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download CSV. ${label}` }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  return text.replace('\uFEFF', '').trim().split('\r\n')
}

/** A user whose traffic is known to the last message. */
async function makeEarner(username: string, prefix: string): Promise<void> {
  const admin = await apiAs('operator')
  const { id } = await addUser(admin, username)
  const range = { prefix, startNumber: '00', endNumber: '99', rate: RATE, ownerId: id }
  await admin('POST', '/ranges', { name: `Range of ${username}`, isActive: true, isTest: false, ...range })
  for (let index = 0; index < MESSAGES; index++) {
    await deliverMessage({
      to: `+${prefix}1${index}`,
      text: `Your code is 48210${index}`,
      from: index === 0 ? 'Bank' : 'Acme',
    })
  }
}

test.describe('traffic that is known', () => {
  test.describe.configure({ mode: 'serial' })
  const username = 'inge'
  test.beforeAll(() => makeEarner(username, '4915550071'))

  test('is on every tile of the dashboard, which lead on', async ({ page }) => {
    await signInAs(page, username, NEW_PASSWORD)
    await expect.poll(() => figureOf(page, 'Total Messages')).toBe(String(MESSAGES))
    await expect(tile(page, 'Total Messages')).toContainText(`${MESSAGES} unread`)
    expect(await figureOf(page, 'Total Earnings')).toBe('$0.03')
    expect(await figureOf(page, 'Number Ranges')).toBe('1')
    await expect(tile(page, 'Growth')).toContainText('No earlier period to compare with')
    await expect(page.getByRole('list', { name: 'Waiting for you' })).toContainText(`${MESSAGES} unread messages`)
    await expect(card(page, 'Messages per day')).toContainText(`${MESSAGES} messages · $0.03`)
    await page.getByRole('link', { name: /Total Earnings/ }).click()
    await expectSection(page, 'earnings')
    await expect(page).toHaveURL(/from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d/)
  })

  test('is in Analytics by range, country, sender and hour, each leading to its messages', async ({ page }) => {
    await signInAs(page, username, NEW_PASSWORD)
    await openSection(page, 'analytics')
    await expect.poll(() => figureOf(page, 'Messages')).toBe(String(MESSAGES))
    expect(await figureOf(page, 'Segments')).toBe(String(MESSAGES))
    expect(await figureOf(page, 'Earnings')).toBe('$0.03')
    await expect(async () => {
      await page.reload()
      await expect.poll(() => figureOf(page, 'Unique senders')).toBe('2')
      expect(await figureOf(page, 'With a code')).toBe('100.0%')
    }).toPass()
    await expect(card(page, 'By country').getByRole('list')).toContainText('Germany')
    await expect(card(page, 'By sender').getByRole('listitem').first()).toContainText('Acme')
    await expect(page.getByText(/Counted up to \d\d:\d\d:\d\d/).first()).toBeVisible()
    await card(page, 'By range')
      .getByRole('link', { name: `Range of ${username}` })
      .click()
    await expectSection(page, 'inbox')
    await expect(page).toHaveURL(/range=rng_/)
  })

  test('is in My Earnings as money, with its rate', async ({ page }) => {
    await signInAs(page, username, NEW_PASSWORD)
    await openSection(page, 'earnings')
    for (const label of ['Earned today', 'This week', 'This month', 'In this period'])
      await expect.poll(() => figureOf(page, label)).toBe('$0.03')
    const way = card(page, 'From message to payout')
    await expect(way.getByRole('listitem').filter({ hasText: 'Earned, not yet settled' })).toContainText('$0.03')
    await expect(way.getByRole('listitem').filter({ hasText: 'Paid out' })).toContainText('$0.00')
    await expect(page.getByText('Nothing is maturing')).toBeVisible()
    const rates = page.getByRole('table', { name: 'Rate card' })
    await expect(rates.getByRole('row', { name: new RegExp(`Range of ${username}`) })).toContainText('$0.0100')
    const lines = await csvOf(page, 'Earnings: By range')
    expect(lines[0]).toBe('Range,Earnings,Messages,Segments')
    expect(lines[1]).toBe(`Range of ${username},0.030000,${MESSAGES},${MESSAGES}`)
  })
})

test('a newcomer sees what to do first, can hide it, and every page says that there is nothing', async ({ page }) => {
  await addUser(await apiAs('operator'), 'nadine')
  await signInAs(page, 'nadine', NEW_PASSWORD)
  const steps = card(page, 'Getting Started')
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps).toContainText('0 of 4')
  await expect(steps.getByRole('link', { name: 'Set up a second factor' })).toBeVisible()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await openSection(page, 'analytics')
  await expect(page.getByText('Nothing was received in this period')).toBeVisible()
  await openSection(page, 'earnings')
  await expect(page.getByText('Nothing earned in this period')).toBeVisible()
  await expect(page.getByText('No ranges yet')).toBeVisible()
})

test('the period of the dashboard is in the address, also one of one’s own', async ({ page }) => {
  await signInAs(page, 'ayse')
  const picker = page.getByRole('radiogroup', { name: 'Period' })
  await picker.getByText('7 days').click()
  await expect(page).toHaveURL(/\?days=7$/)
  await expect(tile(page, 'Growth')).toContainText(/vs\. previous( 7 days)?/)
  await picker.getByText('Custom').click()
  await expect(page).toHaveURL(/from=.*&to=/)
  const to = page.getByLabel('To', { exact: true })
  const last = await to.inputValue()
  await page.getByLabel('From', { exact: true }).fill(last)
  await expect(page).toHaveURL(new RegExp(`from=${last}&to=${last}`))
  await page.reload()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(last)
  await page.goBack()
  await expect(page.getByLabel('From', { exact: true })).not.toHaveValue(last)
})

test('a day of the period is typed digit by digit, and the other end stays where it was', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.goto('/dashboard?from=2026-01-10&to=2026-01-20')
  await page.getByLabel('To', { exact: true }).focus()
  // Past the month.
  await page.keyboard.press('Tab')
  await page.keyboard.press('0')
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/to=2026-01-02/)
  // The year has the cursor by now.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('25')
  await expect(page).toHaveURL(/from=2026-01-10&to=2026-01-25/)
})

test('the link of a chart leads to it', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.goto('/analytics#by-language')
  await expect(page.locator('#by-language')).toBeInViewport()
})

test.describe('what could not be renewed', () => {
  test.use({ refusals: 'expected' })

  test('stays on screen, to the foot of My Earnings', async ({ page }) => {
    await signInAs(page, 'bruno')
    await page.clock.install()
    await page.goto('/earnings')
    await expect(page.locator('#by-range')).toBeAttached()
    await page.route('**/api/v1/earnings?*', (route) => route.fulfill({ status: 403, body: '{}' }))
    await page.clock.runFor(61_000)
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
    await expect(page.locator('#by-range')).toBeAttached()
  })
})

test('the dashboard’s chart is a table and a file, of messages and of earnings', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/dashboard?days=7')
  const lines = await csvOf(page, 'Messages per day')
  expect(lines[0]).toBe('When,Messages per day,Previous period,Messages per day (Previous period)')
  expect(lines).toHaveLength(8)
  await card(page, 'Messages per day').getByText('Earnings', { exact: true }).click()
  const earnings = card(page, 'Earnings per day')
  await earnings.getByRole('button', { name: 'View as table' }).click()
  const table = page.getByRole('table', { name: 'Earnings per day' })
  await expect(table.getByRole('row')).toHaveCount(8)
  await expect(table.getByRole('cell', { name: /^\$\d+\.\d\d$/ }).first()).toBeVisible()
})

test('traffic is compared with the period before, the year before, or nothing', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/analytics?days=7')
  await expect(tile(page, 'Messages')).toContainText(/% vs\. \d/)
  const compare = page.getByLabel('Compare with')
  await compare.selectOption('The same days a year ago')
  await expect(page).toHaveURL(/compare=year/)
  await expect(tile(page, 'Messages')).toContainText('Nothing before to compare with')
  await compare.selectOption('Nothing')
  await expect(page).toHaveURL(/compare=none/)
  const lines = await csvOf(page, 'Messages over time')
  expect(lines[0]).toBe('When,Messages over time')
  expect(lines.length).toBeGreaterThan(140)
})

test('dragging over the chart zooms in, and Back zooms out', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/analytics?days=90')
  const plot = chart(page, 'Messages over time')
  await expect(plot.getByRole('img')).toBeVisible()
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (box === null) throw new Error('The chart has a place')
  await page.mouse.move(box.x + box.width * 0.9, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.93, box.y + 80, { steps: 4 })
  await page.mouse.move(box.x + box.width * 0.97, box.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d/)
  await expect(page.getByText(/By the (hour|day)/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/days=90$/)
})

test('keys read the chart and zoom it, and move over the hours of the week', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/analytics?days=90')
  const plot = chart(page, 'Messages over time')
  await plot.focus()
  await page.keyboard.press('End')
  const spoken = plot.locator('[aria-live]')
  await expect(spoken).toContainText(/^[A-Z][a-z]{2} \d+: [\d,]+\. [A-Z][a-z]{2} \d+: /)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(spoken).toContainText('selected. Press Enter to zoom in.')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d/)
  await expect(page.getByText('By the hour')).toBeVisible()
  const week = chart(page, 'Hours of the week')
  await week.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(week.locator('[aria-live]')).toContainText(/^Tuesday, 00:00: [\d,]+$/)
})

test('every list of Analytics is a table and a file, and what was drawn is in the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'ayse')
  await page.goto('/analytics?days=7&metric=earnings')
  await expectSettled(page)
  for (const title of ['By range', 'By country', 'By sender']) {
    const lines = await csvOf(page, `Earnings: ${title}`)
    expect(lines[0]).toMatch(/^(Range|Country|Sender),Earnings,Messages,Segments$/)
    expect(lines[1]).toMatch(/,\d+\.\d{6},\d+,\d+$/)
    await card(page, title).getByRole('button', { name: 'View as table' }).click()
    await expect(page.getByRole('table', { name: `Earnings: ${title}` })).toBeVisible()
  }
  expect((await csvOf(page, 'Messages: By language'))[0]).toBe('Language,Messages')
  expect(await csvOf(page, 'Hours of the week')).toHaveLength(25)
  await page.getByRole('button', { name: 'Copy link. Earnings over time' }).click()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toMatch(/\/analytics\?days=7&metric=earnings#over-time$/)
  await page.goto(link)
  await expect(card(page, 'Earnings over time')).toBeVisible()
})

test('ten years are drawn by the month, in days of UTC', async ({ page }) => {
  await signInAs(page, 'ayse')
  for (const section of ['analytics', 'earnings', 'dashboard'] as const) {
    const answer = page.waitForResponse((response) => response.url().includes(`/api/v1/${section}?`))
    await page.goto(`/${section}?days=3650`)
    expect((await answer).status()).toBe(200)
    await expect(page.getByText(/Days in UTC, today so far/).first()).toBeVisible()
  }
  await page.goto('/analytics?days=3650')
  await expect(page.getByText('By the month')).toBeVisible()
  const points = (await csvOf(page, 'Messages over time')).length - 1
  expect(points).toBeGreaterThan(118)
  expect(points).toBeLessThan(125)
})

test('an admin sees the whole platform and goes on to one owner', async ({ page }) => {
  await signInAs(page, 'operator')
  await openSection(page, 'analytics')
  const owners = card(page, 'By owner')
  await expect(owners.getByRole('listitem').first()).toContainText('ayse')
  await expect(tile(page, 'Unique senders')).toContainText('Told for one owner')
  await owners.getByRole('link', { name: 'chiara' }).click()
  await expect(page).toHaveURL(/owner=usr_/)
  await expect(page.getByLabel('Owner')).toHaveValue(/^usr_/)
  await expect(card(page, 'By sender').getByRole('listitem').first()).toBeVisible()
  await page.getByLabel('Owner').selectOption('The whole platform')
  await expect(owners).toBeVisible()
})

test('money on its way leads to its lines and to the day on which it matures', async ({ page }) => {
  await signInAs(page, 'ayse')
  await openSection(page, 'earnings')
  const lines = await csvOf(page, 'What matures when')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines[1]).toMatch(/,\d+\.\d{6}$/)
  const way = card(page, 'From message to payout')
  await expect(way.getByRole('listitem').filter({ hasText: 'Maturing' })).toContainText('Next:')
  await way.getByRole('link', { name: /Open lines/ }).click()
  await expectSection(page, 'wallet')
  await expect(page.getByRole('table', { name: 'Earnings by range and hour, newest hour first' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`all three fit a phone and have no violation, ${colorScheme}`, async ({ page }) => {
    await signInAs(page, 'ayse')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme })
    for (const address of ['/dashboard?days=7', '/analytics?days=7&metric=earnings', '/earnings']) {
      await page.goto(address)
      await expectSettled(page)
      const overhang = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([address, overhang]).toEqual([address, 0])
      expect([address, await violationsOn(page)]).toEqual([address, []])
    }
  })
}
