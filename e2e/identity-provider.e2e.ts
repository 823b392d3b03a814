// An identity at another service, with a real OpenID Connect provider on loopback: linked in the account, enough to sign
// in, unlinked; and refused where nobody is linked to it.
import { setTimeout as delay } from 'node:timers/promises'
import { startOidcProvider, type OidcProvider } from '@inrange/server/testing/oidc-provider.fixture'
import { dialogOf, expect, expectSection, expectToast, signInAs, signOut, test } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'
import { readFacts } from './platform.facts.ts'
import { faultsHere } from './surfaces.ts'

let provider: OidcProvider
let name: string

test.describe.configure({ mode: 'serial' })
// What is still being read when somebody signs out is refused, and the browser logs that.
test.use({ refusals: 'expected' })

test.beforeAll(async () => {
  provider = await startOidcProvider({ redirectUris: [`${readFacts().url}/auth/v1/callback`] })
  const superadmin = await apiAs('superadmin')
  const id = `loop${Date.now().toString(36)}`
  name = `Loopback ${id}`
  const { issuer, clientId, clientSecret } = provider
  await superadmin('POST', '/identity-providers', { id, name, issuer, clientId, clientSecret, isEnabled: true })
})

test.afterAll(() => provider.stop())

test('an identity is linked, signs in, and is unlinked', async ({ page }) => {
  const username = `oidc${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  provider.signInAs({ subject: username, email: `${username}@elsewhere.example`, name: 'Somebody Elsewhere' })
  await signInAs(page, username, NEW_PASSWORD)
  await page.goto('/account?tab=identities')
  const row = page.getByRole('list', { name: 'Linked identities' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Not linked')
  // Whoever comes back is told by the provider's name, also where that comes after everything else.
  await page.route('**/identity-providers/enabled', async (route) => {
    await delay(1_500)
    await route.continue()
  })
  await row.getByRole('button', { name: `Link ${name}` }).click()
  await expectToast(page, `${name} is linked.`)
  await page.unroute('**/identity-providers/enabled')
  await expect(row).toContainText(`${username}@elsewhere.example`)
  await expect(page).toHaveURL(/\/account\?tab=identities$/)

  await signOut(page)
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
  await expectSection(page, 'dashboard')
  await expect(page.getByText(`Welcome back, ${username}`).first()).toBeVisible()

  await page.goto('/account?tab=identities')
  await row.getByRole('button', { name: `Unlink ${name}` }).click()
  await expect(dialogOf(page, /^Unlink/)).toBeVisible()
  expect(await faultsHere(page, 1)).toEqual({})
  await dialogOf(page, /^Unlink/)
    .getByRole('button', { name: 'Unlink' })
    .click()
  await expectToast(page, 'is unlinked.')
  await expect(row).toContainText('Not linked')
})

test('an identity that nobody linked opens nothing, and says what to do', async ({ page }) => {
  provider.signInAs({ subject: 'nobody-here', email: 'nobody@elsewhere.example', name: 'Nobody' })
  await page.goto('/')
  await page.getByRole('button', { name: `Continue with ${name}` }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Nobody here is linked to that identity/)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
