// A newcomer's path: from the password that the first start prints to the first message that earns, on a platform that
// nobody has used, following what the screens offer: the list of steps on the dashboard, the dialogs it opens, and the
// command that a new connection shows.
import { createHmac } from 'node:crypto'
import {
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  fillSignIn,
  openSection,
  signOut,
  test,
  type Page,
} from './console.fixture.ts'
import { startNewPlatform, type NewPlatform } from './newcomer.fixture.ts'

const ADMIN_PASSWORD = 'chosen by the newcomer 7'
const USER_PASSWORD = 'chosen by the user 7'
const TEXT = '493027 is your code.'

let platform: NewPlatform
test.setTimeout(300_000)
test.beforeAll(async () => {
  platform = await startNewPlatform()
})
test.afterAll(() => platform.stop())

async function choosePassword(page: Page, current: string, next: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Repeat the new password').fill(next)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

/** The next open step, as the dashboard names it. */
async function followStep(page: Page, name: RegExp): Promise<void> {
  await openSection(page, 'dashboard')
  await page.getByRole('main').getByRole('link', { name }).first().click()
}

async function expectStepDone(page: Page, name: RegExp): Promise<void> {
  await openSection(page, 'dashboard')
  await expect(page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: /done/i })).toBeVisible()
}

/** Sends what the sample command would send, with a number of the new range in it. */
async function sendAsSampleSays(sample: string, number: string): Promise<number> {
  const secret = /secret='([^']+)'/.exec(sample)?.[1] ?? ''
  const url = /(https?:\/\/[^\s']+)'?\s*$/m.exec(sample)?.[1] ?? ''
  const body = (/body='(.+)'/.exec(sample)?.[1] ?? '').replace('A NUMBER OF YOURS', number).replace('Hello', TEXT)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-inrange-timestamp': timestamp,
      'x-inrange-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    },
    body,
  })
  return answer.status
}

test('a newcomer comes from the printed password to the first message that earns', async ({ page }) => {
  await page.goto(platform.url)
  await fillSignIn(page, 'superadmin', platform.printedPassword)
  await choosePassword(page, platform.printedPassword, ADMIN_PASSWORD)
  await expectSection(page, 'dashboard')

  await followStep(page, /first user/i)
  const user = dialogOf(page, 'Create User')
  await user.getByLabel('Username').fill('gerda')
  await user.getByLabel('Email').fill('gerda@example.com')
  await user.getByLabel('Password', { exact: true }).fill('handed over 1')
  await user.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectStepDone(page, /first user/i)

  await followStep(page, /number range/i)
  const range = dialogOf(page, 'Create Number Range')
  await range.getByLabel('Range Name').fill('First range')
  await range.getByLabel('Assign to User').selectOption({ label: 'gerda' })
  await range.getByLabel('Prefix').fill('447700')
  await range.getByLabel('Start Number').fill('900000')
  await range.getByLabel('End Number').fill('900999')
  await range.getByLabel('Rate per segment').fill('0.0125')
  await range.getByRole('button', { name: 'Create Range' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectStepDone(page, /number range/i)

  await followStep(page, /carrier/i)
  const carrier = dialogOf(page, 'Add Carrier')
  await carrier.getByLabel('Name').fill('First carrier')
  await carrier.getByRole('button', { name: 'Create Carrier' }).click()
  await page.getByRole('button', { name: /Add (First )?Connection/ }).click()
  const connection = dialogOf(page, 'Add Connection')
  await connection.getByRole('radio', { name: /^HTTP/ }).check()
  await connection.getByLabel('Name', { exact: true }).fill('Web')
  await connection.getByRole('button', { name: 'Add Connection' }).click()
  const shown = dialogOf(page, 'The secret of Web')
  const sample = await shown.locator('pre').innerText()
  expect(await sendAsSampleSays(sample, '+447700900123')).toBe(200)
  await shown.getByRole('button', { name: 'Done' }).click()
  // The new connection's details are open.
  await expect(page.getByRole('dialog', { name: 'Web' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectStepDone(page, /carrier/i)
  await expectSettled(page)
  await signOut(page)

  await fillSignIn(page, 'gerda', 'handed over 1')
  await choosePassword(page, 'handed over 1', USER_PASSWORD)
  await expectSection(page, 'dashboard')
  await openSection(page, 'sms-inbox')
  await expect(page.getByText(TEXT.slice(0, 6)).first()).toBeVisible()
  await openSection(page, 'wallet')
  await expect(page.getByRole('listitem').filter({ hasText: 'Earned, not yet settled' })).toContainText('$0.0125')
})
