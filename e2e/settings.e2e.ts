// The settings of the platform as the super admin changes them: what differs is shown before it is saved, two editors
// do not overwrite each other, a secret goes in and never comes out, a test mail is really sent, and nobody leaves
// unsaved changes behind by accident. It changes settings of the whole platform and puts them back.
import { startMailServer, type MailServer } from '@inrange/server/testing/mail-server.fixture'
import { violationsOn } from './axe.ts'
import {
  expect,
  expectSection,
  expectToast,
  openSection,
  signInAs,
  test,
  type Locator,
  type Page,
} from './console.fixture.ts'
import { enterAs, expectFocusKept, goTo, pressOn, typeInto } from './keyboard.fixture.ts'
import { apiAs } from './platform.client.ts'

let mail: MailServer

test.describe.configure({ mode: 'serial' })
// A conflict and a field out of its bounds are refused on purpose.
test.use({ refusals: 'expected' })

const noMail = { host: '', port: 465, security: 'tls', username: '', fromAddress: '', fromName: 'Inrange' }

async function change(changes: object, secrets: object = {}): Promise<void> {
  const superadmin = await apiAs('superadmin')
  const { version } = await superadmin('GET', '/settings')
  await superadmin('PATCH', '/settings', { version, changes, secrets })
}

test.beforeAll(async () => {
  mail = await startMailServer()
})

test.afterAll(async () => {
  await change({ mail: noMail, invitationDays: 7, recoveryLinkMinutes: 30 }, { mailPassword: null })
  await mail.stop()
})

function cardOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

async function open(page: Page): Promise<void> {
  await signInAs(page, 'superadmin')
  await page.goto('/platform-settings')
  await expectSection(page, 'platform-settings')
  await expect(cardOf(page, 'Sign-in policy')).toBeVisible()
}

test('a policy is changed with its difference shown, and what somebody else saved meanwhile is not lost', async ({
  page,
}) => {
  await open(page)
  const card = cardOf(page, 'Sign-in policy')
  await card.getByLabel('Invitation ends after').fill('99')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('At most 30 days.')).toBeVisible()
  await expect(card.getByLabel('Invitation ends after')).toBeFocused()
  await card.getByLabel('Invitation ends after').fill('9')
  await expect(card.getByRole('list', { name: '1 unsaved change' })).toContainText('7 becomes 9')

  await change({ invitationDays: 3, recoveryLinkMinutes: 45 })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('alert')).toContainText('Invitation ends after is now 3.')
  await expect(card.getByRole('alert')).toContainText('Password link ends after is now 45.')
  expect(await violationsOn(page)).toEqual([])
  await card.getByRole('button', { name: 'Keep Mine' }).click()
  await card.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Sign-in policy: saved.')
  const { values } = await (await apiAs('superadmin'))('GET', '/settings')
  expect(values).toMatchObject({ invitationDays: 9, recoveryLinkMinutes: 45 })
})

test('a value is changed, its difference seen, and saved, with the keyboard alone', async ({ page }) => {
  const before = await (await apiAs('superadmin'))('GET', '/settings')
  const { recoveryLinkMinutes } = before['values'] as { recoveryLinkMinutes: number }
  const after = String(recoveryLinkMinutes + 1)
  await enterAs(page, 'superadmin')
  await goTo(page, 'f', 'platform-settings')
  const card = cardOf(page, 'Sign-in policy')
  const field = card.getByLabel('Password link ends after')
  await typeInto(page, field, '12345')
  await pressOn(page, card.getByRole('button', { name: 'Discard' }))
  await expect(field).toHaveValue(String(recoveryLinkMinutes))
  await expect(card.getByRole('heading', { name: 'Sign-in policy' })).toBeFocused()
  await typeInto(page, field, after)
  await expect(card.getByRole('list', { name: '1 unsaved change' })).toContainText(`becomes ${after}`)
  await pressOn(page, card.getByRole('button', { name: 'Save' }))
  await expectToast(page, 'Sign-in policy: saved.')
  await expect(card.getByRole('heading', { name: 'Sign-in policy' })).toBeFocused()

  // What somebody else saved meanwhile: the question goes with its answer, the focus does not.
  await typeInto(page, field, '20')
  await change({ recoveryLinkMinutes: 21 })
  await page.keyboard.press('Enter')
  await pressOn(page, card.getByRole('button', { name: 'Keep Mine' }))
  await expectFocusKept(page)
  await pressOn(page, card.getByRole('button', { name: 'Discard' }))
  await change({ recoveryLinkMinutes })
})

test('a mail server is set up, its password never shown again, and tried', async ({ page }) => {
  await open(page)
  const card = cardOf(page, 'Mail server')
  await card.getByLabel('Host').fill('127.0.0.1')
  await card.getByLabel('Encryption').selectOption('None')
  await card.getByLabel('Port').fill(String(mail.port))
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Give the address that mails come from.')).toBeVisible()
  await card.getByLabel('From address').fill('sms@inrange.example')
  await card.getByLabel('Password', { exact: true }).fill('kept and sealed 1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Mail server: saved.')
  await expect(card.getByRole('group', { name: 'Password' })).toContainText('Set')
  expect(await page.content()).not.toContain('kept and sealed 1')

  await card.getByRole('button', { name: 'Send Test Mail' }).click()
  await expect(card.getByRole('status')).toContainText('Sent. The other side said: 250')
  expect(mail.mailsTo('superadmin@inrange.invalid').join()).toContain('Mail works')

  await card.getByLabel('Host').fill('elsewhere.example')
  await card.getByLabel('Username').fill('ann')
  await expect(card.getByRole('button', { name: 'Send Test Mail' })).toBeDisabled()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText(/^The stored password was given for another host/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('nobody leaves unsaved changes behind by accident', async ({ page }) => {
  await open(page)
  const field = cardOf(page, 'Earnings').getByLabel('Earnings mature for')
  await field.fill('123')
  await page.getByRole('link', { name: 'Payment Settings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('Earnings')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(field).toHaveValue('123')
  await page.getByRole('link', { name: 'Payment Settings' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectSection(page, 'payment-settings')
  await openSection(page, 'platform-settings')
  await expect(field).not.toHaveValue('123')
})
