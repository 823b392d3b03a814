// The search of everything: by the keyboard alone, over numbers, messages, ranges, people and pasted ids; what is
// somebody else's is not there.
import { expect, expectSection, signInAs, test, type Locator, type Page } from './console.fixture.ts'
import { apiAs, deliverMessage } from './platform.client.ts'

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

/** An item of the palette that holds the text. */
function item(palette: Locator, text: string | RegExp): Locator {
  return palette.getByRole('option').filter({ hasText: text })
}

test('a number is found by its last digits, and leads to what it received, by keyboard alone', async ({ page }) => {
  const word = `quartz${Date.now().toString(36)}`
  await deliverMessage({ to: '+447700900731', text: `Your ${word} has arrived`, from: 'Parcel' })
  await signInAs(page, 'bruno')
  const palette = await openPalette(page)
  await page.keyboard.type('0900731')
  await expect(item(palette, '+447700900731')).toBeVisible()
  await expect(palette.getByRole('status')).toHaveText(/\d+ results?/)
  await page.keyboard.press('Enter')
  await expectSection(page, 'inbox')
  await expect(page).toHaveURL(/recipient=(%22)?447700900731/)

  await openPalette(page)
  await page.keyboard.type(`message: ${word}`)
  await expect(item(palette, word)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/message=msg_/)
})

test('an admin finds people, ranges and carriers; a user finds none of them', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'operator')
  const palette = await openPalette(page)
  await page.keyboard.type('brun')
  await expect(item(palette, 'bruno')).toBeVisible()
  await item(palette, 'bruno').first().click()
  await expect(page).toHaveURL(/manage-users\?.*user=usr_/)
  await expect(page.getByRole('dialog', { name: 'bruno' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPalette(page)
  await expect(palette.getByText('Recent', { exact: true })).toBeVisible()
  await expect(item(palette, 'bruno')).toBeVisible()
  await page.keyboard.type('user: chiara')
  await expect(item(palette, 'chiara')).toHaveCount(1)
  await page.keyboard.press('Escape')

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const theirs = await context.newPage()
  await signInAs(theirs, 'bruno')
  const theirPalette = await openPalette(theirs)
  await theirs.keyboard.type('user: chiara')
  await expect(theirPalette.getByText('Nothing matches “chiara”.')).toBeVisible()
  await context.close()
})

test('a pasted id leads straight to what it names, and somebody else’s to nothing', async ({ page }) => {
  const chiaras = await apiAs('chiara')
  const { items } = (await chiaras('GET', '/ranges')) as { items: { id: string }[] }
  await signInAs(page, 'bruno')
  const bruno = await apiAs('bruno')
  const own = (await bruno('GET', '/ranges')) as { items: { id: string; name: string }[] }
  const palette = await openPalette(page)
  const field = palette.getByRole('combobox')
  await field.fill(items[0]?.id ?? '')
  await expect(palette.getByText(/^Nothing matches/)).toBeVisible()
  await field.fill(` ${own.items[0]?.id ?? ''} `)
  await expect(item(palette, own.items[0]?.name ?? '')).toBeVisible()
  await expect(item(palette, own.items[0]?.name ?? '')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`range=${own.items[0]?.id ?? ''}`))
})

test('whatever is typed is looked for as it is, and nothing breaks', async ({ page }) => {
  await signInAs(page, 'operator')
  const palette = await openPalette(page)
  const field = palette.getByRole('combobox')
  for (const hostile of ['%%%', '__', `'"; drop table`, '\u202e0044\u202c', '😀😀😀', 'x'.repeat(200), '\\\\']) {
    await field.fill(hostile)
    await expect(palette.getByRole('status')).toHaveText(/Nothing found|result/)
    await expect(palette.getByRole('alert')).toHaveCount(0)
  }
})

test('pages and actions show by a few letters, and the operator is a click', async ({ page }) => {
  await signInAs(page, 'operator')
  const palette = await openPalette(page)
  await page.keyboard.type('add us')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /user/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/dashboard')
  await expectSection(page, 'dashboard')
  await page.keyboard.press('/')
  await palette.getByRole('button', { name: 'range:' }).click()
  await expect(palette.getByRole('combobox')).toHaveValue('range: ')
  await page.keyboard.type('DE Mob')
  await expect(item(palette, 'DE Mobile')).toBeVisible()
})
