// Where one is signed in: seen in the account, and ended from there, one or all others.
import { dialogOf, expect, expectSection, expectToast, signInAs, test } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

const ENDED_WITHIN_MS = 5_000

// What the ended session was still reading is refused, and the browser logs that.
test.use({ refusals: 'expected' })

test('another session is ended and gone within seconds; this one stays', async ({ page, browser, baseURL }) => {
  const username = `sess${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  await signInAs(page, username, NEW_PASSWORD)
  const elsewhere = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), userAgent: PHONE })
  const phone = await elsewhere.newPage()
  await signInAs(phone, username, NEW_PASSWORD)

  await page.goto('/account?tab=sessions')
  const list = page.getByRole('list', { name: 'Sessions' })
  const theirs = list.getByRole('listitem').filter({ hasText: /Android/ })
  await expect(theirs).toContainText('127.0.0.1')
  await expect(theirs).toContainText('Local network')
  await expect(list.getByRole('listitem').first()).toContainText('This session')
  await expect(list.getByRole('listitem').first().getByRole('button')).toHaveCount(0)

  await theirs.getByRole('button', { name: /^End session on/ }).click()
  const question = page.getByRole('alertdialog', { name: 'End this session?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(theirs).toHaveCount(1)
  await theirs.getByRole('button', { name: /^End session on/ }).click()
  await question.getByRole('button', { name: 'End session' }).click()
  await expectToast(page, 'The session has ended.')
  await expect(theirs).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Sign In' })).toBeVisible({ timeout: ENDED_WITHIN_MS })
  await elsewhere.close()
  await page.reload()
  await expectSection(page, 'account')
})

test('all others end at once', async ({ page }) => {
  const username = `many${Date.now().toString(36)}`
  await addUser(await apiAs('operator'), username)
  const others = await Promise.all([apiAs(username, NEW_PASSWORD), apiAs(username, NEW_PASSWORD)])
  await signInAs(page, username, NEW_PASSWORD)
  await page.goto('/account?tab=sessions')
  const list = page.getByRole('list', { name: 'Sessions' })
  // The one in which the password was chosen, the two of the program, and this one.
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'End all others' }).click()
  const question = page.getByRole('alertdialog', { name: 'End all other sessions?' })
  await question.getByRole('button', { name: 'End all others' }).click()
  await expectToast(page, '3 sessions have ended.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  for (const api of others) await expect(api('GET', '/account')).rejects.toThrow(/401/)
  await expect(dialogOf(page, 'End all other sessions?')).toHaveCount(0)
})

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
