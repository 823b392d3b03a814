// The built-in super admin comes in with the password that was printed once, and can do nothing before choosing another.
import { expect, expectSection, fillSignIn, signInAs, signOut, test } from './console.fixture.ts'
import { readFacts, SUPERADMIN_PASSWORD } from './platform.facts.ts'

test.use({ refusals: 'expected' })

test('the first sign-in of superadmin ends in a password of their own', async ({ page }) => {
  const printed = readFacts().passwords['superadmin'] ?? ''
  await page.goto('/')
  await fillSignIn(page, 'superadmin', printed)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  // No address leads past it.
  await page.goto('/manage-users')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()

  const choose = async (current: string, next: string, repeated: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Repeat the new password').fill(repeated)
    await page.getByRole('button', { name: 'Save and continue' }).click()
  }
  await choose(printed, 'short', 'short')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Minimum 6 characters' })).toBeVisible()
  await choose(printed, SUPERADMIN_PASSWORD, 'something else')
  await expect(page.getByText('The two passwords differ.')).toBeVisible()
  await choose('not the printed one', SUPERADMIN_PASSWORD, SUPERADMIN_PASSWORD)
  await expect(page.getByRole('alert')).toBeVisible()
  await choose(printed, SUPERADMIN_PASSWORD, SUPERADMIN_PASSWORD)
  await page.getByRole('main', { name: /./ }).waitFor()
  await page.goto('/dashboard')
  await expectSection(page, 'dashboard')

  await signOut(page)
  await fillSignIn(page, 'superadmin', printed)
  await expect(page.getByText('Invalid username or password')).toBeVisible()
  await signInAs(page, 'superadmin')
})
