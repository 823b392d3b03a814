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
  type Browser,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, authAs, NEW_PASSWORD } from './platform.client.ts'
import { totpCode } from './totp.ts'

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
    await expect(theirs.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await fillSignIn(theirs, username, NEW_PASSWORD)
    await expect(theirs.getByText('Account is disabled')).toBeVisible()
    await context.close()
  })
})

/** So many that the next sign-in from elsewhere waits for a quarter of a minute, and few enough for this address. */
const WRONG_PASSWORDS = 9

/** One after the other, since each is counted before it is answered. From an address that is known, none has to wait. */
async function failOften(username: string): Promise<void> {
  for (let tries = 0; tries < WRONG_PASSWORDS; tries += 1) {
    await expect(authAs(username, 'not their password')).rejects.toThrow('Invalid username or password')
  }
}

/** The dialog that the menu of the user's row leads to. */
async function openAct(page: Page, username: string, act: string): Promise<void> {
  await page.goto(`/manage-users?search=${username}`)
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** Whoever was handed a link, in a browser of their own. */
async function followLink(page: Page, browser: Browser, link: string): Promise<Page> {
  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(new URL(link, page.url()).href)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await theirs.getByLabel('New password', { exact: true }).fill('chosen by a link 8')
  await theirs.getByLabel('Repeat the new password').fill('chosen by a link 8')
  await theirs.getByRole('button', { name: 'Save and continue' }).click()
  await expectSection(theirs, 'dashboard')
  return theirs
}

/** What is shown to be handed over, and that it is gone afterwards. */
async function takeHandover(page: Page, title: string, label: string): Promise<string> {
  const shown = dialogOf(page, title)
  const text = await shown.getByRole('paragraph').filter({ hasText: label }).first().textContent()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const handed = (text ?? '').slice(label.length).trim()
  await expect(page.getByText(handed)).toHaveCount(0)
  return handed
}

test('a password is reset, and the temporary one is shown once', async ({ page }) => {
  const username = uniqueName('frida')
  await addUser(await apiAs('operator'), username)
  await signInAs(page, 'operator')
  await openAct(page, username, 'Reset password')
  await dialogOf(page, `Reset the password of ${username}?`).getByRole('button', { name: 'Reset password' }).click()
  expect(await takeHandover(page, `Temporary password of ${username}`, 'Temporary password')).toMatch(/^\S{8,}$/)
})

test('somebody is invited by a link, comes in by it, and can be invited again until then', async ({
  page,
  browser,
}) => {
  const username = uniqueName('ines')
  await openUsers(page)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = dialogOf(page, 'Create User')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Email').fill(`${username}@example.com`)
  await dialog.getByRole('radio', { name: 'Invitation link' }).check()
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create and Invite' }).click()
  await expect(dialogOf(page, `${username} is invited`)).toContainText('No mail was sent.')
  await takeHandover(page, `${username} is invited`, 'Link')
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Invited' })
  await expect(rowWith(page, username)).toContainText('Invited')
  await openAct(page, username, 'New invitation link')
  await dialogOf(page, `Invite ${username} again?`).getByRole('button', { name: 'Make link' }).click()
  const link = await takeHandover(page, `Link for ${username}`, 'Link')
  const theirs = await followLink(page, browser, link)
  await theirs.context().close()
  await page.reload()
  await expect(rowWith(page, username)).toContainText('Active')
})

test('a password is chosen by a link, and the present one works until then', async ({ page, browser }) => {
  const username = uniqueName('jutta')
  await addUser(await apiAs('operator'), username)
  await signInAs(page, 'operator')
  await openAct(page, username, 'Reset password')
  const question = dialogOf(page, `Reset the password of ${username}?`)
  await question.getByRole('radio', { name: 'Link to choose one' }).check()
  await question.getByRole('button', { name: 'Make link' }).click()
  const link = await takeHandover(page, `Link for ${username}`, 'Link')
  await apiAs(username, NEW_PASSWORD)
  const theirs = await followLink(page, browser, link)
  await theirs.context().close()
})

test('lost second factors are removed', async ({ page }) => {
  const username = uniqueName('karl')
  await addUser(await apiAs('operator'), username)
  const auth = await authAs(username, NEW_PASSWORD)
  const factor = await auth('POST', '/factors', { factor_type: 'totp', friendly_name: 'Phone' })
  const { id } = await auth('POST', `/factors/${String(factor['id'])}/challenge`, {})
  const code = totpCode((factor['totp'] as { secret: string }).secret, Date.now())
  await auth('POST', `/factors/${String(factor['id'])}/verify`, { challenge_id: id, code })

  await signInAs(page, 'operator')
  await page.goto(`/manage-users?search=${username}`)
  await expect(rowWith(page, username)).toContainText('1 set up')
  await openAct(page, username, 'Reset second factors')
  const question = page.getByRole('alertdialog', { name: `Reset the second factors of ${username}?` })
  await question.getByRole('button', { name: 'Reset second factors' }).click()
  await expectToast(page, `1 second factor of ${username} removed`)
  await expect(rowWith(page, username)).toContainText('None')
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Reset second factors' })).toHaveCount(0)
})

test('who has to wait after wrong passwords is let in at once', async ({ page }) => {
  const username = uniqueName('lotte')
  await addUser(await apiAs('operator'), username)
  await signInAs(page, 'operator')
  await page.goto(`/manage-users?search=${username}`)
  await expect(rowWith(page, username)).not.toContainText('Locked')
  await failOften(username)
  await page.reload()
  await expect(rowWith(page, username)).toContainText('Locked')
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Unlock' }).click()
  await expectToast(page, `${username} can sign in again at once`)
  await expect(rowWith(page, username)).not.toContainText('Locked')
  await apiAs(username, NEW_PASSWORD)
})

test('somebody is seen where they are signed in, and is out within seconds', async ({ page, browser }) => {
  const username = uniqueName('mara')
  await addUser(await apiAs('operator'), username)
  await signInAs(page, 'operator')
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(new URL(page.url()).origin)
  await signInAs(theirs, username, NEW_PASSWORD)

  await page.goto(`/manage-users?search=${username}`)
  await page.getByRole('button', { name: `View details of ${username}` }).click()
  const details = page.getByRole('dialog', { name: username })
  await expect(details.getByRole('listitem').filter({ hasText: /Chrome.*Local network/ })).toBeVisible()
  await details.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: `Sign ${username} out everywhere?` })
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectToast(page, /\d sessions? of .* ended/)
  await expect(theirs.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible({ timeout: 5_000 })
  await expect(details).toContainText('Not signed in anywhere')
  await context.close()
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

test('nobody is offered to act for an equal, or to lock themself out', async ({ page }) => {
  await openUsers(page)
  await page.getByRole('searchbox', { name: 'Search users...' }).fill('operator')
  await page.getByRole('button', { name: 'More actions for operator' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'View Ranges', 'Sign out everywhere'])
})
