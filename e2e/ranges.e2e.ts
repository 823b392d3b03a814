// Number ranges: an admin hands numbers out, and the next message to one of them is the new owner's.
import {
  dialogOf,
  expect,
  expectSection,
  expectToast,
  openSection,
  rowWith,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, deliverMessage, NEW_PASSWORD } from './platform.client.ts'

function uniqueName(noun: string): string {
  return `${noun}${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

/** A block of a hundred numbers in a part of the numbering plan that the demo leaves alone. */
function freeNumbers(): { prefix: string; startNumber: string; endNumber: string; first: string } {
  const block = String(Math.floor(Math.random() * 10_000)).padStart(4, '0')
  const [prefix, startNumber, endNumber] = ['35384', `${block}00`, `${block}99`]
  return { prefix, startNumber, endNumber, first: `+${prefix}${startNumber}` }
}

async function fillRange(page: Page, range: Record<string, string>): Promise<void> {
  const dialog = dialogOf(page, 'Create Number Range')
  for (const [label, value] of Object.entries(range)) {
    const field = dialog.getByLabel(label, { exact: true })
    if (label === 'Assign to User') await field.selectOption({ label: value })
    else await field.fill(value)
  }
}

test.describe('creating', () => {
  test.use({ refusals: 'expected' })

  test('an admin creates a range, and the next message to it is the new owner’s, live', async ({ page, browser }) => {
    const owner = uniqueName('gerda')
    await addUser(await apiAs('operator'), owner)
    const { prefix, startNumber, endNumber, first } = freeNumbers()
    const name = uniqueName('Irish ')

    const context = await browser.newContext()
    const theirs = await context.newPage()
    await signInAs(page, 'operator')
    const { origin } = new URL(page.url())
    await theirs.goto(origin)
    await signInAs(theirs, owner, NEW_PASSWORD)
    await openSection(theirs, 'sms-inbox')
    await expect(theirs.getByRole('heading', { name: 'No messages yet' })).toBeVisible()

    await openSection(page, 'number-ranges')
    await page.getByRole('button', { name: 'Add Range' }).click()
    await fillRange(page, { 'Range Name': name, 'Assign to User': owner, Prefix: prefix })
    await fillRange(page, { 'Start Number': startNumber, 'End Number': endNumber, 'Rate per segment': '0.0125' })
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('100')
    await expect(preview).toContainText('Ireland')
    await expect(preview).toContainText('Overlaps no other range.')
    await page.getByRole('button', { name: 'Create Range' }).click()
    await expectToast(page, `${name} is created`)
    await page.getByRole('searchbox', { name: 'Search ranges...' }).fill(name)
    const card = page.getByRole('article', { name })
    await expect(card).toContainText(owner)
    await expect(card).toContainText('0.0%')

    await deliverMessage({ to: first, text: 'Dia dhuit, a Ghearda', from: 'Acme' })
    const grid = theirs.getByRole('grid', { name: 'Messages, newest first' })
    await expect(rowWith(grid, 'Dia dhuit, a Ghearda', first)).toBeVisible()
    await openSection(theirs, 'wallet')
    await expect(theirs.getByRole('listitem').filter({ hasText: 'Earned, not yet settled' })).toContainText('$0.0125')
    await context.close()

    await page.reload()
    await expect(card).toContainText('1.0%')
  })

  test('an overlap names the range in the way and by how many numbers', async ({ page }) => {
    await signInAs(page, 'operator')
    await openSection(page, 'number-ranges')
    await page.getByRole('button', { name: 'Add Range' }).click()
    await fillRange(page, { 'Range Name': 'In the way', 'Assign to User': 'ayse', Prefix: '447700' })
    await fillRange(page, { 'Start Number': '900290', 'End Number': '900299', 'Rate per segment': '0.01' })
    const dialog = dialogOf(page, 'Create Number Range')
    await expect(dialog.getByText('Overlaps UK Mobile 01 by 10 numbers')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Range' }).click()
    await expect(dialog.getByText(/overlaps? UK Mobile 01 .*10 numbers/i).last()).toBeVisible()
    await expect(dialog.getByLabel('Start Number')).toHaveAttribute('aria-invalid', 'true')

    // The neighbour that is free would be accepted.
    await fillRange(page, { 'Start Number': '901000', 'End Number': '901009' })
    await expect(dialog.getByText('Overlaps no other range.')).toBeVisible()
  })
})

test('what cannot be a range is said while it is typed', async ({ page }) => {
  await signInAs(page, 'operator')
  await page.goto('/number-ranges?dialog=add')
  const preview = page.getByRole('region', { name: 'Preview' })
  await fillRange(page, { Prefix: '4477', 'Start Number': '0100', 'End Number': '099' })
  await expect(preview).toContainText('Start and end need the same width: they have 4 and 3 digits.')
  await fillRange(page, { 'End Number': '0099' })
  await expect(preview).toContainText('The end number comes before the start number.')
  await fillRange(page, { 'Start Number': '012345678901', 'End Number': '012345678902' })
  await expect(preview).toContainText('A number has at most 15 digits (E.164); this one has 16.')
})

test('a user sees their own ranges, without what only admins may do', async ({ page }) => {
  await signInAs(page, 'bruno')
  await openSection(page, 'number-ranges')
  await expect(page.getByText('Manage SMS number ranges and assignments')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article', { name: 'UK Mobile 03' })).toContainText('+447700900600 - +447700900999')
  await expect(page.getByRole('button', { name: /Add Range|Edit Range/ })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveCount(0)
  await page.getByRole('article', { name: 'UK Mobile 03' }).getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog', { name: /UK Mobile 03/ })
  await expect(details).toContainText('900600')
  await expect(details).toContainText('900999')
  await expect(details).toContainText('bruno')
})

test('filters and the look live in the address', async ({ page }) => {
  await signInAs(page, 'operator')
  await openSection(page, 'number-ranges')
  await page.getByRole('combobox', { name: 'User' }).selectOption({ label: 'chiara' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Inactive' })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'SE Mobile' })).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await page.reload()
  await expectSection(page, 'number-ranges')
  await expect(rowWith(page, 'SE Mobile', 'chiara')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})
