// Carriers: an admin sees who delivers and how, opens a way in over HTTP, and finds in its log who was refused.
import { createHmac } from 'node:crypto'
import {
  dialogOf,
  expect,
  expectToast,
  openSection,
  rowWith,
  signInAs,
  test,
  type Locator,
  type Page,
} from './console.fixture.ts'
import { addUser, apiAs, deliverMessage } from './platform.client.ts'
import { addHttpConnection, expectAccessible, postMessage } from './quarantine.fixture.ts'

function uniqueName(noun: string): string {
  return `${noun} ${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

async function openCarriers(page: Page): Promise<void> {
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Administration' }).click()
  await openSection(page, 'carriers')
}

async function createCarrier(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Carrier' }).click()
  const dialog = dialogOf(page, 'Add Carrier')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create Carrier' }).click()
  await expectToast(page, `${name} was created`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

async function addConnection(page: Page, kind: RegExp, fields: Record<string, string>): Promise<Locator> {
  await page.getByRole('button', { name: /Add (First )?Connection/ }).click()
  const dialog = dialogOf(page, 'Add Connection')
  await dialog.getByRole('radio', { name: kind }).check()
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Add Connection' }).click()
  return dialog
}

/** One message over HTTP as docs and the console's sample say. */
function post(url: string, secret: string, message: object): Promise<Response> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-inrange-timestamp': timestamp,
      'x-inrange-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    },
    body,
  })
}

test('the carriers of the demo are listed with their state, and one opens to its connections', async ({ page }) => {
  await openCarriers(page)
  const table = page.getByRole('table', { name: 'Carriers' })
  await expect(rowWith(table, 'Northwire', /Up/)).toBeVisible()
  await rowWith(table, 'Lumen Mobile').getByRole('link').click()
  const connection = page.getByRole('article', { name: 'Main' })
  await expect(connection).toContainText('SMPP server')
  await expect(connection).toContainText('lumen')
  await connection.getByRole('button', { name: 'Test Main' }).click()
  await expect(connection.getByText('Test passed')).toBeVisible()
  await connection.getByRole('button', { name: 'Main', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Main' })
  await expect(details.getByText('Bound', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(details).toContainText('Set, never shown')
  await expect(details.getByText(/^Bound \d+(\.\d)?% of the time$/)).toBeVisible()
  await expect(details.getByText('Messages by the hour')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('radio', { name: '7 days' }).check()
  await expect(page).toHaveURL(/period=7d/)
})

test('an HTTP connection shows its secret once, takes what is signed, and logs what is not', async ({ page }) => {
  await openCarriers(page)
  const name = uniqueName('Paper Tiger')
  await createCarrier(page, name)
  await addConnection(page, /^HTTP/, { Name: 'Post' })
  const shown = dialogOf(page, 'The secret of Post')
  const secret = await shown.getByRole('status', { name: 'Secret' }).innerText()
  expect(secret).toMatch(/^inr_\S{20,}$/)
  const url = /https?:\/\/\S+\/in\/http\/con_[0-9a-z]{26}/.exec(await shown.innerText())?.[0] ?? ''
  expect(url).not.toBe('')
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByText(secret)).toHaveCount(0)

  const message = { id: 'm-1', from: 'Tiger', to: '+447700900780', text: uniqueName('Signed, sealed, delivered') }
  const answer = await post(url, secret, message)
  expect([answer.status, await answer.json()]).toEqual([200, { accepted: true, id: 'm-1' }])
  const again = await post(url, secret, message)
  expect([again.status, await again.json()]).toEqual([200, { accepted: true, id: 'm-1' }])
  expect((await post(url, 'inr_wrong', { ...message, id: 'm-2' })).status).toBe(401)

  const bruno = await apiAs('bruno')
  const { items } = (await bruno('GET', `/messages?recipient=447700900780`)) as { items: { content: string }[] }
  expect(items.filter(({ content }) => content === message.text)).toHaveLength(1)

  // Its details are what the address opens since it was made; their log renews itself.
  const details = page.getByRole('dialog', { name: 'Post' })
  await expect(details.getByRole('listitem').filter({ hasText: 'Bad signature' })).toContainText('127.0.0.1')
})

test('a carrier binds with the credentials that were just made, and is out once the connection is inactive', async ({
  page,
}) => {
  const owner = uniqueName('ida').replace(' ', '')
  const admin = await apiAs('operator')
  const { id } = await addUser(admin, owner)
  const block = String(Math.floor(Math.random() * 10_000)).padStart(4, '0')
  const numbers = { prefix: '35385', startNumber: `${block}00`, endNumber: `${block}99` }
  await admin('POST', '/ranges', { name: uniqueName('For binding'), ...numbers, ownerId: id, rate: '0.01' })

  await openCarriers(page)
  await createCarrier(page, uniqueName('Binder'))
  const systemId = `b${Date.now().toString(36)}`
  await addConnection(page, /^SMPP server/, { Name: 'Inbound', system_id: systemId, Password: 'secret12' })
  await expectToast(page, 'Inbound was added')
  const to = `+${numbers.prefix}${numbers.startNumber}`
  await deliverMessage({ to, text: 'Over a fresh connection' }, { systemId, password: 'secret12' })
  await page.keyboard.press('Escape')
  const connection = page.getByRole('article', { name: 'Inbound' })
  await expect(connection).toContainText(/Received\s*1/)

  await connection.getByRole('button', { name: 'More actions for Inbound' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expectToast(page, 'Inbound is inactive')
  await expect(connection).toContainText('Inactive')
})

test('what a connection cannot be is said on its field', async ({ page }) => {
  await openCarriers(page)
  await createCarrier(page, uniqueName('Careless'))
  const dialog = await addConnection(page, /^SMPP client/, { Name: 'Out', Password: 'nine chars' })
  await expect(dialog.getByText('The host is required.')).toBeVisible()
  await expect(dialog.getByText('The system_id is required.')).toBeVisible()
  await expect(dialog.getByText('An SMPP 3.4 password has at most 8 characters (clause 5.2.2).')).toBeVisible()
})

test('the list is searched and narrowed to a state', async ({ page }) => {
  await openCarriers(page)
  const table = page.getByRole('table', { name: 'Carriers' })
  await page.getByRole('searchbox', { name: 'Search carriers...' }).fill('lumen')
  await expect(rowWith(table, 'Lumen Mobile')).toBeVisible()
  await expect(rowWith(table, 'Northwire')).toHaveCount(0)
  await expect(page).toHaveURL(/search=lumen/)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Down')
  await expect(page.getByRole('heading', { name: 'No carrier matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowWith(table, 'Northwire')).toBeVisible()
})

test('a trace shows what passes, without its text, and can be held, filtered and saved', async ({ page }) => {
  const operator = await apiAs('operator')
  const way = await addHttpConnection(operator, 'Glass Wire')
  await signInAs(page, 'operator')
  await page.goto(`/carriers?carrier=${way.carrierId}&connection=${way.connectionId}`)
  const details = page.getByRole('dialog', { name: 'Post' })
  await details.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(details.getByText('Test passed')).toBeVisible()
  await expect(details.getByText('proof and fields are right, and nothing was taken')).toBeVisible()
  await details.getByRole('button', { name: 'Trace' }).click()
  const trace = dialogOf(page, /Protocol trace of Post/)
  await trace.getByRole('button', { name: 'Begin' }).click()
  await expect(trace.getByText('Watching')).toBeVisible()

  await postMessage(way, { id: 'glass-1', from: 'Tiger', to: '+447700900781', text: 'seen by nobody 55512' })
  const lines = trace.getByRole('table')
  await expect(rowWith(lines, 'POST')).toBeVisible()
  await expect(lines.getByText('+447700900781')).toBeVisible()
  await expect(lines.getByText('20 characters')).toBeVisible()
  await expect(trace.getByText('55512')).toHaveCount(0)
  await expect(trace.getByText(way.secret)).toHaveCount(0)
  await expectAccessible(page)

  await trace.getByRole('button', { name: 'Pause' }).click()
  await postMessage(way, { id: 'glass-2', from: 'Lion', to: '+447700900782', text: 'later' })
  await trace.getByRole('button', { name: 'Resume' }).click()
  await expect(lines.getByText('+447700900782')).toBeVisible()
  await trace.getByRole('searchbox').fill('answer 900782')
  await expect(lines.getByText('+447700900781')).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await trace.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toContain(way.connectionId)

  await page.goto('/audit')
  await expect(rowWith(page, 'Began to watch a connection').first()).toBeVisible()
})

test('an SMPP trace names every PDU and how long its answer took', async ({ page }) => {
  await openCarriers(page)
  await rowWith(page.getByRole('table', { name: 'Carriers' }), 'Lumen Mobile')
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Main', exact: true }).click()
  await page.getByRole('dialog', { name: 'Main' }).getByRole('button', { name: 'Trace' }).click()
  const trace = dialogOf(page, /Protocol trace of Main/)
  await trace.getByRole('button', { name: 'Begin' }).click()
  await expect(trace.getByText('Watching')).toBeVisible()
  await deliverMessage({ from: 'Bank', to: '447700900783', text: 'not in the trace 66613' })
  await expect(trace.getByText('deliver_sm', { exact: true }).first()).toBeVisible()
  await expect(rowWith(trace, 'deliver_sm_resp', 'ESME_ROK', 'ms').first()).toBeVisible()
  await expect(trace.getByText('66613')).toHaveCount(0)
})
