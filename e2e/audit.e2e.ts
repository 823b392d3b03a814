// The audit log: an admin finds who did what to whom, reads what changed, and takes it as a file; by keyboard as well.
import { readFile } from 'node:fs/promises'
import {
  dialogOf,
  expect,
  expectSection,
  expectSettled,
  expectToast,
  openSection,
  rowWith,
  signInAs,
  test,
  type Page,
} from './console.fixture.ts'
import { violationsOn } from './axe.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'

function uniqueName(): string {
  return `eda${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

/** Somebody whose email address an admin changed. */
async function changedUser(): Promise<{ id: string; username: string; was: string; is: string }> {
  const admin = await apiAs('operator')
  const username = uniqueName()
  const [was, is] = [`${username}@example.com`, `changed.${username}@example.com`]
  const user = await admin('POST', '/users', { username, email: was, password: 'temporary 1', role: 'user' })
  const id = String(user['id'])
  await admin('PATCH', `/users/${id}`, { email: is })
  return { id, username, was, is }
}

async function openLog(page: Page, search: string): Promise<void> {
  await signInAs(page, 'operator')
  await page.goto(`/audit?${search}`)
  await expectSection(page, 'audit')
  await expectSettled(page)
}

test('an admin goes to the log, narrows it, and reads what was changed', async ({ page }) => {
  const user = await changedUser()
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Administration' }).click()
  await openSection(page, 'audit')
  await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Users' })
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption({ label: 'Done' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('textbox', { name: 'To whom or what (id)' }).fill(user.id)
  await expect(page).toHaveURL(new RegExp(`subject=${user.id}`))
  await expect(page.getByRole('row')).toHaveCount(3) // The head, and: created, edited.
  await rowWith(page, 'Edited a user', user.username).getByRole('link').click()
  const entry = dialogOf(page, /Edited a user/)
  await expect(entry.getByText(user.was, { exact: true })).toBeVisible()
  await expect(entry.getByText(user.is, { exact: true })).toBeVisible()
  await expect(entry.getByText('operator', { exact: true })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.reload()
  await expect(entry.getByText(user.is, { exact: true })).toBeVisible()
  await entry.getByRole('button', { name: 'All by operator' }).click()
  await expect(entry).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'By whom' })).toHaveValue('operator')
})

test('by keyboard: j walks, Enter opens, Escape leads back to where one was', async ({ page }) => {
  const user = await changedUser()
  await openLog(page, `subject=${user.id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page, /Created a user/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Created a user' })).toBeFocused()
  await expect(page).not.toHaveURL(/entry=/)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'By whom' })).toBeFocused()
})

test('the file holds what the filters show, and taking it is recorded', async ({ page }) => {
  const user = await changedUser()
  await openLog(page, `subject=${user.id}`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(',operator,')
  expect(lines[1]).toContain(`,user_updated,done,user,${user.username},${user.id},`)
  await expectToast(page, 'The audit log was exported')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowWith(page, 'Exported the audit log').first()).toBeVisible()
})

test.describe('what is denied', () => {
  test.use({ refusals: 'expected' })

  test('is in the log, under the name of who asked', async ({ page }) => {
    const username = uniqueName()
    await addUser(await apiAs('operator'), username)
    const asUser = await apiAs(username, NEW_PASSWORD)
    await asUser('GET', '/carriers').catch(() => undefined)
    await openLog(page, 'outcome=refused')
    await expect(rowWith(page, username, 'Request denied', 'Refused', 'GET /api/v1/carriers')).toBeVisible()
  })

  test('nothing matches, and one step clears the filters', async ({ page }) => {
    await openLog(page, 'subject=nothing-has-this-name')
    await expect(page.getByText('No entry matches these filters')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('a user is told that the section is not theirs', async ({ page }) => {
    await signInAs(page, 'ayse')
    await page.goto('/audit')
    await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
  })
})
