// The frame when something fails: a crash inside a section leaves the menu alive and gives an id that the server has,
// a chunk that a deploy took away loads the page anew once, and who is offline is told and gets everything again after.
import { expect, expectSection, expectToast, menuOf, openSection, signInAs, test } from './console.fixture.ts'

test('every shortcut is listed by where it works, and goes where it says', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('heading', { name: 'Go to' })).toBeVisible()
  await expect(list.getByText('Copy the code of the chosen or newest message')).toBeVisible()
  await expect(list.getByText('Platform Settings'), 'not for users').toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await expectSection(page, 'wallet')
})

test('the live stream shows that it is open', async ({ page }) => {
  await signInAs(page, 'bruno')
  await expect(page.getByRole('status').filter({ hasText: 'Live: new messages appear by themselves' })).toBeVisible()
})

test('a visit asks once for the session, then once for the dashboard, and brings no more', async ({ page }) => {
  await signInAs(page, 'bruno')
  const asked: string[] = []
  // From an empty page: what the page before asks last, while the next one is on its way, is not of this visit.
  await page.goto('about:blank')
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.goto('/')
  await expectSection(page, 'dashboard')
  await expect(page.getByRole('heading', { name: 'Messages per day' })).toBeVisible()
  const renewals = asked.filter((path) => path.includes('grant_type=refresh_token'))
  expect(renewals).toHaveLength(1)
  expect(asked.filter((path) => path.startsWith('/api/v1/dashboard'))).toHaveLength(1)
  // Nothing is asked in vain: what needs a session waits for it.
  const placeOf = (start: string) => asked.findIndex((path) => path.startsWith(start))
  expect(asked.findIndex((path) => path.includes('grant_type=refresh_token'))).toBeLessThan(placeOf('/api/v1/'))
  expect(asked.filter((path) => /auth-client|sonner|palette|bell\.panel/.test(path))).toEqual([])
  // What is asked for by name is there: a name that is out of date would be answered with 404, which is logged.
  expect(asked.filter((path) => path.includes('dashboard.page'))).toHaveLength(1)
})

test('who is offline is told, and what is shown is asked again once they are back', async ({
  page,
  context,
  faults,
}) => {
  await signInAs(page, 'bruno')
  await openSection(page, 'number-ranges')
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  const again = page.waitForResponse((response) => response.url().includes('/api/v1/ranges') && response.ok())
  await context.setOffline(false)
  await again
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  // The browser logs what could not be asked meanwhile.
  faults.length = 0
})

test.describe('after a deploy', () => {
  test.use({ refusals: 'expected' })

  test('a section whose code is gone loads the page anew, once, and silently', async ({ page }) => {
    await signInAs(page, 'bruno')
    await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
    let asked = 0
    let reported = 0
    page.on('request', (request) => (reported += Number(request.url().endsWith('/client-errors'))))
    await page.route(/\/assets\/wallet\.page-.*\.js/, async (route) => {
      asked += 1
      // The first time it is gone; the page that is loaded anew asks for what is there.
      await (asked === 1 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue())
    })
    const loaded = page.waitForEvent('load')
    await menuOf(page).getByRole('link', { name: 'My Wallet' }).click()
    await loaded
    await expectSection(page, 'wallet')
    await expect(page.getByText('Ready for withdrawal')).toBeVisible()
    // What the page missed while it was left is neither logged (which every test looks at) nor reported.
    expect(reported).toBe(0)
  })
})

test.describe('a crash', () => {
  let reported: unknown

  test('inside a section leaves the menu alive, and its id is told to the server', async ({ page, faults }) => {
    await signInAs(page, 'bruno')
    reported = undefined
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/client-errors')) reported = request.postDataJSON()
    })
    // An answer that no server gives: the page takes it at its word and fails.
    await page.route(/\/api\/v1\/ranges(\?|$)/, (route) => route.fulfill({ json: { items: 7 } }))
    await menuOf(page).getByRole('link', { name: 'Number Ranges' }).click()
    await expect(page.getByRole('heading', { name: 'Application Error' })).toBeVisible()
    const id = await page.getByRole('alert').locator('bdi').textContent()
    expect(id).toMatch(/^[a-z0-9]{4}-[a-z0-9]{4}$/)
    expect(reported).toMatchObject({ id, section: 'number-ranges' })
    expect(Object.keys(reported as object).toSorted()).toEqual(['id', 'name', 'places', 'section'])
    await page.getByText('Error Details').click()
    await openSection(page, 'wallet')
    await expect(page.getByRole('heading', { name: 'Application Error' })).toHaveCount(0)
    // That the page failed is what this test is about.
    faults.length = 0
  })
})

test('a page prints black on white, whatever the theme, without menu and buttons of the page', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  await openSection(page, 'number-ranges')
  await page.emulateMedia({ media: 'print' })
  await expect(menuOf(page)).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const colours = await page.evaluate<string[]>(
    `(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.body))`,
  )
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
})

test.describe('a session that the server could not end', () => {
  test.use({ refusals: 'expected' })

  test('is told, also to who asked in the search', async ({ page }) => {
    await signInAs(page, 'bruno')
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 422, body: '{}' }))
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('Sign out')
    await page.getByRole('option', { name: 'Sign out' }).click()
    await expectToast(page, 'You are still signed in')
  })
})
