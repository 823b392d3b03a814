// Every section, as every role, in light and in dark, and every dialog: axe finds nothing, and the browser logs nothing.
import { maySee, sections, type Section } from '../console/src/paths.ts'
import { violationsOn } from './axe.ts'
import {
  actAs,
  actingBanner,
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  fillSignIn,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

const people = { user: 'ayse', admin: 'operator', super_admin: 'superadmin' } as const

test.setTimeout(180_000)
test.beforeEach(async ({ page }) => {
  // Without movement, so that nothing is looked at while it fades in.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

/** What is wrong at each address, by address. */
async function faultsAt(page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await page.goto(address)
    await expectSettled(page)
    if (address.includes('dialog=')) await expect(page.locator('[role=dialog],[role=alertdialog]')).toBeVisible()
    const violations = await violationsOn(page)
    if (violations.length > 0) found[address] = violations
  }
  return found
}

/** The same for addresses that are open to everybody. */
async function faultsBefore(page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await page.goto('/')
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    const violations = await violationsOn(page)
    if (violations.length > 0) found[address] = violations
  }
  return found
}

for (const [role, username] of Object.entries(people) as [keyof typeof people, string][]) {
  test(`every section of ${role}`, async ({ page }) => {
    await signInAs(page, username)
    const seen = (Object.keys(sections) as Section[]).filter((section) => maySee(role, section))
    expect(
      await faultsAt(
        page,
        seen.map((section) => `/${section}`),
      ),
    ).toEqual({})
  })
}

test('what is before the sections', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Username is required.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const admin = await apiAs('operator')
  const username = `temp${Date.now().toString(36)}`
  const user = { username, email: `${username}@example.com`, password: 'temporary 1', role: 'user' }
  await admin('POST', '/users', user)
  await page.goto('/')
  await fillSignIn(page, username, user.password)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('the pages that links lead to', async ({ page }) => {
  expect(
    await faultsBefore(page, [
      '/forgot-password',
      '/reset-password',
      '/reset-password#token=x',
      '/accept-invitation#token=x',
      '/sign-in-return?error=access_denied',
    ]),
  ).toEqual({})
})

test('every part and dialog of the account', async ({ page }) => {
  const username = `axe${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await apiAs(username, NEW_PASSWORD)
  await signInAs(page, username, NEW_PASSWORD)
  const parts = ['password', 'factors', 'identities', 'sessions', 'activity', 'appearance']
  const dialogs = ['change-email', 'add-totp', 'add-phone', 'add-passkey']
  const found = await faultsAt(page, [
    ...parts.map((tab) => `/account?tab=${tab}`),
    ...dialogs.map((dialog) => `/account?tab=factors&dialog=${dialog}`),
    '/account?tab=sessions&dialog=end-others',
  ])
  expect(found).toEqual({})
})

test('what a refused role sees', async ({ page }) => {
  await signInAs(page, 'ayse')
  expect(await faultsAt(page, ['/manage-users', '/payment-settings', '/carriers'])).toEqual({})
})

/** The id of the first that the list at the path holds. */
async function firstId(path: string): Promise<string> {
  const admin = await apiAs('operator')
  const { items } = (await admin('GET', path)) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

test('every dialog of number ranges', async ({ page }) => {
  const range = await firstId('/ranges?search=UK+Mobile+01')
  await signInAs(page, 'operator')
  const found = await faultsAt(page, [
    '/number-ranges?dialog=add',
    `/number-ranges?dialog=edit&range=${range}`,
    `/number-ranges?dialog=details&range=${range}`,
    '/number-ranges?view=table',
  ])
  expect(found).toEqual({})
})

test('every dialog of users', async ({ page }) => {
  const user = await firstId('/users?search=bruno')
  await signInAs(page, 'operator')
  const dialogs = ['edit', 'details', 'reset-password', 'reset-factors', 'deactivate', 'sign-out', 'act-as']
  const addresses = dialogs.map((dialog) => `/manage-users?dialog=${dialog}&user=${user}`)
  expect(await faultsAt(page, ['/manage-users?dialog=add', ...addresses])).toEqual({})
})

test('an invitation, and what somebody who acts for a user sees', async ({ page }) => {
  const username = `acted${Date.now().toString(36)}`
  await signInAs(page, 'operator')
  await page.goto('/manage-users?dialog=add')
  const form = dialogOf(page, 'Create User')
  await form.getByRole('radio', { name: 'Invitation link' }).check()
  expect(await violationsOn(page)).toEqual([])
  await form.getByLabel('Username').fill(username)
  await form.getByLabel('Email').fill(`${username}@example.com`)
  await form.getByRole('button', { name: 'Create and Invite' }).click()
  await expect(dialogOf(page, `${username} is invited`)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await actAs(page, username, { reason: 'Accessibility' })
  expect(await faultsAt(page, ['/dashboard', '/account'])).toEqual({})
  await actingBanner(page).getByRole('button', { name: 'Stop acting' }).click()
  await expectSection(page, 'manage-users')
  await actAs(page, username, { reason: 'Accessibility', changes: true })
  expect(await faultsAt(page, ['/wallet'])).toEqual({})
})

test('every dialog of carriers', async ({ page }) => {
  const carrier = await firstId('/carriers')
  const connection = await firstId(`/carriers/${carrier}`)
  await signInAs(page, 'operator')
  const dialogs = ['edit', 'deactivate', 'add-connection'].map(
    (dialog) => `/carriers?carrier=${carrier}&dialog=${dialog}`,
  )
  const found = await faultsAt(page, [
    '/carriers?dialog=add',
    `/carriers?carrier=${carrier}`,
    ...dialogs,
    `/carriers?carrier=${carrier}&connection=${connection}`,
    `/carriers?carrier=${carrier}&connection=${connection}&dialog=edit-connection`,
  ])
  expect(found).toEqual({})
})

test('every view of a user that is not a section', async ({ page }) => {
  const owner = await apiAs('ayse')
  const messages = (await owner('GET', '/messages?limit=1')) as { items: { id: string }[] }
  const message = messages.items[0]?.id ?? ''
  const transactions = (await owner('GET', '/wallet/transactions?limit=1')) as { items: { settlementId: string }[] }
  await signInAs(page, 'ayse')
  const found = await faultsAt(page, [
    `/inbox?message=${message}`,
    '/inbox?text=nobody+wrote+this',
    `/sms-inbox?message=${message}`,
    '/sms-inbox?group=number',
    '/sms-inbox?search=nobody+wrote+this',
    `/wallet?settlement=${transactions.items[0]?.settlementId ?? ''}`,
    '/wallet?tab=earnings',
    '/dashboard?days=90',
  ])
  expect(found).toEqual({})
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
