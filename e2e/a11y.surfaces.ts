// What is open in each part of the console, as surfaces: its pages with and without anything on them, every dialog, sheet,
// menu and panel, and forms that are refused. Each list arranges what it needs.
import { expect } from './console.fixture.ts'
import { apiAs, type Api } from './platform.client.ts'
import { addHttpConnection, postMessage } from './quarantine.fixture.ts'
import { dialog, menu, question, refused, shown, type Act, type Surface } from './surfaces.ts'

const HOUR_MS = 3_600_000

/** A word that no other test has. */
export function uniqueWord(): string {
  return `axe${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

/** The id of the first that the list at the path holds. */
async function firstId(api: Api, path: string): Promise<string> {
  const { items } = (await api('GET', path)) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

const press =
  (keys: string): Act =>
  (page) =>
    page.keyboard.press(keys)
const click =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).first().click()
const clickOn =
  (name: string): Act =>
  (page, say) =>
    page
      .getByRole('main')
      .getByRole('button', { name: say(name), exact: true })
      .first()
      .click()

/** Opens the filter of that name above the archive. */
function filter(name: string): Act {
  return (page, say) =>
    page
      .locator('main button[aria-expanded=false]', { hasText: say(name) })
      .first()
      .click()
}

/** What the frame around every section can open. */
export const frame: readonly Surface[] = [
  shown('/account', {
    notifications: async (page) => {
      await page.locator('header [aria-haspopup=dialog]').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  }),
  shown('/account', { shortcuts: press('?') }),
  shown('/account', {
    search: press('Control+K'),
    results: async (page) => {
      await page.keyboard.type('+4477009')
      await expect(page.locator('[cmdk-item]').nth(1)).toBeVisible()
    },
    'no results': async (page) => {
      await page.keyboard.press('Control+A')
      await page.keyboard.type('nobody wrote this')
      await expect(page.locator('[cmdk-item]')).toHaveCount(0)
    },
  }),
  shown('/account', {
    tooltip: async (page) => {
      await page.locator('header button:visible').first().focus()
      await expect(page.locator('[role=tooltip]:popover-open')).toBeVisible()
    },
    'the menu folded': press('Enter'),
    'the menu of a narrow screen': async (page, say) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: say('Open menu') }).click()
      await expect(page.locator('dialog[open]')).toBeVisible()
    },
    'a narrow screen': async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog[open]')).toHaveCount(0)
    },
    'a wide screen again': (page) => page.setViewportSize({ width: 1_280, height: 800 }),
  }),
]

const HEALTH = '**/api/v1/health'
const AWAY =
  'The database cannot be reached. Carriers keep their messages until it is back; everything continues by itself.'
/** The console asks every ten seconds while all is well. */
const HEALTH_ASKED_MS = 20_000

/** What tells somebody that the database, the way to the server, or their session, is gone. @param endSession theirs */
export function surfacesOfTrouble(endSession: () => Promise<unknown>): Surface[] {
  return [
    shown('/account', {
      'the database is away': async (page, say) => {
        await page.route(HEALTH, async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, json: { ...((await response.json()) as object), database: 'down' } })
        })
        await expect(page.getByText(say(AWAY))).toBeVisible({ timeout: HEALTH_ASKED_MS })
      },
      'the database is back': async (page, say) => {
        await page.unroute(HEALTH)
        await expect(page.getByText(say(AWAY))).toHaveCount(0, { timeout: HEALTH_ASKED_MS })
      },
      offline: async (page, say) => {
        await page.context().setOffline(true)
        await expect(page.getByText(say('You are offline. What you see may be out of date.'))).toBeVisible()
      },
      'back again': async (page, say) => {
        await page.context().setOffline(false)
        await expect(page.getByText(say('You are offline. What you see may be out of date.'))).toHaveCount(0)
      },
    }),
    dialog('/number-ranges?dialog=add', {
      'the session has ended': async (page) => {
        await page.locator('[role=dialog] input').first().fill('Kept through the end')
        await endSession()
        await expect(page.locator('[role=dialog] input[autocomplete=current-password]')).toBeVisible()
      },
      // Without a password: wrong ones are counted for the address, and all tests come from one.
      refused: async (page) => {
        const password = page.locator('[role=dialog] input[autocomplete=current-password]')
        await password.fill('')
        await page.keyboard.press('Enter')
        await expect(password).toHaveAttribute('aria-invalid', 'true')
      },
    }),
  ]
}

export async function surfacesOfUser(): Promise<Surface[]> {
  const owner = await apiAs('ayse')
  const [message, range] = await Promise.all([firstId(owner, '/messages?limit=1'), firstId(owner, '/ranges?limit=1')])
  const earned = (await owner('GET', '/wallet/transactions?limit=1')) as { items: { settlementId: string }[] }
  const settlement = earned.items[0]?.settlementId ?? ''
  const lastMonth = new Date(Date.now() - 31 * 24 * HOUR_MS).toISOString().slice(0, 7)
  return [
    shown('/dashboard?days=90'),
    shown('/dashboard?from=2001-01-01&to=2001-01-02'),
    shown(`/inbox?message=${message}`),
    shown('/inbox?text=nobody+wrote+this'),
    shown('/inbox', {
      period: filter('Period'),
      sender: filter('Sender'),
      range: filter('Range'),
      language: filter('Language'),
      status: filter('Status'),
      views: filter('Saved views'),
      chosen: (page) => page.locator('main table input[type=checkbox]').nth(1).check(),
    }),
    dialog('/inbox?dialog=export'),
    dialog('/inbox?dialog=mark-matching&sender=nobody'),
    shown(`/sms-inbox?message=${message}`),
    shown('/sms-inbox?group=number', { alerts: click('main details summary') }),
    shown('/sms-inbox?search=x&text=nobody+wrote+this'),
    shown('/number-ranges?view=table'),
    shown('/number-ranges?search=nobody+has+this'),
    dialog(`/number-ranges?dialog=details&range=${range}`),
    shown('/test-numbers?number=46701740613'),
    shown('/test-numbers?search=999999'),
    shown('/wallet?tab=earnings'),
    shown('/wallet?type=withdrawal'),
    ...['deposit', 'withdraw', 'destinations', 'holds', 'statements'].map((name) => dialog(`/wallet?dialog=${name}`)),
    dialog(`/wallet?month=${lastMonth}`),
    dialog(`/wallet?settlement=${settlement}`),
    shown('/analytics?days=7&metric=earnings&compare=none'),
    shown('/reports', { export: menu }),
    shown('/reports?period=custom&from=2026-02-02&to=2026-02-01'),
    shown('/reports?tab=statements'),
    dialog('/reports?dialog=schedule', { refused }),
    shown('/notifications?read=unread'),
    shown('/manage-users'), // Told that it is not theirs.
    shown('/platform-settings'),
  ]
}

/** Of somebody new: what is empty, what is their own to change, and what comes of it. */
export function surfacesOfNewcomer(facts: { factor: string; session: string }): Surface[] {
  const tabs = ['password', 'factors', 'identities', 'sessions', 'activity', 'appearance']
  const dialogs = [
    'change-email',
    'add-totp',
    'add-phone',
    'add-passkey',
    'recovery-codes',
    'prove',
    `remove-factor&item=${facts.factor}`,
    `end-session&item=${facts.session}`,
    'end-others',
  ]
  const empty = ['dashboard', 'inbox', 'sms-inbox', 'number-ranges', 'wallet', 'earnings', 'analytics', 'notifications']
  return [
    ...tabs.map((tab) => shown(`/account?tab=${tab}`)),
    ...dialogs.map((name) => dialog(`/account?tab=factors&dialog=${name}`)),
    dialog('/account?tab=factors&dialog=change-email', { refused }),
    shown('/account?tab=password', {
      refused: async (page) => {
        await page.locator('main button[type=submit]').click()
        await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
      },
    }),
    ...empty.map((section) => shown(`/${section}`)),
    shown('/reports?tab=schedules'),
    shown('/reports?tab=exports'),
    shown('/reports', {
      'an export and its notice': async (page) => {
        await menu(page, (text) => text)
        await page.getByRole('menuitem').first().click()
        await expect(page).toHaveURL(/tab=exports/)
        await expect(page.locator('[data-sonner-toast]').first()).toBeVisible()
      },
      'what can be done with an export': menu,
    }),
    dialog('/reports?dialog=schedule', {
      scheduled: async (page) => {
        await page.locator('[role=dialog] input').first().fill('Every day')
        await page.locator('[role=dialog] button[type=submit]').click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      },
      'what can be done with a schedule': menu,
      'whether to delete it': async (page) => {
        await page.getByRole('menuitem').last().click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    }),
  ]
}

export async function surfacesOfUsers(): Promise<Surface[]> {
  const operator = await apiAs('operator')
  const user = await firstId(operator, '/users?search=bruno')
  const acts = ['edit', 'details', 'reset-password', 'reset-factors', 'activate', 'deactivate', 'sign-out', 'act-as']
  const username = uniqueWord()
  return [
    shown('/manage-users', { acts: menu }),
    shown('/manage-users?search=nobody+is+called+this'),
    ...acts.map((name) => dialog(`/manage-users?dialog=${name}&user=${user}`)),
    dialog(`/manage-users?dialog=details&user=${user}`, { acts: menu }),
    dialog(`/manage-users?dialog=act-as&user=${user}`, { refused }),
    dialog('/manage-users?dialog=add', {
      form: async () => undefined,
      refused,
      'by invitation': (page) => page.locator('[role=dialog] input[type=radio]').last().check(),
      invited: async (page) => {
        await page.locator('[role=dialog] input').first().fill(username)
        await page.locator('[role=dialog] input[type=email]').fill(`${username}@example.com`)
        await page.locator('[role=dialog] button[type=submit]').click()
        await expect(page.locator('[role=dialog] form')).toHaveCount(0)
      },
    }),
  ]
}

export async function surfacesOfRangesAndHolds(hoursAgo: number): Promise<Surface[]> {
  const operator = await apiAs('operator')
  const range = await firstId(operator, '/ranges?search=UK+Mobile+01')
  const [entry, rangeId] = await Promise.all([
    firstId(operator, '/audit?limit=1'),
    firstId(operator, '/ranges?search=DE'),
  ])
  const owner = await firstId(operator, '/users?search=bruno')
  const [from, until] = [hoursAgo, hoursAgo - 2].map((hours) => new Date(Date.now() - hours * HOUR_MS).toISOString())
  const made = await operator('POST', '/cases', { rangeId, from, until, reason: 'The carrier asks' })
  const one = String(made['id'])
  return [
    dialog('/number-ranges?dialog=add', { form: async () => undefined, refused }),
    dialog(`/number-ranges?dialog=edit&range=${range}`),
    dialog(`/number-ranges?dialog=details&range=${range}`),
    shown('/number-ranges?view=table'),
    shown('/holds?tab=withdrawals'),
    shown('/holds?state=ended'),
    dialog('/holds?dialog=open-case', { form: async () => undefined, refused }),
    dialog(`/holds?item=${one}`),
    question(`/holds?item=${one}&dialog=release`, { form: async () => undefined, refused }),
    question(`/holds?item=${one}&dialog=forfeit`),
    shown('/audit?subject=nobody'),
    dialog(`/audit?entry=${entry}`),
    shown('/inbox', {
      carrier: filter('Carrier'),
      owner: filter('Owner'),
    }),
    shown(`/inbox?owner=${owner}`, {
      reveal: async (page) => {
        await page.locator('main tbody tr button:has(svg.lucide-eye)').first().click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    }),
    shown('/audit', { more: clickOn('More filters') }),
    shown('/admin-dashboard?traffic=day&paused=true'),
    shown('/admin-dashboard?alerts=resolved'),
    dialog('/admin-dashboard?alert=alr_nothing'),
  ]
}

export async function surfacesOfCarriers(): Promise<Surface[]> {
  const operator = await apiAs('operator')
  const carrier = await firstId(operator, '/carriers?search=Northwire')
  const connection = await firstId(operator, `/carriers/${carrier}`)
  const way = await addHttpConnection(operator, 'Reads Well')
  const to = `+4670${String(Date.now() % 10_000_000).padStart(7, '0')}`
  await postMessage(way, { id: to, from: 'Bank', to, text: 'Hello 123456' })
  const item = await firstId(operator, `/quarantine?connectionId=${way.connectionId}`)
  const own = `/carriers?carrier=${way.carrierId}`
  const lost = `/quarantine?connection=${way.connectionId}`
  const kind =
    (index: number): Act =>
    (page) =>
      page.locator('[role=dialog] input[type=radio]').nth(index).check()
  return [
    shown('/carriers?search=nobody+is+called+this'),
    dialog('/carriers?dialog=add', { form: async () => undefined, refused }),
    shown(`/carriers?carrier=${carrier}`, { page: async () => undefined, acts: menu }),
    ...['edit', 'deactivate'].map((name) => dialog(`/carriers?carrier=${carrier}&dialog=${name}`)),
    dialog(`${own}&dialog=add-connection`, {
      'we bind': kind(0),
      refused,
      'they bind': kind(1),
      'by HTTP': kind(2),
      'its secret, once': async (page) => {
        await page.locator('[role=dialog] input[type=text]').first().fill('Post again')
        await page.locator('[role=dialog] button[type=submit]').click()
        await expect(page.locator('[role=dialog] form')).toHaveCount(0)
      },
    }),
    dialog(`/carriers?carrier=${carrier}&connection=${connection}`),
    dialog(`/carriers?carrier=${carrier}&connection=${connection}`, { acts: menu }),
    dialog(`${own}&connection=${way.connectionId}&period=7d`),
    dialog(`/carriers?carrier=${carrier}&trace=${connection}`),
    dialog(`${own}&connection=${way.connectionId}&dialog=edit-connection`),
    dialog(`${own}&connection=${way.connectionId}&dialog=deactivate-connection`),
    dialog(`${own}&connection=${way.connectionId}&dialog=rotate-secret`),
    shown(lost, {
      list: async () => undefined,
      chosen: (page) => page.locator('main input[type=checkbox]').last().check(),
    }),
    shown('/quarantine?state=routed&to=999999999'),
    shown('/quarantine?reason=no_range'),
    dialog(`${lost}&item=${item}`),
    dialog(`${lost}&dialog=route`, {
      plan: async () => undefined,
      'a range that is chosen': kind(1),
    }),
    dialog('/quarantine?dialog=tester'),
    dialog(`/quarantine?dialog=tester&number=${encodeURIComponent(to)}`),
    dialog('/quarantine?dialog=tester&number=447700900001'),
  ]
}

export function surfacesOfSettings(provider: string): Surface[] {
  const figures = ['lag', 'p95', 'errors', 'database', 'streams', 'memory']
  const about = (name: string) => dialog(`/platform-settings?dialog=${name}&provider=${provider}`)
  return [
    ...figures.map((name) => shown(`/super-admin-dashboard?figure=${name}&period=week&paused=true`)),
    shown('/super-admin-dashboard?alerts=resolved'),
    dialog('/platform-settings?dialog=add-provider', { form: async () => undefined, refused }),
    about('edit-provider'),
    about('disable-provider'),
    about('delete-provider'),
    shown('/platform-settings', { import: clickOn('Import') }),
    shown('/platform-settings', { 'whether to pause': clickOn('Pause withdrawals') }),
    shown('/platform-settings', {
      refused: async (page) => {
        const field = page.locator('#earnings input').first()
        await field.fill('99999')
        await page.locator('#earnings button[type=submit]').click()
        await expect(field).toHaveAttribute('aria-invalid', 'true')
      },
      'whether to leave': async (page) => {
        await page.locator('nav a[href="/payment-settings"]').first().click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    }),
    ...['transactions', 'withdrawals', 'reviews', 'books'].map((tab) => shown(`/payment-settings?tab=${tab}`)),
    dialog('/payment-settings?dialog=add', { form: async () => undefined, refused }),
  ]
}
