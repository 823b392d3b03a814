// Notifications: what happens elsewhere reaches an open console by itself, leads to the thing it is about, and stays read
// in every tab; what is switched off does not come.
import { expect, expectSection, signInAs, test, type Page } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD, type Api } from './platform.client.ts'

const unique = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`

async function newOwner(admin: Api): Promise<{ username: string; id: string }> {
  const username = `nadia${unique()}`
  return { username, ...(await addUser(admin, username)) }
}

async function giveRange(admin: Api, ownerId: string): Promise<{ id: string; name: string }> {
  const block = String(Math.floor(Math.random() * 100_000)).padStart(5, '0')
  const name = `Notified ${unique()}`
  const numbers = { prefix: '35385', startNumber: `${block}00`, endNumber: `${block}99` }
  const { id } = await admin('POST', '/ranges', { name, ...numbers, ownerId, rate: '0.0040' })
  return { id: String(id), name }
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('a range that is given shows at the bell by itself, leads there, and is read in every tab', async ({ page }) => {
  const admin = await apiAs('operator')
  const owner = await newOwner(admin)
  await signInAs(page, owner.username, NEW_PASSWORD)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await expect(bell(other)).toBeVisible()

  const range = await giveRange(admin, owner.id)
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await bell(page).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await popover.getByRole('link', { name: `Range ${range.name} is now yours.` }).click()
  await expect(popover).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/number-ranges\\?.*range=${range.id}`))
  await expect(page.getByRole('dialog', { name: range.name })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('all of them stand on a page with filters in its address', async ({ page }) => {
  const admin = await apiAs('operator')
  const owner = await newOwner(admin)
  const [first, second] = [await giveRange(admin, owner.id), await giveRange(admin, owner.id)]
  await admin('PATCH', `/ranges/${first.id}`, { ownerId: (await newOwner(admin)).id })
  await signInAs(page, owner.username, NEW_PASSWORD)
  await bell(page).click()
  await page.getByRole('link', { name: 'See all notifications' }).click()
  await expectSection(page, 'notifications')
  const list = page.getByRole('list', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').first()).toContainText(`Range ${first.name} is no longer yours.`)
  await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Ranges that become yours' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const row = list.getByRole('listitem').filter({ hasText: second.name })
  await row.hover()
  await row.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText('Unread', { exact: true }).click()
  await expect(page).toHaveURL(/read=unread/)
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('a kind that is switched off does not come; the choice outlives the page', async ({ page }) => {
  const admin = await apiAs('operator')
  const owner = await newOwner(admin)
  await signInAs(page, owner.username, NEW_PASSWORD)
  await bell(page).click()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  const choice = page.getByRole('checkbox', { name: 'In the console: Ranges that become yours' })
  await expect(choice).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^In the console: Alerts/ })).toHaveCount(0)
  const stored = page.waitForResponse((response) => response.url().endsWith('/notification-preferences'))
  await choice.uncheck()
  await stored
  await page.reload()
  await expect(choice).not.toBeChecked()
  await giveRange(admin, owner.id)
  const second = await giveRange(admin, owner.id)
  await admin('PATCH', `/ranges/${second.id}`, { ownerId: (await newOwner(admin)).id })
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
})
