// Holds: an admin opens a case over a range's hours, notes what was found and proposes its end; another person decides.
import { violationsOn } from './axe.ts'
import {
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  expectToast,
  openSection,
  rowWith,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { apiAs } from './platform.client.ts'
import { faultsHere } from './surfaces.ts'

// What is wrong in a form, and what is not theirs, is refused on purpose.
test.use({ refusals: 'expected' })
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

/** As a date field takes it; the browser is in UTC. */
function field(at: number): string {
  return new Date(at).toISOString().slice(0, 16)
}

const HOUR_MS = 3_600_000

/** A case over some hours of a range of nobody else's test. */
async function openCase(range: string, reason: string): Promise<string> {
  const admin = await apiAs('operator')
  const { items } = (await admin('GET', `/ranges?search=${encodeURIComponent(range)}`)) as { items: { id: string }[] }
  const [from, until] = [Date.now() - 30 * HOUR_MS, Date.now() - 26 * HOUR_MS].map((at) => new Date(at).toISOString())
  const made = await admin('POST', '/cases', { rangeId: items[0]?.id, from, until, reason })
  return String(made['id'])
}

async function expectFits(page: Page): Promise<void> {
  const pixels = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(pixels).toBe(0)
}

test('a case is opened by hand, noted, proposed to be released, and ended by another person', async ({ page }) => {
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Administration' }).click()
  await openSection(page, 'holds')
  await page.getByRole('button', { name: 'Open Case' }).click()
  const form = dialogOf(page, 'Open a case')
  await form.getByRole('button', { name: 'Open Case' }).click()
  await expect(form.getByText('Choose a range from the list.')).toBeVisible()
  await expect(form.getByText('Give the day and the hour.')).toHaveCount(2)
  await expect(form.getByText('Say why, for whoever reads it later.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await form.getByRole('combobox', { name: 'Range' }).fill('US Lines')
  const option = form.locator('option', { hasText: 'US Lines' }).first()
  await expect(option).toBeAttached()
  await form.getByRole('combobox', { name: 'Range' }).fill((await option.getAttribute('value')) ?? '')
  await form.getByLabel('From').fill(field(Date.now() - 30 * HOUR_MS))
  await form.getByLabel('Until').fill(field(Date.now() - 31 * HOUR_MS))
  await form.getByLabel('Reason').fill('The carrier asks about these hours')
  await form.getByRole('button', { name: 'Open Case' }).click()
  await expect(form.getByText('The end lies after the beginning.')).toBeVisible()
  await form.getByLabel('Until').fill(field(Date.now() - 26 * HOUR_MS))
  await form.getByRole('button', { name: 'Open Case' }).click()

  const sheet = dialogOf(page, /^By hand/)
  await expect(page).toHaveURL(/item=cas_/)
  await expect(sheet.getByText('The carrier asks about these hours').first()).toBeVisible()
  await sheet.getByLabel('Add a note').fill('Asked them for their logs')
  await sheet.getByRole('button', { name: 'Add Note' }).click()
  await expect(sheet.getByText('Asked them for their logs').first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Propose release' }).click()
  const question = dialogOf(page, 'Propose to release the money?')
  await question.getByLabel('Reason').fill('Their logs agree with ours')
  await question.getByRole('button', { name: 'Propose release' }).click()
  await expectToast(page, 'Proposed. Another person has to confirm.')
  await expect(sheet.getByText('You proposed this. Another administrator has to decide.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  const address = page.url()

  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInAs(page, 'superadmin')
  await page.goto(address)
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  const confirm = dialogOf(page, 'Release the money?')
  await expect(confirm).toBeVisible()
  expect(await faultsHere(page, 2)).toEqual({})
  await confirm.getByLabel('Reason').fill('I looked at both logs')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The case has ended.')
  await expect(sheet.getByText('Released', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Ended' }).check()
  await expect(rowWith(page, 'By hand', 'US Lines', 'Released').first()).toBeVisible()
})

test('by keyboard: j walks, Enter opens, Escape leads back; a proposal that is sent back leaves the case open', async ({
  page,
}) => {
  const id = await openCase('FR Mobile B', `By keyboard ${Date.now()}`)
  await signInAs(page, 'operator')
  await page.goto('/holds')
  await expectSettled(page)
  await expect(rowWith(page, 'By keyboard').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-list-item]').first()).toBeFocused()
  await page.goto(`/holds?item=${id}`)
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Propose taking back' }).click()
  const question = dialogOf(page, 'Propose to take the money back?')
  await question.getByLabel('Reason').fill('Looked inflated')
  await question.getByRole('button', { name: 'Propose taking back' }).click()
  await expect(sheet.getByText('Taking back proposed')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send back' }).click()
  const back = dialogOf(page, 'Send the proposal back?')
  await back.getByLabel('Reason').fill('It was not')
  await back.getByRole('button', { name: 'Send back' }).click()
  await expect(sheet.getByRole('button', { name: 'Propose release' })).toBeVisible()
})

test('the queue of withdrawals stands there as well, empty and with its steps', async ({ page }) => {
  await signInAs(page, 'operator')
  await page.goto('/holds?tab=withdrawals')
  await expectSection(page, 'holds')
  await expect(page.getByText('Nothing awaits approval')).toBeVisible()
  for (const step of ['Awaiting payment', 'In progress', 'Needs attention', 'Completed', 'Over']) {
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click()
    await expect(page.getByText(/^Nothing /)).toBeVisible()
  }
  await expect(page).toHaveURL(/step=over/)
  expect(await violationsOn(page)).toEqual([])
})

test('a user is told that the section is not theirs', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/holds')
  await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
})

test('on a phone nothing is wider than the screen', async ({ page }) => {
  const id = await openCase('UK Mobile 03', `On a phone ${Date.now()}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'operator')
  for (const address of ['/holds', `/holds?item=${id}`, '/holds?dialog=open-case', '/holds?tab=withdrawals']) {
    await page.goto(address)
    if (/item=|dialog=/.test(address)) await expect(page.getByRole('dialog')).toBeVisible()
    await expectFits(page)
  }
})
