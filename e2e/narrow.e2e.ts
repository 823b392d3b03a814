// On a phone: nothing has to be scrolled sideways, and the menu is a drawer.
import { maySee, sections, type Section } from '../console/src/paths.ts'
import {
  actAs,
  actingBanner,
  expect,
  expectSection,
  expectSettled,
  menuOf,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs } from './platform.client.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.setTimeout(120_000)

/** How far the page reaches beyond the screen, in CSS pixels. */
function overhang(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

async function overhangs(page: Page, addresses: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const address of addresses) {
    await page.goto(address)
    await expectSettled(page)
    if (address.includes('dialog=')) await expect(page.getByRole('dialog')).toBeVisible()
    const pixels = await overhang(page)
    if (pixels > 0) found[address] = pixels
  }
  return found
}

for (const [role, username] of [
  ['user', 'ayse'],
  ['super_admin', 'superadmin'],
] as const) {
  test(`no section of ${role} is wider than the screen`, async ({ page }) => {
    await signInAs(page, username)
    const seen = (Object.keys(sections) as Section[]).filter((section) => maySee(role, section))
    expect(
      await overhangs(
        page,
        seen.map((section) => `/${section}`),
      ),
    ).toEqual({})
  })
}

test('no dialog is wider than the screen', async ({ page }) => {
  await signInAs(page, 'operator')
  const { items } = (await (await apiAs('operator'))('GET', '/users?search=ayse')) as { items: { id: string }[] }
  const ofUser = ['details', 'edit', 'reset-password', 'act-as'].map(
    (dialog) => `/manage-users?dialog=${dialog}&user=${items[0]?.id ?? ''}`,
  )
  const dialogs = ['/number-ranges?dialog=add', '/manage-users?dialog=add', '/carriers?dialog=add', ...ofUser]
  expect(await overhangs(page, dialogs)).toEqual({})
})

test('the bar of whoever acts fits, and stays at the top', async ({ page }) => {
  const username = `acted_on_a_phone_by_somebody_${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await signInAs(page, 'operator')
  await actAs(page, username, { reason: 'On the way' })
  expect(await overhang(page)).toBe(0)
  await page.mouse.wheel(0, 2_000)
  const stop = actingBanner(page).getByRole('button', { name: 'Stop acting' })
  await expect(stop).toBeInViewport({ ratio: 1 })
  expect((await stop.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await stop.tap()
  await expectSection(page, 'manage-users')
})

test('no part of the account is wider than the screen, nor are its dialogs', async ({ page }) => {
  await signInAs(page, 'chiara')
  const parts = ['password', 'factors', 'identities', 'sessions', 'activity', 'appearance']
  const dialogs = ['change-email', 'add-totp', 'add-phone', 'add-passkey']
  const addresses = [
    ...parts.map((tab) => `/account?tab=${tab}`),
    ...dialogs.map((dialog) => `/account?tab=factors&dialog=${dialog}`),
  ]
  expect(await overhangs(page, addresses)).toEqual({})
})

test('the pages that links lead to fit', async ({ page }) => {
  for (const address of ['/forgot-password', '/reset-password', '/accept-invitation#token=x']) {
    await page.goto('/')
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    expect(await overhang(page), address).toBe(0)
  }
})

test('the sign-in screen fits', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  expect(await overhang(page)).toBe(0)
})

test('the drawer opens, goes somewhere and is gone; and closes without going', async ({ page }) => {
  await signInAs(page, 'ayse')
  await expect(menuOf(page)).toBeHidden()
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.tap()
  await expect(menuOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.tap()
  await page.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menuOf(page)).toBeHidden()
  await opener.tap()
  await menuOf(page).getByRole('link', { name: 'My Wallet' }).tap()
  await expectSection(page, 'wallet')
  await expect(menuOf(page)).toBeHidden()
})

test('what is unread stays counted when the menu was open', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/sms-inbox')
  const count = page.getByRole('columnheader').getByText(/unread/)
  await expect(count).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menuOf(page)).toBeHidden()
  expect(await count.count()).toBe(1)
})

test('a message opens over the list and closes again, with targets that a thumb hits', async ({ page }) => {
  await signInAs(page, 'ayse')
  await page.goto('/sms-inbox')
  const grid = page.getByRole('grid', { name: 'Messages, newest first' })
  await expect(grid.getByRole('row').nth(2)).toBeVisible()
  await page.getByRole('button', { name: /^Live/ }).tap()
  await grid.getByRole('row').nth(1).tap()
  const details = page.getByRole('complementary', { name: 'Message details' })
  await expect(details).toBeVisible()
  expect(await overhang(page)).toBe(0)
  await details.getByRole('button', { name: 'Close' }).tap()
  await expect(details).toHaveCount(0)
  for (const copy of await grid.getByRole('button', { name: 'Copy code' }).all()) {
    const box = await copy.boundingBox()
    expect(Math.min(box?.width ?? 44, box?.height ?? 44)).toBeGreaterThanOrEqual(44)
  }
})

test('no word about the stream moves the list', async ({ page }) => {
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/v1/live', async (route) => {
    await isLet
    await route.continue()
  })
  await signInAs(page, 'ayse')
  await page.goto('/sms-inbox')
  const list = page.getByRole('grid', { name: 'Messages, newest first' })
  await expect(page.getByRole('button', { name: /^Reconnecting/ })).toBeVisible()
  await expect(list).toBeVisible()
  const before = await list.boundingBox()
  letThrough()
  await expect(page.getByRole('button', { name: /^Live\./ })).toBeVisible()
  expect(await list.boundingBox()).toEqual(before)
})

test('while it loads, what depends on the work that waits stands where it stood', async ({ page }) => {
  const alerts = page.getByRole('heading', { name: 'Alerts', exact: true })
  await signInAs(page, 'operator')
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('list', { name: 'Waiting for a person' })).toBeAttached()
  await expectSettled(page)
  await expect.poll(() => page.evaluate('localStorage.getItem("inrange.place.work.narrow")')).not.toBeNull()
  const before = await alerts.boundingBox()
  await page.route('**/api/v1/overview/work', () => undefined)
  await page.reload()
  await expect(alerts).toBeVisible()
  expect((await alerts.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
})
