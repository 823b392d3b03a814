// A second factor from the account to the sign-in: an authenticator app, its codes once each, recovery codes as the way
// out.
import { appCode } from '@inrange/server/testing/authenticator-app'
import {
  dialogOf,
  expect,
  expectSection,
  expectToast,
  fillSignIn,
  signInAs,
  signOut,
  test,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

/** Adds an authenticator app in the account; answers its key, the code that was used for it and the recovery codes. */
async function addApp(page: Page): Promise<{ key: string; used: string; codes: string[] }> {
  await page.goto('/account?tab=factors')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = dialogOf(page, 'Add an authenticator app')
  await dialog.getByLabel('Name').fill('Work phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible()
  const key = await dialog.locator('bdi.select-all').innerText()
  // The code of the step before, so that those of now and of the next one are left for signing in.
  const used = appCode(key, -1)
  await dialog.getByLabel('Code', { exact: true }).fill(used)
  const codesDialog = dialogOf(page, 'Save your recovery codes')
  const list = codesDialog.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allInnerTexts()
  await expect(codesDialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await codesDialog.getByLabel('I have saved these codes').check()
  await codesDialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Authenticator apps and phones' })).toContainText('Work phone')
  return { key, used, codes }
}

async function newUser(prefix: string): Promise<string> {
  const username = `${prefix}${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  return username
}

const secondFactor = (page: Page) => page.getByRole('heading', { name: 'Second factor' })

// What is still being read when somebody signs out is refused, and the browser logs that; others try what is refused.
test.use({ refusals: 'expected' })

test('a code is pasted into the sign-in and sent by itself', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const username = await newUser('totp')
  await signInAs(page, username, NEW_PASSWORD)
  const { key } = await addApp(page)
  await signOut(page)
  await page.goto('/wallet')
  await fillSignIn(page, username, NEW_PASSWORD)
  await expect(secondFactor(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Work phone/ })).toBeChecked()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  const code = appCode(key)
  await page.evaluate(`navigator.clipboard.writeText('${code.slice(0, 3)} ${code.slice(3)}')`)
  await page.keyboard.press('ControlOrMeta+V')
  await expectSection(page, 'wallet')
})

test('a code that was used; a recovery code lets in once, and the way back leads to the sign-in', async ({ page }) => {
  const username = await newUser('recov')
  await signInAs(page, username, NEW_PASSWORD)
  const { used, codes } = await addApp(page)
  await signOut(page)
  await fillSignIn(page, username, NEW_PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(used)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')

  // No address leads past it.
  await page.goto('/account')
  await expect(secondFactor(page)).toBeVisible()

  const showRecoveryCode = async (code: string) => {
    await page.getByRole('radio', { name: /^Recovery code/ }).check()
    await page.getByLabel('Recovery code', { exact: true }).fill(code.toUpperCase())
    await page.getByRole('button', { name: 'Use code' }).click()
  }
  await showRecoveryCode(codes[0] ?? '')
  await expectSection(page, 'account')
  await page.goto('/account?tab=factors')
  await expect(page.getByText('9 codes left')).toBeVisible()
  await signOut(page)

  await fillSignIn(page, username, NEW_PASSWORD)
  await expect(secondFactor(page)).toBeVisible()
  await page.getByRole('radio', { name: /^Recovery code/ }).check()
  await page.getByRole('button', { name: 'Use code' }).click()
  await expect(page.getByText('Give one of your recovery codes.')).toBeVisible()
  await showRecoveryCode(codes[0] ?? '')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('a factor is removed after a question, and signing in is as before', async ({ page }) => {
  const username = await newUser('less')
  await signInAs(page, username, NEW_PASSWORD)
  await addApp(page)
  await page.getByRole('button', { name: 'Remove Work phone' }).click()
  const dialog = dialogOf(page, 'Remove Work phone?')
  await expect(dialog.getByText('It is your last second factor')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Work phone is removed.')
  await expect(page.getByText('No app or phone yet')).toBeVisible()
  await signOut(page)
  await fillSignIn(page, username, NEW_PASSWORD)
  await expectSection(page, 'account')
})
