// What a lost password and the policy of the platform do to the sign-in: a link by a real mail server on loopback, a link
// of an administrator, and a role that must set up a second factor. It changes settings of the whole platform, so it runs
// when the other tests are done, one test after the other.
import { appCode } from '@inrange/server/testing/authenticator-app'
import { startMailServer, type MailServer } from '@inrange/server/testing/mail-server.fixture'
import { violationsOn } from './axe.ts'
import { expect, expectSection, fillSignIn, test, type Page } from './console.fixture.ts'
import { expectFocusKept, pressOn, typeInto, typeSignIn } from './keyboard.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD, type Api } from './platform.client.ts'

let mail: MailServer
// One session for all: while a captcha is set, signing in may need it.
let superadmin: Api

test.describe.configure({ mode: 'serial' })

/** Secrets beside values, as the API takes them. */
async function changeSettings(changes: Record<string, unknown>, secrets: Record<string, unknown> = {}): Promise<void> {
  const { version } = await superadmin('GET', '/settings')
  await superadmin('PATCH', '/settings', { version, changes, secrets })
}

const noCaptcha = { provider: 'none', siteKey: '' }
const noMail = { host: '', port: 465, security: 'tls', username: '', fromAddress: '', fromName: 'Inrange' }

test.beforeAll(async () => {
  superadmin = await apiAs('superadmin')
  mail = await startMailServer()
  const ours = { host: '127.0.0.1', port: mail.port, security: 'none', fromAddress: 'sms@inrange.example' }
  await changeSettings({ mail: { ...noMail, ...ours } })
})

test.afterAll(async () => {
  await changeSettings({ mail: noMail, mfaRequiredRoles: null, captcha: noCaptcha }, { captchaSecret: null })
  await mail.stop()
})

async function newUser(prefix: string): Promise<{ username: string; email: string; id: string }> {
  const username = `${prefix}${Date.now().toString(36)}`
  const { id } = await addUser(await apiAs('operator'), username)
  return { username, email: `${username}@example.com`, id }
}

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If an account has this address, a link is on its way to it.')).toBeVisible()
}

/** The first link of that kind in the mails to an address; waits for the mail. */
async function linkTo(email: string, kind: '/auth/v1/verify' | '/reset-password#token='): Promise<string> {
  const links = () =>
    mail
      .mailsTo(email)
      .flatMap((text) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [])
      .filter((link) => link.includes(kind))
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links()[0] ?? ''
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the new password').fill(password)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

test.describe('what is refused', () => {
  test.use({ refusals: 'expected' })

  test('a forgotten password is replaced by a link of a mail, in the browser that asked and once', async ({
    page,
    browser,
    baseURL,
  }) => {
    const { username, email } = await newUser('forgot')
    await askForLink(page, email)
    expect(await violationsOn(page)).toEqual([])
    const link = await linkTo(email, '/auth/v1/verify')

    const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const other = await elsewhere.newPage()
    await other.goto(link)
    await expect(other.getByRole('alert')).toHaveText(/^This link was asked for in another browser/)
    await elsewhere.close()

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await expect(page).toHaveURL(/\/reset-password$/)
    await choosePassword(page, 'chosen after a mail 9')
    await expectSection(page, 'dashboard')

    await page.goto(link)
    await expect(page.getByRole('alert')).toHaveText(/^This link has expired or was used already/)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await fillSignIn(page, username, NEW_PASSWORD)
    await expect(page.getByRole('alert')).toHaveText(/^Invalid username or password/)
    await fillSignIn(page, username, 'chosen after a mail 9')
    await expectSection(page, 'dashboard')
  })

  test('a forgotten password is replaced with the keyboard alone', async ({ page }) => {
    const { username, email } = await newUser('keys')
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Forgot password?' }))
    await expect(page.getByLabel('Email address')).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('If an account has this address, a link is on its way to it.')).toBeVisible()
    await expectFocusKept(page)
    await pressOn(page, page.getByRole('link', { name: 'Back to sign-in' }))
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()

    await page.goto(await linkTo(email, '/auth/v1/verify'))
    const next = page.getByLabel('New password', { exact: true })
    await expect(next).toBeFocused()
    await page.keyboard.type('chosen without a mouse 9')
    await typeInto(page, page.getByLabel('Repeat the new password'), 'chosen without a mouse 9')
    await page.keyboard.press('Enter')
    await expectSection(page, 'dashboard')
    await pressOn(page, page.getByRole('button', { name: 'Sign out' }))
    await typeSignIn(page, username, 'chosen without a mouse 9')
    await expectSection(page, 'dashboard')
  })
})

test('an address that nobody has gets the same sentence', async ({ page }) => {
  await askForLink(page, `nobody${Date.now().toString(36)}@example.com`)
})

test('a captcha that is set is loaded from its provider, and its answer goes along', async ({ page }) => {
  const ours = { provider: 'turnstile', siteKey: 'site-key-of-a-test' }
  await changeSettings({ captcha: ours }, { captchaSecret: 'secret-of-a-test' })
  // In place of the provider's script, which is elsewhere: the same call, answered at once.
  const script = `globalThis.turnstile = { render: (place, options) => {
    place.textContent = 'For ' + options.sitekey
    options.callback('token-of-a-test')
  } }`
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  // Nor is the provider asked by the server.
  await page.route('**/auth/v1/recover*', (route) => route.fulfill({ json: {} }))
  const asked = page.waitForRequest(/\/auth\/v1\/recover/)
  await page.goto('/forgot-password')
  await expect(page.getByText('For site-key-of-a-test')).toBeVisible()
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ gotrue_meta_security: { captcha_token: 'token-of-a-test' } })
  await changeSettings({ captcha: noCaptcha }, { captchaSecret: null })
})

test('a link of an administrator asks before it is spent', async ({ page }) => {
  const { id, email } = await newUser('handed')
  const operator = await apiAs('operator')
  await operator('POST', `/users/${id}/reset-password`, { mode: 'link' })
  await page.goto(await linkTo(email, '/reset-password#token='))
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/reset-password$/)
  await choosePassword(page, 'chosen after a hint 9')
  await expectSection(page, 'dashboard')
})

test('who must have a second factor sets one up before anything else', async ({ page }) => {
  const { username, id } = await newUser('must')
  await (
    await apiAs('superadmin')
  )('PATCH', `/users/${id}`, { role: 'admin' })
  await changeSettings({ mfaRequiredRoles: ['admin'] })
  await page.goto('/')
  await fillSignIn(page, username, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.goto('/manage-users')
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await page.getByRole('radio', { name: /^Authenticator app/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const key = await page.locator('bdi.select-all').innerText()
  await page.getByLabel('Code', { exact: true }).fill(appCode(key, -1))
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  await page.getByLabel('I have saved these codes').check()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await expectSection(page, 'manage-users')
  await changeSettings({ mfaRequiredRoles: null })
})
