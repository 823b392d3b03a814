// Operations: what waits, what comes in, what is wrong and what is measured, for those who run the platform. A carrier
// that leaves its connection becomes an alert, which somebody looks after, and which is over once the carrier is back.
import { violationsOn } from './axe.ts'
import { dialogOf, expect, expectSettled, expectToast, rowWith, signInAs, test, type Page } from './console.fixture.ts'
import { escapeTo, expectFocusKept, pressOn, typeInto } from './keyboard.fixture.ts'
import { apiAs, bind, type Api } from './platform.client.ts'
import { SUPERADMIN_PASSWORD } from './platform.facts.ts'
import { faultsHere } from './surfaces.ts'

type Item = Record<string, unknown>

/** The server looks every fifteen seconds, and the page asks every ten. */
const LOOKED_WITHIN_MS = 60_000

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

function uniqueName(noun: string): string {
  return `${noun} ${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

/** From when on a connection counts as down, for the whole platform. @returns how it was */
async function setDownMinutes(superadmin: Api, connectionDownMinutes: number): Promise<number> {
  const { version, values } = (await superadmin('GET', '/settings')) as {
    version: string
    values: { alerts: Record<string, number> }
  }
  const changes = { alerts: { ...values.alerts, connectionDownMinutes } }
  await superadmin('PATCH', '/settings', { version, changes })
  return values.alerts['connectionDownMinutes'] ?? 0
}

/** A connection that its carrier binds to. @returns what it binds with, and its carrier's name */
async function addInbound(): Promise<{ name: string; systemId: string; password: string }> {
  const admin = await apiAs('operator')
  const name = uniqueName('Lighthouse')
  const carrier = await admin('POST', '/carriers', { name })
  const systemId = `l${Date.now().toString(36)}`
  const connection = { kind: 'smpp_server', name: 'Beam', systemId, password: 'secret12' }
  await admin('POST', `/carriers/${String(carrier['id'])}/connections`, connection)
  return { name, systemId, password: connection.password }
}

function alertOf(page: Page, name: string) {
  return page.getByRole('list', { name: 'Alerts that are open' }).getByRole('listitem').filter({ hasText: name })
}

async function figureOf(page: Page, label: string): Promise<string> {
  const tile = page.getByRole('region', { name: 'Figures' }).locator('> div > div').filter({ hasText: label })
  return (await tile.innerText()).split('\n').slice(1).join(' ')
}

test('a carrier that leaves is an alert, which is looked after and over once the carrier is back', async ({ page }) => {
  test.setTimeout(240_000)
  const superadmin = await apiAs('superadmin')
  const minutesBefore = await setDownMinutes(superadmin, 0)
  try {
    const { name, ...credentials } = await addInbound()
    const session = await bind(credentials)
    await signInAs(page, 'operator')
    await page.goto('/admin-dashboard')
    const row = rowWith(page.getByRole('table', { name: 'Connections, those in trouble first' }), name)
    await expect(row).toContainText('Up')
    await session.unbind()
    await expect(row).not.toContainText('Up')

    const alert = alertOf(page, name)
    await expect(alert).toContainText('Connection down', { timeout: LOOKED_WITHIN_MS })
    await expect(alert).toContainText('Critical')
    await expect(page.getByRole('list', { name: 'Waiting for a person' })).toContainText(/Connections down[^]*oldest/)

    // With the keyboard alone, as whoever is on duty at night may do it.
    const acknowledge = alert.getByRole('button', { name: `Acknowledge Connection down: ${name}` })
    await pressOn(page, acknowledge)
    const dialog = dialogOf(page, /^Connection down/)
    await expect(dialog).toBeVisible()
    await escapeTo(page, dialog, acknowledge)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    expect(await faultsHere(page, 1)).toEqual({})
    await typeInto(page, dialog.getByLabel('Note'), 'Their engineer is on it')
    await pressOn(page, dialog.getByRole('button', { name: 'Acknowledge' }))
    await expectToast(page, 'You look after Connection down')
    await expectFocusKept(page)
    await expect(alert).toContainText('operator looks after it')
    await expect(alert).toContainText('Their engineer is on it')

    await alert.getByRole('link', { name: /^Look into/ }).click()
    await expect(page.getByRole('dialog', { name: 'Beam' })).toBeVisible()
    await page.goto('/admin-dashboard')
    await expect(alert).toBeVisible()
    const again = await bind(credentials)
    await expect(alert).toHaveCount(0, { timeout: LOOKED_WITHIN_MS })
    await page.getByRole('radio', { name: 'Over' }).check()
    await expect(page).toHaveURL(/alerts=resolved/)
    const over = page
      .getByRole('list', { name: 'Alerts that are over' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(over).toContainText('Their engineer is on it')
    await again.unbind()

    await page.goto('/audit?action=alert')
    await expect(rowWith(page, 'Acknowledged an alert').first()).toBeVisible()
  } finally {
    await setDownMinutes(superadmin, minutesBefore)
  }
})

test('the figures are those of the platform, and all is normal exactly when no alert is open', async ({ page }) => {
  const superadmin = await apiAs('superadmin')
  await signInAs(page, 'superadmin', SUPERADMIN_PASSWORD)
  await page.goto('/super-admin-dashboard?paused=true')
  await expectSettled(page)
  const facts = (await superadmin('GET', '/system')) as Record<string, Item>
  const users = (await superadmin('GET', '/users?limit=1')) as { summary: { total: number; active: number } }
  expect([facts['users']?.['total'], facts['users']?.['active']]).toEqual([users.summary.total, users.summary.active])
  await page.reload()
  await expectSettled(page)
  const shown = await figureOf(page, 'Users')
  const now = (await superadmin('GET', '/users?limit=1')) as { summary: { total: number; active: number } }
  expect(Number.parseInt(shown, 10)).toBeGreaterThanOrEqual(users.summary.total)
  expect(Number.parseInt(shown, 10)).toBeLessThanOrEqual(now.summary.total)
  expect(await figureOf(page, 'Database size')).toMatch(/\d+(\.\d)? [kMG]B/)
  expect(await figureOf(page, 'Uptime')).toContain('version')
  await expect(page.getByRole('list', { name: 'Each part, with what it measures and when.' })).toContainText(
    /Receiving[^]*Database[^]*Ledger[^]*Audit[^]*Jobs[^]*Mail[^]*Payments[^]*Backups[^]*Live view/,
  )
  await expect(page.getByText('Set BACKUP_DIR to the folder')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What admins did' }).getByRole('listitem')).toHaveCount(10)

  await page.getByRole('button', { name: 'Resume renewing these figures' }).click()
  await expect(page).not.toHaveURL(/paused/)
  await expect(async () => {
    const { items } = (await superadmin('GET', '/alerts')) as { items: Item[] }
    expect(await page.getByText('All Systems Normal', { exact: true }).isVisible()).toBe(items.length === 0)
  }).toPass({ timeout: LOOKED_WITHIN_MS })
})

test('a figure over time and its period are the address', async ({ page }) => {
  await signInAs(page, 'superadmin', SUPERADMIN_PASSWORD)
  await page.goto('/super-admin-dashboard')
  await page.getByRole('combobox', { name: 'Figure' }).selectOption('Database size')
  await page.getByRole('radio', { name: '7 days' }).check()
  await expect(page).toHaveURL(/figure=database.*period=week|period=week.*figure=database/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Figure' })).toHaveValue('database')
  await expect(page.getByRole('radio', { name: '7 days' })).toBeChecked()
})

test('work that waits is one key away, and the page stands still while it is paused', async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'operator')
  await page.goto('/admin-dashboard')
  await expectSettled(page)
  await page.getByRole('button', { name: 'Pause renewing these figures' }).click()
  await expect(page).toHaveURL(/paused=true/)
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/overview/')) asked.push(request.url())
  })
  await page.clock.fastForward(120_000)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Resume renewing these figures' }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.getByRole('radio', { name: 'Today' }).check()
  await expect(page).toHaveURL(/traffic=day/)
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).click()
  await page.keyboard.press('1')
  await expect(page).toHaveURL(/\/holds\?tab=withdrawals/)
  await page.goBack()
  await expect(page).toHaveURL(/traffic=day/)
  await page.getByRole('link', { name: 'Locked accounts' }).click()
  await expect(page).toHaveURL(/\/manage-users\?status=locked/)
})

test('neither dashboard is for users, and the one of the super admin not for admins', async ({ page, browser }) => {
  await signInAs(page, 'bruno')
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('Admin access required.', { exact: true })).toBeVisible()
  await page.goto('/super-admin-dashboard')
  await expect(page.getByText('Super Admin access required.')).toBeVisible()
  const bruno = await apiAs('bruno')
  await expect(bruno('GET', '/overview/work')).rejects.toThrow('403')
  await expect(bruno('GET', '/alerts')).rejects.toThrow('403')

  const other = await browser.newContext()
  const admin = await other.newPage()
  await signInAs(admin, 'operator')
  await admin.goto('/super-admin-dashboard')
  await expect(admin.getByText('Super Admin access required.')).toBeVisible()
  await other.close()
})

for (const [username, path] of [
  ['operator', '/admin-dashboard'],
  ['superadmin', '/super-admin-dashboard'],
] as const) {
  test(`${path} is readable in light and dark, and fits a phone`, async ({ page }) => {
    await signInAs(page, username, username === 'superadmin' ? SUPERADMIN_PASSWORD : undefined)
    await page.goto(`${path}?paused=true`)
    await expectSettled(page)
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSettled(page)
    const pixels = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(pixels).toBeLessThanOrEqual(0)
    expect(await violationsOn(page)).toEqual([])
  })
}
