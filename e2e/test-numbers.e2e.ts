// Test numbers: every user finds one, waits for a message and sees it arrive; an admin sends one through a real
// connection and is told its steps.
import { expect, openSection, signInAs, test } from './console.fixture.ts'
import { apiAs } from './platform.client.ts'
import { addHttpConnection, expectAccessible, postMessage, type HttpWay } from './quarantine.fixture.ts'

let way: HttpWay
test.beforeAll(async () => {
  way = await addHttpConnection(await apiAs('operator'), 'Test Bench')
})

test('a user finds a test number, waits on it, and sees what arrives', async ({ page }) => {
  await signInAs(page, 'ayse')
  await openSection(page, 'test-numbers')
  await page.getByRole('searchbox', { name: 'Search numbers...' }).fill('+46 701 74061')
  const card = page.getByRole('article', { name: 'Test number +46701740613' })
  await expect(card).toContainText('SE Test Numbers')
  await expect(page.getByRole('article', { name: 'Test number +46701740605' })).toHaveCount(0)
  await expectAccessible(page)
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { name: '+46701740613' })).toBeVisible()
  await expect(page.getByText('Waiting for a message...')).toBeVisible()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  // Only admins send from here.
  await expect(page.getByText('Send a test message')).toHaveCount(0)

  const text = `Hello ${Date.now().toString(36)}`
  await postMessage(way, { id: text, from: 'Bank', to: '+46701740613', text })
  const arrived = page.getByRole('listitem').filter({ hasText: text })
  await expect(arrived).toContainText('New')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('New messages are not looked for.')).toBeVisible()
  await expectAccessible(page)
})

test('an admin sends a message through a connection, end to end, and sees its steps', async ({ page }) => {
  await signInAs(page, 'operator')
  await page.goto('/test-numbers?number=46701740614')
  await page.getByRole('combobox', { name: 'Connection' }).selectOption(`${way.name} · Post`)
  const text = `Sent ${Date.now().toString(36)}`
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('It was sent over HTTP, signed as its carrier signs, and has landed.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText(/Committed\s*\d+ ms/)
  await expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Inrange')
})

test('what is no test number is not there, and an empty search says so', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/test-numbers?search=nowhere')
  await expect(page.getByRole('heading', { name: 'No test number matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test.describe('a number of somebody', () => {
  test.use({ refusals: 'expected' })
  test('answers like one that does not exist', async ({ page }) => {
    await signInAs(page, 'bruno')
    await page.goto('/test-numbers?number=447700900001')
    await expect(page.getByText('This is no test number, or not any more.')).toBeVisible()
  })
})
