// The archive: filters that live in the address, pages without numbers, and masks over what belongs to somebody else.
import { expect, openSection, rowWith, signInAs, test, type Page } from './console.fixture.ts'
import { deliverMessage } from './platform.client.ts'

function table(page: Page) {
  return page.getByRole('table', { name: 'Messages, newest first' })
}

/** What tells one message from all others on a page: the address of its trace. */
async function messageIds(page: Page): Promise<(string | undefined)[]> {
  const links = await table(page).getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  return addresses.map((address) => /msg_[0-9a-z]+/.exec(address ?? '')?.[0])
}

/**
 * The first digits of the numbers that the messages on the page were sent to, each once. Senders are numbers as well.
 */
async function recipientBlocks(page: Page): Promise<string[]> {
  const titles = await table(page).getByRole('columnheader').allInnerTexts()
  const column = titles.findIndex((title) => title.trim() === 'To')
  const cells = await table(page)
    .locator(`tbody tr > :nth-child(${column + 1})`)
    .allInnerTexts()
  return [...new Set(cells.map((number) => number.trim().slice(0, 8)))].sort()
}

test('filters narrow, stay in the address, survive a reload and are cleared', async ({ page }) => {
  await signInAs(page, 'bruno')
  const word = `zeppelin${Date.now().toString(36)}`
  await deliverMessage({ to: '+447700900777', text: `One ${word} for you`, from: 'Hangar' })
  await openSection(page, 'inbox')
  await page.getByRole('searchbox', { name: 'Search the text...' }).fill(word)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(rowWith(table(page), word, 'Hangar')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`text=${word}`))
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search the text...' })).toHaveValue(word)
  await expect(table(page).getByRole('row')).toHaveCount(2)

  await page.getByRole('textbox', { name: 'Sender' }).fill('Somebody else')
  await expect(page.getByRole('heading', { name: 'No message matches these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).not.toHaveURL(/text=|sender=/)
  await expect.poll(() => table(page).getByRole('row').count()).toBeGreaterThan(10)
})

test('range, status and period are choices', async ({ page }) => {
  await signInAs(page, 'bruno')
  await openSection(page, 'inbox')
  await page.getByRole('combobox', { name: 'Range' }).selectOption({ label: 'DE Mobile' })
  await expect.poll(async () => (await recipientBlocks(page)).join()).toBe('+4917139')
  await page.getByRole('combobox', { name: 'Range' }).selectOption({ label: 'All ranges' })
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days')
  await expect(page).toHaveURL(/period=week/)
  await expect.poll(async () => (await recipientBlocks(page)).join()).toBe('+4477009,+4917139')
})

test('Older and Newer step through pages that share no message', async ({ page }) => {
  await signInAs(page, 'chiara')
  await openSection(page, 'inbox')
  const newer = page.getByRole('button', { name: 'Newer' })
  await expect(newer).toBeDisabled()
  await expect(table(page).getByRole('row')).toHaveCount(51)
  const first = await messageIds(page)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(newer).toBeEnabled()
  await expect(page).toHaveURL(/cursor=/)
  await expect.poll(async () => (await messageIds(page)).filter((id) => first.includes(id))).toEqual([])
  const second = await messageIds(page)
  await page.reload()
  await expect.poll(() => messageIds(page)).toEqual(second)
  await newer.click()
  await expect.poll(async () => (await messageIds(page)).includes(first[10])).toBe(true)
})

test('an admin sees another person’s messages masked until one is revealed', async ({ page }) => {
  const secret = `4711-${Date.now().toString(36)}`
  await deliverMessage({ to: '+447700900778', text: `For your eyes only: ${secret}`, from: 'Hangar' })
  await signInAs(page, 'operator')
  await openSection(page, 'inbox')
  await page.getByLabel('Owner').fill('bruno')
  await expect(page).toHaveURL(/owner=usr_/)
  await page.getByRole('textbox', { name: 'Recipient' }).fill('447700900778')
  await expect(page.getByText('The content of messages that are not yours is masked.')).toBeVisible()
  const row = rowWith(table(page), 'Hangar').first()
  await expect(row).toContainText('Hidden content')
  await expect(page.getByText(secret)).toHaveCount(0)
  await row.getByRole('link').click()
  await expect(page.getByText('This message belongs to bruno')).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByText(secret).first()).toBeVisible()
})
