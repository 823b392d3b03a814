// User management: an admin makes a user, who comes in; what a role may not see is refused in the specification's words.
import {
  dialogOf,
  expect,
  expectSection,
  expectToast,
  fillSignIn,
  openSection,
  rowWith,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

function uniqueName(noun: string): string {
  return `${noun}${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

async function openUsers(page: Page): Promise<void> {
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Administration' }).click()
  await openSection(page, 'manage-users')
}

async function fillNewUser(page: Page, user: { username: string; email: string; password: string }): Promise<void> {
  const dialog = dialogOf(page, 'Create User')
  await dialog.getByLabel('Username').fill(user.username)
  await dialog.getByLabel('Email').fill(user.email)
  await dialog.getByLabel('Password', { exact: true }).fill(user.password)
  await dialog.getByRole('button', { name: 'Create User' }).click()
}

test('a user is refused with the words of the specification', async ({ page }) => {
  await signInAs(page, 'bruno')
  for (const [path, sentence] of [
    ['/manage-users', 'Admin access required.'],
    ['/admin-dashboard', 'Admin access required.'],
    ['/carriers', 'Admin access required.'],
    ['/payment-settings', 'Super Admin access required.'],
    ['/super-admin-dashboard', 'Super Admin access required.'],
    ['/platform-settings', 'Super Admin access required.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('Access Denied')).toBeVisible()
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
})

test.describe('creating', () => {
  test.use({ refusals: 'expected' })

  test('an admin creates a user, who signs in and chooses a password of their own', async ({ page, browser }) => {
    const username = uniqueName('dora')
    const email = `${username}@example.com`
    await openUsers(page)
    await page.getByRole('button', { name: 'Add User' }).click()
    await fillNewUser(page, { username, email: 'no address', password: 'short' })
    const dialog = dialogOf(page, 'Create User')
    await expect(dialog.getByRole('paragraph').filter({ hasText: 'Minimum 6 characters' })).toBeVisible()
    await expect(dialog.getByText('Give an email address such as name@example.com.')).toBeVisible()
    await expect(dialog.getByRole('option')).toHaveText(['User', 'Admin']) // super_admin cannot be created
    await fillNewUser(page, { username: 'bruno', email, password: 'handed over 1' })
    await expect(dialog.getByText('This username is taken.')).toBeVisible()
    await fillNewUser(page, { username, email, password: 'handed over 1' })
    await expectToast(page, `${username} is created`)
    await expect(dialog).toHaveCount(0)
    await expect(rowWith(page, username, email)).toBeVisible()

    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto(page.url().replace(/\/manage-users.*/, '/'))
    await fillSignIn(theirs, username, 'handed over 1')
    await theirs.getByLabel('Current password').fill('handed over 1')
    await theirs.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await theirs.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
    await theirs.getByRole('button', { name: 'Save and continue' }).click()
    await expectSection(theirs, 'dashboard')
    await expect(theirs.getByText('No messages yet').first()).toBeVisible()
    await context.close()
  })

  test('a deactivated user is out at once, and cannot come in', async ({ page, browser }) => {
    const username = uniqueName('ernst')
    await addUser(await apiAs('operator'), username)
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await openUsers(page)
    await theirs.goto(page.url().replace(/\/manage-users.*/, '/'))
    await fillSignIn(theirs, username, NEW_PASSWORD)
    await expectSection(theirs, 'dashboard')

    await page.getByRole('searchbox', { name: 'Search users...' }).fill(username)
    await page.getByRole('button', { name: `More actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    const question = page.getByRole('alertdialog', { name: `Deactivate ${username}?` })
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expectToast(page, `${username} is inactive`)
    await expect(rowWith(page, username)).toContainText('Inactive')

    await theirs.goto(page.url().replace(/\/manage-users.*/, '/wallet'))
    await expect(theirs.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await fillSignIn(theirs, username, NEW_PASSWORD)
    await expect(theirs.getByText('Account is disabled')).toBeVisible()
    await context.close()
  })
})

test('a password is reset, and the temporary one is shown once', async ({ page }) => {
  const username = uniqueName('frida')
  await addUser(await apiAs('operator'), username)
  await openUsers(page)
  await page.getByRole('searchbox', { name: 'Search users...' }).fill(username)
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await dialogOf(page, `Reset the password of ${username}?`).getByRole('button', { name: 'Reset password' }).click()
  const shown = dialogOf(page, `Temporary password of ${username}`)
  await expect(shown.getByText(/^Temporary password \S{8,}$/)).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByText(/Temporary password/)).toHaveCount(0)
})

test('the list is searched and filtered, and details tell who somebody is', async ({ page }) => {
  await openUsers(page)
  for (const card of ['Total Users', 'Active Users', 'Admins', 'Regular Users']) {
    await expect(page.getByText(card, { exact: true }).first()).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Admins' })
  await expect(rowWith(page, 'operator@example.com')).toBeVisible()
  await expect(rowWith(page, 'bruno@example.com')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'All Roles' })
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('nobody is called this')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  await expect(page.getByText('No users match your search criteria.')).toBeVisible()
  const username = uniqueName('heidi')
  await addUser(await apiAs('operator'), username)
  await page.getByRole('searchbox', { name: 'Search users...' }).fill(username)
  await page.getByRole('button', { name: `View details of ${username}` }).click()
  const details = page.getByRole('dialog', { name: username })
  await expect(details).toContainText(`${username}@example.com`)
  await expect(details).toContainText('Not set')
  await expect(details).toContainText('Recent Activities')
  await expect(details).toContainText(`${username} was created`)
  await page.reload()
  await expect(details).toContainText(`${username}@example.com`)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
})

test('an admin may not touch a super admin', async ({ page }) => {
  await openUsers(page)
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('superadmin')
  await expect(page.getByRole('button', { name: 'Edit superadmin' })).toBeDisabled()
  await page.getByRole('button', { name: 'More actions for superadmin' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Ranges'])
})
