// Coming in, staying in, going out.
import {
  expect,
  expectSection,
  expectToast,
  fillSignIn,
  menuOf,
  openSection,
  signInAs,
  signOut,
  test,
} from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'
import { passwordOf } from './platform.facts.ts'

test.describe('who is refused', () => {
  test.use({ refusals: 'expected' })

  test('a wrong password and a name that nobody has get the same sentence', async ({ page }) => {
    await page.goto('/')
    await fillSignIn(page, 'chiara', 'not her password')
    await expect(page.getByRole('alert')).toHaveText(/^Invalid username or password/)
    await page.goto('/')
    await fillSignIn(page, 'nobody-at-all', 'not her password')
    await expect(page.getByRole('alert')).toHaveText(/^Invalid username or password/)
  })

  test('an empty form says what is missing and asks nobody', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/token?grant_type=password') && asked.push(request.url()))
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Username is required.')).toBeVisible()
    await expect(page.getByText('Password is required.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
    expect(asked).toEqual([])
  })
})

test('the sign-in screen carries the name and the tagline', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Inrange' })).toBeVisible()
  await expect(page.getByText('Message Receiving Platform')).toBeVisible()
})

// What was still being read when somebody signed out is refused, and the browser logs that.
test.describe('going out', () => {
  test.use({ refusals: 'expected' })

  test('a session survives a reload and ends with a sign-out, also for the address that was open', async ({ page }) => {
    await signInAs(page, 'bruno')
    await expect(page.getByText('Welcome back, bruno').first()).toBeVisible()
    await openSection(page, 'wallet')
    await page.reload()
    await expectSection(page, 'wallet')
    await signOut(page)
    await page.goto('/wallet')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await fillSignIn(page, 'bruno', passwordOf('bruno'))
    await expectSection(page, 'wallet')
  })

  test('the menu shows each role what it may open', async ({ page }) => {
    const entries = () => menuOf(page).getByRole('link').allInnerTexts()
    await signInAs(page, 'bruno')
    expect((await entries()).map((text) => text.split('\n')[0])).toEqual([
      'Dashboard',
      'Messages',
      'SMS Inbox',
      'Number Ranges',
      'Test Numbers',
      'My Wallet',
      'My Earnings',
      'Analytics',
      'Reports',
    ])
    await expect(menuOf(page).getByRole('button', { name: 'Administration' })).toHaveCount(0)
    await signOut(page)
    await signInAs(page, 'operator')
    await menuOf(page).getByRole('button', { name: 'Administration' }).click()
    await expect(menuOf(page).getByRole('link', { name: 'User Management' })).toBeVisible()
    await expect(menuOf(page).getByRole('link', { name: 'Payment Settings' })).toHaveCount(0)
    await signOut(page)
    await signInAs(page, 'superadmin')
    await expect(menuOf(page).getByRole('link', { name: 'Payment Settings' })).toBeVisible()
  })
})

test('no token lies where a script could read it', async ({ page, context }) => {
  await signInAs(page, 'bruno')
  const stored = JSON.stringify((await context.storageState()).origins)
  expect(stored).toContain('bruno')
  expect(stored + (await page.evaluate<string>('JSON.stringify(sessionStorage) + document.cookie'))).not.toMatch(
    /eyJ|refresh|access_token/,
  )
  const cookies = await context.cookies()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
})

test('a display of the signed-in user that is no JSON is dropped', async ({ page, context }) => {
  const display = async () => {
    const { origins } = await context.storageState()
    return origins.flatMap(({ localStorage }) => localStorage).find(({ value }) => value.includes('bruno'))
  }
  await signInAs(page, 'bruno')
  const { name } = (await display()) ?? { name: 'none' }
  await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, '{broken')`)
  expect(await display()).toBeUndefined()
  await page.reload()
  await expectSection(page, 'dashboard')
  expect((await display())?.name).toBe(name)
})

test('an unknown section shows the dashboard', async ({ page }) => {
  await signInAs(page, 'bruno')
  await page.goto('/no-such-section')
  await expectSection(page, 'dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test.describe('a password', () => {
  // What is still being read when somebody signs out is refused.
  test.use({ refusals: 'expected' })

  test('ASVS 5.0 6.2.5, 6.2.6, 6.2.7: any mixture will do, typed unseen unless shown, and pasted if one likes', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const username = `paste${Date.now().toString(36)}`
    await addUser(await apiAs('operator'), username)
    await signInAs(page, username, NEW_PASSWORD)
    await page.goto('/account?tab=password')
    await page.getByRole('textbox', { name: 'Current password' }).fill(NEW_PASSWORD)
    // Small letters alone, and long enough to be a sentence.
    const chosen = `onlysmallletters${'andmore'.repeat(8)}`
    await page.evaluate(`navigator.clipboard.writeText('${chosen}')`)
    const typed = page.getByRole('textbox', { name: 'New password', exact: true })
    for (const field of [typed, page.getByRole('textbox', { name: 'Repeat the new password' })]) {
      await field.focus()
      await page.keyboard.press('ControlOrMeta+V')
      await expect(field).toHaveValue(chosen)
      await expect(field).toHaveAttribute('type', 'password')
    }
    const show = page.getByRole('button', { name: 'Show password' })
    await show.nth(1).click()
    await expect(typed).toHaveAttribute('type', 'text')
    await typed.press('Enter')
    await expectToast(page, 'Your password is changed')
    await signOut(page)
    await signInAs(page, username, chosen)
  })
})
