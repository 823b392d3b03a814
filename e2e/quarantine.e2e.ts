// Quarantine: an admin sees why messages wait and what to do, asks the route tester, gives the numbers a range and lets
// the messages land with exactly the money that was shown; one is set aside, one is revealed.
import { dialogOf, expect, expectToast, openSection, rowWith, signInAs, test, type Page } from './console.fixture.ts'
import { apiAs, type Api } from './platform.client.ts'
import { addHttpConnection, expectAccessible, postMessage, type HttpWay } from './quarantine.fixture.ts'

let operator: Api
let way: HttpWay
/** Digits that no other test uses, in a block that no range of the demo holds. */
const block = `4670${String(Date.now() % 1_000_000).padStart(6, '0')}`
let sent = 0

test.beforeAll(async () => {
  operator = await apiAs('operator')
  way = await addHttpConnection(operator, 'Lost and Found')
})

/** @returns the number, as it was sent */
async function quarantineOne(text: string, to = `+${block}${sent + 1}`): Promise<string> {
  sent += 1
  await postMessage(way, { id: `lost-${block}-${sent}`, from: 'Bank', to, text })
  return to
}

async function openQuarantine(page: Page, search = ''): Promise<void> {
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Administration' }).click()
  await openSection(page, 'quarantine')
  if (search !== '') await page.goto(`/quarantine?${search}`)
}

test('messages for a range that is only made later land in its inbox, with the money that was shown', async ({
  page,
}) => {
  const numbers = [await quarantineOne('Code 111222'), await quarantineOne('Code 333444'), await quarantineOne('Hello')]
  await openQuarantine(page)
  await page.getByLabel('How the recipient is compared').selectOption('starts with')
  await page.getByRole('searchbox', { name: 'Recipient' }).fill(`+${block}`)
  const table = page.getByRole('table', { name: 'Quarantined messages' })
  await expect(table.getByRole('row')).toHaveCount(numbers.length + 1)
  await expect(rowWith(table, numbers[0] ?? '', 'No range')).toBeVisible()
  // The text stays masked in the list.
  await expect(page.getByText('111222')).toHaveCount(0)

  await page.getByRole('button', { name: 'Route tester' }).click()
  const tester = dialogOf(page, 'Route tester')
  await tester.getByLabel('Number').fill(numbers[0] ?? '')
  await tester.getByRole('button', { name: 'Test' }).click()
  await expect(tester.getByText('No range holds this number.')).toBeVisible()
  await expect(tester.getByRole('link', { name: 'Create a range' })).toBeVisible()
  await expectAccessible(page)

  const { items } = (await operator('GET', '/users?search=chiara')) as { items: { id: string }[] }
  const range = { name: `Found ${block}`, prefix: block, startNumber: '0', endNumber: '9', rate: '0.05' }
  await operator('POST', '/ranges', { ...range, ownerId: items[0]?.id })
  await tester.getByRole('button', { name: 'Test' }).click()
  await expect(tester.getByText('A message would land')).toBeVisible()
  await expect(tester).toContainText(range.name)
  await expect(tester).toContainText('chiara')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Route all that match' }).click()
  const dialog = dialogOf(page, 'Route messages')
  // Nobody owned the numbers when the messages came.
  await expect(dialog.getByText('3 messages: nobody owned the number then')).toBeVisible()
  await dialog.getByRole('radio', { name: 'As of now' }).check()
  await expect(rowWith(dialog, range.name, 'chiara', '3')).toContainText('$0.15')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Route 3 messages' }).click()
  await expectToast(page, '3 messages routed')
  await expect(page.getByRole('heading', { name: 'No message matches' })).toBeVisible()

  await page.getByRole('radio', { name: 'Routed' }).check()
  await rowWith(table, numbers[2] ?? '')
    .getByRole('button')
    .click()
  await dialogOf(page, 'Quarantined message').getByRole('link', { name: 'Open the message' }).click()
  await expect(page.getByText(range.name).first()).toBeVisible()
})

test('a badly written number is filled in from the range that is chosen for it', async ({ page }) => {
  const national = '0701740608'
  await quarantineOne('For the test range', national)
  await openQuarantine(page, `reason=bad_recipient&connection=${way.connectionId}`)
  await page.getByRole('button', { name: national, exact: true }).click()
  const details = dialogOf(page, 'Quarantined message')
  await expect(details).toContainText('The recipient is no number in international form.')
  await details.getByRole('button', { name: 'Route...' }).click()
  const dialog = dialogOf(page, 'Route messages')
  await dialog.getByRole('radio', { name: 'A range I choose' }).check()
  await dialog.getByRole('searchbox', { name: 'Search ranges...' }).fill('SE Test')
  const range = dialog.getByRole('combobox', { name: 'Range' })
  // Until it is searched the list holds others, one of which would stay chosen.
  await expect(range.getByRole('option')).toHaveCount(2)
  await range.selectOption({ index: 1 })
  await expect(rowWith(dialog, 'SE Test Numbers', 'Test')).toContainText('$0.00')
  await dialog.getByRole('button', { name: 'Route 1 message' }).click()
  await expectToast(page, '1 message routed')
})

test('a text is masked until it is revealed, and a message can be set aside and taken back', async ({ page }) => {
  const number = await quarantineOne('The secret is 987654', '+4670998877')
  await openQuarantine(page, `connection=${way.connectionId}`)
  await page.getByRole('button', { name: number, exact: true }).click()
  const details = dialogOf(page, 'Quarantined message')
  await expect(details).toContainText('•••')
  await details.getByRole('button', { name: 'Reveal' }).click()
  await expect(details).toContainText('The secret is 987654')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByLabel(`Select the message to ${number}`).check()
  await page.getByRole('button', { name: 'Set aside' }).click()
  await expectToast(page, '1 message set aside')
  await expect(page.getByRole('button', { name: number, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: number, exact: true })).toBeVisible()
})

test('users have no quarantine', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/quarantine')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})
