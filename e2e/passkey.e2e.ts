// Passkeys with a virtual authenticator of the browser: added and renamed in the account, asked for after a password, and
// enough by themselves.
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
import { faultsHere } from './surfaces.ts'

/** A device that holds passkeys and whose owner always agrees. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

// Between adding a first factor and showing it the server serves nothing else; and what is still being read when somebody
// signs out is refused. The browser logs both.
test.use({ refusals: 'expected' })

test('a passkey is added, renamed, asked for, enough by itself, and removed', async ({ page }) => {
  await plugInAuthenticator(page)
  const username = `key${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await signInAs(page, username, NEW_PASSWORD)
  await page.goto('/account?tab=factors')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const adding = dialogOf(page, 'Add a passkey')
  await adding.getByLabel('Name').fill('This laptop')
  await adding.getByRole('button', { name: 'Create passkey' }).click()

  // It is shown at once, as a first factor has to be; then come the codes for the day it is lost.
  const codes = dialogOf(page, 'Save your recovery codes')
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('This laptop')

  await page.getByRole('button', { name: 'Rename This laptop' }).click()
  await expect(dialogOf(page, 'Rename passkey')).toBeVisible()
  expect(await faultsHere(page, 1)).toEqual({})
  await dialogOf(page, 'Rename passkey').getByLabel('Name').fill('My laptop')
  await page.keyboard.press('Enter')
  await expectToast(page, 'The passkey is renamed.')
  await expect(passkeys).toContainText('My laptop')

  await signOut(page)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expectSection(page, 'account')
  await expect(page.getByText(`Welcome back, ${username}`)).toBeVisible()

  await signOut(page)
  await fillSignIn(page, username, NEW_PASSWORD)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expectSection(page, 'account')

  await page.goto('/account?tab=factors')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialogOf(page, 'Remove My laptop?').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'My laptop is removed.')
  await expect(page.getByText('No passkey yet')).toBeVisible()
})

test('the sign-in says that none was used, and the password still works', async ({ page }) => {
  await plugInAuthenticator(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/)
  const username = `nokey${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await fillSignIn(page, username, NEW_PASSWORD)
  await expectSection(page, 'dashboard')
})
