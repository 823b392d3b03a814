// Nothing that was typed is lost: not when somebody else saved first, and not when the session ends meanwhile.
import { dialogOf, expect, expectToast, signInAs, test, type Page } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD, type Api } from './platform.client.ts'
import { passwordOf } from './platform.facts.ts'

// The second of two edits and the request of an ended session are refused, and the browser logs that.
test.use({ refusals: 'expected' })

const unique = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`

async function makeRange(admin: Api): Promise<{ id: string; name: string; owner: string }> {
  const owner = `dora${unique()}`
  const { id: ownerId } = await addUser(admin, owner)
  const block = String(Math.floor(Math.random() * 100_000)).padStart(5, '0')
  const name = `Drafted ${unique()}`
  const numbers = { prefix: '35386', startNumber: `${block}00`, endNumber: `${block}99` }
  const { id } = await admin('POST', '/ranges', { name, ...numbers, ownerId, rate: '0.0040' })
  return { id: String(id), name, owner }
}

async function openForm(page: Page, id: string) {
  await page.goto(`/number-ranges?dialog=edit&range=${id}`)
  const dialog = dialogOf(page, 'Edit Number Range')
  await expect(dialog.getByLabel('Range Name')).not.toHaveValue('')
  return dialog
}

/** An admin of its own, whose sessions a test may end. */
async function addAdmin(admin: Api): Promise<{ username: string; id: string }> {
  const username = `adele${unique()}`
  const { id } = await addUser(admin, username)
  await admin('PATCH', `/users/${id}`, { role: 'admin' })
  return { username, id }
}

test('the second of two who edit a range sees what the first changed, chooses field by field, and saves again', async ({
  page,
}) => {
  const admin = await apiAs('operator')
  const range = await makeRange(admin)
  const { username } = await addAdmin(admin)
  await signInAs(page, username, NEW_PASSWORD)
  const dialog = await openForm(page, range.id)
  await dialog.getByLabel('Range Name').fill('Mine')
  await dialog.getByLabel('Rate per segment').fill('0.0099')
  await admin('PATCH', `/ranges/${range.id}`, { name: 'Theirs', isActive: false })

  await dialog.getByRole('button', { name: 'Update Range' }).click()
  const conflict = dialog.getByRole('alert')
  await expect(conflict).toContainText('operator changed this range while you were editing it.')
  await expect(conflict.getByRole('list', { name: 'Taken over' })).toContainText('Inactive')
  await expect(dialog.getByLabel('Status')).toHaveValue('false')
  await expect(dialog.getByLabel('Range Name')).toHaveValue('Mine')
  await expect(dialog.getByLabel('Rate per segment')).toHaveValue('0.0099')
  const name = conflict.getByRole('group', { name: 'Range Name' })
  await expect(name.getByRole('radio', { name: /^Yours/ })).toBeChecked()
  await name.getByRole('radio', { name: /^Stored now/ }).check()
  await expect(dialog.getByLabel('Range Name')).toHaveValue('Theirs')
  await dialog.getByRole('button', { name: 'Save again' }).click()
  await expectToast(page, 'Theirs is updated')
  const stored = await admin('GET', `/ranges/${range.id}`)
  expect([stored['name'], stored['isActive'], stored['rate']]).toEqual(['Theirs', false, '0.009900'])
})

/** In the layer over the form, as whoever it expects. */
async function signInAgain(page: Page, username: string): Promise<void> {
  const again = dialogOf(page, 'Your session has ended')
  await expect(again.getByRole('textbox', { name: 'Username' })).toHaveValue(username)
  await expect(again.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
  await page.keyboard.type(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
}

test('a session that ends in the middle of a form is opened again in place, with everything as it was', async ({
  page,
}) => {
  const root = await apiAs('operator')
  const { username, id } = await addAdmin(root)
  const range = await makeRange(root)
  await signInAs(page, username, NEW_PASSWORD)
  const dialog = await openForm(page, range.id)
  await dialog.getByLabel('Range Name').fill('Kept through the end')
  await root('POST', `/users/${id}/sign-out`)
  await signInAgain(page, username)
  await expect(dialog.getByLabel('Range Name')).toHaveValue('Kept through the end')
  await dialog.getByRole('button', { name: 'Update Range' }).click()
  await expectToast(page, 'Kept through the end is updated')
})

test('what was being sent while the session ended is sent once more, as it was', async ({ page }) => {
  const root = await apiAs('operator')
  const { username, id } = await addAdmin(root)
  const range = await makeRange(root)
  await signInAs(page, username, NEW_PASSWORD)
  const dialog = await openForm(page, range.id)
  const sent: (string | null)[] = []
  await page.route('**/api/v1/ranges/*', async (route) => {
    const request = route.request()
    if (request.method() === 'PATCH') sent.push(request.postData())
    // On its way when the session ends.
    if (sent.length === 1 && request.method() === 'PATCH') await root('POST', `/users/${id}/sign-out`)
    await route.continue()
  })
  await dialog.getByLabel('Range Name').fill('Sent twice, done once')
  await dialog.getByRole('button', { name: 'Update Range' }).click()
  await signInAgain(page, username)
  await expectToast(page, 'Sent twice, done once is updated')
  expect(sent).toEqual([sent[0], sent[0]])
  expect((await root('GET', `/ranges/${range.id}`))['version']).toBe('2')
})

test('when somebody else signs in, what was being filled in is dropped, and they are told', async ({ page }) => {
  const root = await apiAs('operator')
  const { username, id } = await addAdmin(root)
  const range = await makeRange(root)
  await signInAs(page, username, NEW_PASSWORD)
  const dialog = await openForm(page, range.id)
  await dialog.getByLabel('Range Name').fill('Nobody shall see this')
  await root('POST', `/users/${id}/sign-out`)
  const again = dialogOf(page, 'Your session has ended')
  await expect(again).toBeVisible()
  await again.getByRole('textbox', { name: 'Username' }).fill('operator')
  await again.getByRole('textbox', { name: 'Password', exact: true }).fill(passwordOf('operator'))
  await again.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(again).toHaveCount(0)
  await expect(page.getByLabel('Range Name')).toHaveValue(range.name)
  await expectToast(page, `Somebody else signed in, so what ${username} was filling in is dropped.`)
})

test('somebody who asks to be signed out leaves nothing behind', async ({ page }) => {
  const root = await apiAs('operator')
  const { username } = await addAdmin(root)
  const range = await makeRange(root)
  await signInAs(page, username, NEW_PASSWORD)
  const form = await page.context().newPage()
  const dialog = await openForm(form, range.id)
  await dialog.getByLabel('Range Name').fill('Gone with me')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(form.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(dialogOf(form, 'Your session has ended')).toHaveCount(0)
  await expect(form.getByLabel('Range Name')).toHaveCount(0)
})
