// Acting for a user: the tab is theirs to look at, says so on every page, changes nothing unless it was let, and turns
// back into the administrator's.
import {
  actAs,
  actingBanner,
  dialogOf,
  expect,
  expectSection,
  expectToast,
  menuOf,
  openSection,
  signInAs,
  test,
} from './console.fixture.ts'
import { addUser, apiAs, deliverMessage, NEW_PASSWORD, type Api } from './platform.client.ts'

function uniqueName(noun: string): string {
  return `${noun}${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

/** A user with a range of their own, in a part of the numbering plan that nobody else uses. */
async function addOwner(admin: Api, noun: string): Promise<{ id: string; username: string; number: string }> {
  const username = uniqueName(noun)
  const { id } = await addUser(admin, username)
  const block = String(Math.floor(Math.random() * 10_000)).padStart(4, '0')
  const numbers = { prefix: '35385', startNumber: `${block}00`, endNumber: `${block}99` }
  await admin('POST', '/ranges', { name: uniqueName('Acted '), ownerId: id, ...numbers, rate: '0.01' })
  return { id, username, number: `+35385${block}07` }
}

test('an admin looks as a user does, which every page says, and goes back to their own view', async ({ page }) => {
  const admin = await apiAs('operator')
  const { username, number } = await addOwner(admin, 'ulla')
  await signInAs(page, 'operator')
  await actAs(page, username, { reason: 'Case 1287' })
  await expect(actingBanner(page)).toHaveText(
    new RegExp(`^You are acting for ?${username}·\\sread-only · ends at \\d\\d:\\d\\dStop acting$`),
  )
  await expect(page).toHaveTitle(`Acting for ${username} · Dashboard · Inrange`)
  await expect(page.getByRole('banner')).toContainText(`Welcome back, ${username}`)
  await expect(menuOf(page).getByRole('button', { name: 'Administration' })).toHaveCount(0)

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: `Not while you act for ${username}` })).toBeVisible()
  await page.goto('/manage-users')
  await expect(page.getByText('Access Denied')).toBeVisible()
  await expect(actingBanner(page)).toBeVisible()

  await openSection(page, 'sms-inbox')
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  await deliverMessage({ to: number, text: 'Your code is 481902' })
  const row = page.getByRole('grid', { name: 'Messages, newest first' }).getByRole('row').filter({ hasText: '481902' })
  await expect(row).toBeVisible()
  await row.click()
  await expect(page.getByRole('complementary', { name: 'Message details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled()

  await actingBanner(page).getByRole('button', { name: 'Stop acting' }).click()
  await expectSection(page, 'manage-users')
  await expect(page).toHaveURL(new RegExp(`/manage-users\\?search=${username}$`))
  await expect(actingBanner(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  const owner = await apiAs(username, NEW_PASSWORD)
  const { items } = (await owner('GET', '/messages?limit=1')) as { items: { isRead: boolean }[] }
  expect(items[0]?.isRead).toBe(false)
})

test('the user reads who looked and why, and the log has both names', async ({ page, browser }) => {
  const admin = await apiAs('operator')
  const { id, username, number } = await addOwner(admin, 'vera')
  await deliverMessage({ to: number, text: 'Hello Vera' })
  await signInAs(page, 'operator')
  await actAs(page, username, { reason: 'Asked by phone', changes: true })
  await expect(actingBanner(page)).toContainText('changes allowed')
  await openSection(page, 'sms-inbox')
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeDisabled()

  // Another tab of theirs stays the administrator's.
  const other = await page.context().newPage()
  await other.goto(new URL('/manage-users', page.url()).href)
  await expect(other.getByRole('button', { name: 'Add User' })).toBeVisible()
  await expect(actingBanner(other)).toHaveCount(0)
  await other.close()

  const { items } = (await admin('GET', `/audit?onBehalfOfId=${id}`)) as {
    items: { actor: { username: string }; onBehalfOf: { username: string }; after: { operation: string } | null }[]
  }
  const marked = items.find(({ after }) => after?.operation === 'messages.mark-all-read')
  expect([marked?.actor.username, marked?.onBehalfOf.username]).toEqual(['operator', username])

  await actingBanner(page).getByRole('button', { name: 'Stop acting' }).click()
  await expectSection(page, 'manage-users')
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(new URL(page.url()).origin)
  await signInAs(theirs, username, NEW_PASSWORD)
  await expect(
    theirs.getByText('operator, an administrator, began to look at your account: Asked by phone'),
  ).toBeVisible()
  await expect(theirs.getByText('operator stopped looking at your account')).toBeVisible()
  await context.close()
})

test.describe('refused', () => {
  test.use({ refusals: 'expected' })

  test('a reason is asked for, and who only looks is told so where they try to change something', async ({ page }) => {
    const superAdmin = await apiAs('superadmin')
    const username = uniqueName('wanda')
    const { range } = await addAdminWithRange(superAdmin, username)
    await signInAs(page, 'superadmin')
    await page.goto(`/manage-users?search=${username}`)
    await page.getByRole('button', { name: `View details of ${username}` }).click()
    await page.getByRole('dialog', { name: username }).getByRole('button', { name: 'Act as user' }).click()
    const dialog = dialogOf(page, `Act as ${username}`)
    await dialog.getByRole('button', { name: 'Act as user' }).click()
    await expect(dialog.getByText('Say why, in a few words.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: username })).toContainText('Basic Information')
    await actAs(page, username, { reason: 'Looks at a range' })

    await page.goto(`/number-ranges?dialog=edit&range=${range}`)
    const form = dialogOf(page, 'Edit Number Range')
    await form.getByLabel('Range Name').fill('Renamed in their name')
    await form.getByRole('button', { name: 'Update Range' }).click()
    await expectToast(page, `You act for ${username}, read-only. Nothing was changed.`)
    await expect(form.getByText('You may look, not change: you act for this user.', { exact: true })).toBeVisible()
    await page.goto(`/manage-users?search=operator`)
    await expect(page.getByRole('button', { name: 'Edit operator' })).toBeDisabled()
    await page.getByRole('button', { name: 'More actions for operator' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View Ranges'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
  })

  test('acting that was ended elsewhere shows nothing more', async ({ page }) => {
    const admin = await apiAs('operator')
    const { id, username } = await addOwner(admin, 'xenia')
    await signInAs(page, 'operator')
    await actAs(page, username, { reason: 'Is locked out soon' })
    await admin('PATCH', `/users/${id}`, { isActive: false })
    const over = dialogOf(page, `You no longer act for ${username}`)
    await over.getByRole('button', { name: 'Back to your own view' }).click()
    await expectSection(page, 'manage-users')
    await expect(actingBanner(page)).toHaveCount(0)
    await expect(page.getByRole('banner')).toContainText('Welcome back, operator')
  })

  test('signing out ends it, and whoever signs in next is themself', async ({ page }) => {
    const admin = await apiAs('operator')
    const { username } = await addOwner(admin, 'yusra')
    await signInAs(page, 'operator')
    await actAs(page, username, { reason: 'Forgets to stop' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await signInAs(page, 'bruno')
    await expect(actingBanner(page)).toHaveCount(0)
    await expect(page).toHaveTitle('Dashboard · Inrange')
  })
})

/** An admin, and a range that they may edit. */
async function addAdminWithRange(superAdmin: Api, username: string): Promise<{ range: string }> {
  const person = { username, email: `${username}@example.com`, password: 'temporary 1', role: 'admin' }
  const { id } = await superAdmin('POST', '/users', person)
  const block = String(Math.floor(Math.random() * 10_000)).padStart(4, '0')
  const numbers = { prefix: '35385', startNumber: `${block}00`, endNumber: `${block}99` }
  const range = await superAdmin('POST', '/ranges', {
    name: uniqueName('Kept '),
    ownerId: id,
    ...numbers,
    rate: '0.01',
  })
  return { range: String(range['id']) }
}
