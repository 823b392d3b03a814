// The super admin connects a service that vouches for users: added, tried against a real provider on loopback, offered
// at the sign-in, taken back; and once somebody is linked to it, kept.
import { startOidcProvider, type OidcProvider } from '@inrange/server/testing/oidc-provider.fixture'
import { violationsOn } from './axe.ts'
import {
  dialogOf,
  expect,
  expectSettled,
  expectToast,
  signInAs,
  signOut,
  test,
  type Locator,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'
import { readFacts } from './platform.facts.ts'

let provider: OidcProvider

// Some of what is typed is refused, and the browser logs that.
test.use({ refusals: 'expected' })
test.beforeAll(async () => {
  provider = await startOidcProvider({ redirectUris: [`${readFacts().url}/auth/v1/callback`] })
})
test.afterAll(() => provider.stop())

/** A word that no other test has, for a name and, as proposed, an id. */
function uniqueWord(): string {
  return `idp${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

async function openProviders(page: Page): Promise<void> {
  await page.goto('/platform-settings#identityProviders')
  await expectSettled(page)
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Identity providers' }).getByRole('listitem').filter({ hasText: name })
}

async function add(page: Page, facts: { name: string; issuer: string; clientId: string }): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Provider' }).click()
  const dialog = dialogOf(page, 'Add Identity Provider')
  await dialog.getByLabel('Name').fill(facts.name)
  await dialog.getByLabel('Issuer').fill(facts.issuer)
  await dialog.getByLabel('Client id').fill(facts.clientId)
  return dialog
}

test('a provider is added, tested, offered at the sign-in, and taken back', async ({ page, browser }) => {
  const name = uniqueWord()
  const { issuer, clientId, clientSecret } = provider
  await signInAs(page, 'superadmin')
  await openProviders(page)
  const dialog = await add(page, { name, issuer, clientId: `${clientId}-${name}` })
  await expect(dialog.getByLabel('Id', { exact: true })).toHaveValue(name)
  await expect(dialog).toContainText(`${readFacts().url}/auth/v1/callback`)
  await dialog.getByLabel('Client secret').fill(clientSecret)
  await dialog.getByRole('button', { name: 'Add Provider' }).click()
  await expectToast(page, `${name} was added.`)
  const row = rowOf(page, name)
  await expect(row).toContainText('Disabled')
  await expect(row).toContainText(`${readFacts().url}/auth/v1/callback`)
  await row.getByRole('button', { name: `Test ${name}` }).click()
  await expect(row.getByRole('status').filter({ hasText: 'Test passed' })).toContainText(`Found ${issuer}`)

  const outside = await browser.newPage({ baseURL: readFacts().url })
  const offer = outside.getByRole('button', { name: `Continue with ${name}` })
  const seen = async () => {
    await outside.goto('/')
    await outside.waitForLoadState('networkidle')
    await expect(outside.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    return offer.count()
  }
  expect(await seen()).toBe(0)
  await row.getByRole('button', { name: `Enable ${name}` }).click()
  await expectToast(page, `${name} is offered at the sign-in.`)
  expect(await seen()).toBe(1)
  await row.getByRole('button', { name: `Disable ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, `${name} is no longer offered.`)
  expect(await seen()).toBe(0)
  await outside.close()

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('what a provider cannot be is said at its field, and a secret is never shown', async ({ page }) => {
  const name = uniqueWord()
  const superadmin = await apiAs('superadmin')
  const issuer = `https://${name}.example.com`
  const stored = { id: name, name, issuer, clientId: 'one', clientSecret: 'never shown' }
  await superadmin('POST', '/identity-providers', stored)
  await signInAs(page, 'superadmin')
  await openProviders(page)
  const dialog = await add(page, { name, issuer: 'http://elsewhere.example.com', clientId: 'one' })
  const send = () => dialog.getByRole('button', { name: 'Add Provider' }).click()
  await send()
  await expect(dialog.getByText('http is for this machine only.')).toBeVisible()
  await expect(dialog.getByLabel('Issuer')).toBeFocused()
  await dialog.getByLabel('Issuer').fill(issuer)
  await send()
  await expect(dialog.getByText('Another provider has this id.')).toBeVisible()
  await dialog.getByLabel('Id', { exact: true }).fill(`${name}-2`)
  await send()
  await expect(dialog.getByText('Another provider has this issuer and client id.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  // Opened by its address alone.
  await page.goto(`/platform-settings?dialog=edit-provider&provider=${name}`)
  const edit = dialogOf(page, 'Edit Identity Provider')
  const secret = edit.getByLabel('Client secret')
  await expect(edit.getByRole('group', { name: 'Client secret' })).toContainText('Set')
  await edit.getByRole('button', { name: 'Replace' }).click()
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(edit.getByText('Give the new secret, or keep the former one.')).toBeVisible()
  await edit.getByRole('button', { name: 'Keep it' }).click()
  await edit.getByRole('button', { name: 'Remove' }).click()
  await page.keyboard.press('Tab')
  await edit.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(rowOf(page, name)).toContainText('None: public client')
  await expect(page).toHaveURL(/\/platform-settings$/)

  await rowOf(page, name)
    .getByRole('button', { name: `Test ${name}` })
    .click()
  await expect(rowOf(page, name).getByRole('status').filter({ hasText: 'Test failed' })).toContainText('did not answer')
  expect(await violationsOn(page)).toEqual([])
  await superadmin('DELETE', `/identity-providers/${name}`)
})

test('a provider that somebody is linked to keeps its issuer, and is disabled instead of deleted', async ({
  page,
  browser,
}) => {
  const name = uniqueWord()
  const { issuer, clientId, clientSecret } = provider
  const superadmin = await apiAs('superadmin')
  const stored = { id: name, name, issuer, clientId, clientSecret, isEnabled: true }
  await superadmin('POST', '/identity-providers', stored)
  await addUser(await apiAs('operator'), name)
  provider.signInAs({ subject: name, email: `${name}@elsewhere.example`, name })
  const theirs = await browser.newPage({ baseURL: readFacts().url })
  await signInAs(theirs, name, NEW_PASSWORD)
  await theirs.goto('/account?tab=identities')
  await theirs.getByRole('button', { name: `Link ${name}` }).click()
  await expectToast(theirs, `${name} is linked.`)
  await signOut(theirs)
  await theirs.close()

  await signInAs(page, 'superadmin')
  await openProviders(page)
  const row = rowOf(page, name)
  await expect(row).toContainText(/Linked users\s*1/)
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(dialogOf(page, 'Edit Identity Provider').getByLabel('Issuer')).not.toBeEditable()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 user is linked to it, so it cannot be deleted.')
  expect(await violationsOn(page)).toEqual([])
  await question.getByRole('button', { name: 'Disable instead' }).click()
  await expect(row).toContainText('Disabled')
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await dialogOf(page, `Delete ${name}?`).getByText('Close', { exact: true }).click()
  await expect(row).toBeVisible()
})
