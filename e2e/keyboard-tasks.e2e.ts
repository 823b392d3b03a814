// Every task of the specification done with the keyboard alone, by the role that does it. What is pressed leaves the
// focus somewhere, and a dialog that closes gives it back. Tasks with money are beside a chain, in keyboard-money.
import { dialogOf, expect, expectSection, expectToast, rowWith, test } from './console.fixture.ts'
import {
  chooseIn,
  enterAs,
  escapeTo,
  expectFocusKept,
  goTo,
  pressOn,
  searchFor,
  tabTo,
  typeInto,
  typeSignIn,
} from './keyboard.fixture.ts'
import { apiAs, deliverMessage } from './platform.client.ts'
import { addHttpConnection, postMessage } from './quarantine.fixture.ts'

function uniqueName(noun: string): string {
  return `${noun}${Date.now().toString(36)}${Math.floor(Math.random() * 1_000)}`
}

test.describe('at the door', () => {
  test.use({ refusals: 'expected' })

  test('a link is opened after signing in, also after a wrong password, and one signs out', async ({ page }) => {
    await page.goto('/wallet?type=earning')
    await typeSignIn(page, 'bruno', 'not the password')
    await expect(page.getByRole('alert')).toHaveText(/Invalid username or password/)
    const password = page.getByRole('textbox', { name: 'Password', exact: true })
    await expect(password).toBeFocused()
    await page.reload()
    await typeSignIn(page, 'bruno')
    await expectSection(page, 'wallet')
    await expect(page).toHaveURL(/\/wallet\?type=earning/)
    await pressOn(page, page.getByRole('button', { name: 'Sign out' }))
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  })
})

test.describe('a user', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await enterAs(page, 'bruno')
  })

  test('switches the theme, looks at what is new and comes back', async ({ page }) => {
    const theme = page.getByRole('button', { name: /^Theme: / })
    await tabTo(page, theme)
    const before = await theme.getAttribute('aria-label')
    await page.keyboard.press('Enter')
    await expect(theme).not.toHaveAttribute('aria-label', before ?? '')
    await expect(theme).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')
    await expect(theme).toHaveAttribute('aria-label', before ?? '')
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await pressOn(page, bell)
    const news = page.getByRole('dialog', { name: 'Notifications' })
    await expect(news.locator(':focus').or(news.and(page.locator(':focus')))).toHaveCount(1)
    await escapeTo(page, news, bell)
    await goTo(page, 'y', 'account')
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Appearance' }))
    await tabTo(page, page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Light / })).toBeChecked()
    await expectFocusKept(page)
  })

  test('goes from the dashboard to what is new and to the ranges', async ({ page }) => {
    const main = page.getByRole('main')
    await pressOn(page, main.getByRole('link', { name: 'Number Ranges' }).first())
    await expectSection(page, 'number-ranges')
    await expect(main).toBeFocused()
    await goTo(page, 'd', 'dashboard')
    await pressOn(page, main.getByRole('link', { name: 'View Messages' }).first())
    await expect(page).not.toHaveURL(/dashboard/)
    await expect(main).toBeFocused()
  })

  test('finds a message, opens it, copies it, comes back, and takes the filters out', async ({ page }) => {
    const word = uniqueName('keyhole')
    await deliverMessage({ to: '+447700900779', text: `One ${word}, code 246810`, from: 'Locksmith' })
    await goTo(page, 'm', 'inbox')
    const search = await searchFor(page, 'Search the text...', word)
    const links = page.getByRole('table', { name: 'Messages, newest first' }).getByRole('link')
    await expect(links).toHaveCount(1)
    const pill = page.getByRole('search').getByRole('button', { name: /^Sender/ })
    await pressOn(page, pill)
    const panel = page.getByRole('search').getByRole('group', { name: 'Sender', exact: true })
    await expect(panel.locator(':focus')).toHaveCount(1)
    await typeInto(page, panel.getByRole('textbox', { name: 'Sender' }), 'Nobody')
    await expect(page).toHaveURL(/sender=Nobody/)
    await escapeTo(page, panel, pill)
    await expect(page.getByRole('heading', { name: 'No message matches these filters' })).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Remove filter: Sender' }))
    await expect(page).not.toHaveURL(/sender=/)
    await expectFocusKept(page)
    await expect(links).toHaveCount(1)
    await pressOn(page, links)
    await expect(page.getByRole('heading', { name: 'Message trace' })).toBeVisible()
    await expectFocusKept(page)
    await pressOn(page, page.getByRole('button', { name: /^Copy/ }).first())
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).not.toBe('')
    await page.keyboard.press('Escape')
    await expect(links).toBeFocused()
    await page.keyboard.press('/')
    await typeInto(page, search, 'nobody wrote this')
    await pressOn(page, page.getByRole('button', { name: 'Clear filters' }).last())
    await expect(page).not.toHaveURL(/text=/)
    await expectFocusKept(page)
  })

  test('exports what a filter shows', async ({ page }) => {
    await page.goto('/inbox?sender=Nobody')
    const opener = page.getByRole('button', { name: 'Export' })
    await pressOn(page, opener)
    const form = dialogOf(page, 'Export messages')
    await expect(form).toBeVisible()
    await pressOn(page, form.getByRole('button', { name: 'Start export' }))
    const job = dialogOf(page, 'Export of messages')
    await expect(job.getByRole('status')).toHaveText(/^Ready/, { timeout: 60_000 })
    await expectFocusKept(page)
    const saving = page.waitForEvent('download')
    await pressOn(page, job.getByRole('button', { name: 'Download' }))
    await saving
    await escapeTo(page, job, opener)
  })

  test('watches the live inbox: searches, pauses, opens, marks unread and read', async ({ page }) => {
    const word = uniqueName('chime')
    await deliverMessage({ to: '+447700900779', text: `One ${word}`, from: 'Doorbell' })
    await goTo(page, 'i', 'sms-inbox')
    await searchFor(page, 'Search messages...', word)
    const grid = page.getByRole('grid', { name: 'Messages, newest first' })
    const row = rowWith(grid, word)
    await expect(row).toHaveCount(1)
    await tabTo(page, grid)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Message details' })
    await expect(details).toContainText(word)
    await expect(row.getByText('Unread')).not.toBeAttached()
    await pressOn(page, details.getByRole('button', { name: 'Mark unread' }))
    await expect(row.getByText('Unread')).toBeAttached()
    // The button is gone; what it stood in has the focus.
    await expect(details).toBeFocused()
    await escapeTo(page, details, grid)
    await page.keyboard.press('Enter')
    await expect(row.getByText('Unread')).not.toBeAttached()
    await escapeTo(page, details, grid)
    const pause = page.getByRole('button', { name: /^Live/ })
    await pressOn(page, pause, 'Enter', { key: 'Shift+Tab' })
    await expect(page.getByRole('button', { name: /^Paused/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pause).toBeFocused()
  })

  test('narrows the ranges, sees the numbers of one, and chooses the table', async ({ page }) => {
    await goTo(page, 'n', 'number-ranges')
    await typeInto(page, page.getByRole('searchbox', { name: 'Search ranges...' }), 'UK Mobile')
    await chooseIn(page, page.getByRole('combobox', { name: 'Status' }), 'Active')
    const card = page.getByRole('article', { name: 'UK Mobile 03' })
    await expect(page.getByRole('article')).toHaveCount(1)
    const opener = card.getByRole('button', { name: 'View Details' })
    await pressOn(page, opener)
    const details = dialogOf(page, /UK Mobile 03/)
    await expect(details).toContainText('900600')
    await expect(details.locator(':focus').or(details.and(page.locator(':focus')))).toHaveCount(1)
    await escapeTo(page, details, opener)
    await tabTo(page, page.getByRole('radio', { name: 'Cards' }), { key: 'Shift+Tab' })
    await page.keyboard.press('ArrowRight')
    await expect(rowWith(page, 'UK Mobile 03')).toBeVisible()
    await typeInto(page, page.getByRole('searchbox', { name: 'Search ranges...' }), 'no such range')
    await pressOn(page, page.getByRole('button', { name: 'Clear filters' }))
    await expect(page).not.toHaveURL(/search=/)
    await expectFocusKept(page)
  })

  test('copies a test number, waits on it, and goes back to the list', async ({ page }) => {
    const number = '+46701740611'
    await goTo(page, 't', 'test-numbers')
    await typeInto(page, page.getByRole('searchbox', { name: 'Search numbers...' }), number)
    const card = page.getByRole('article', { name: `Test number ${number}` })
    await pressOn(page, card.getByRole('button', { name: `Copy ${number}` }))
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(number)
    await pressOn(page, card.getByRole('link'), 'Enter', { key: 'Shift+Tab' })
    await expect(page.getByRole('heading', { name: number })).toBeVisible()
    await expectFocusKept(page)
    await pressOn(page, page.getByRole('button', { name: 'Pause' }))
    await expect(page.getByText('New messages are not looked for.')).toBeVisible()
    await expectFocusKept(page)
    await pressOn(page, page.getByRole('main').getByRole('link', { name: /Test Numbers/ }), 'Enter', {
      key: 'Shift+Tab',
    })
    await expect(card.getByRole('link')).toBeFocused()
  })

  test('reads the wallet: filters transactions, opens one, takes a statement', async ({ page }) => {
    await goTo(page, 'w', 'wallet')
    const filters = page.getByRole('group', { name: 'Filters' })
    await chooseIn(page, filters.getByLabel('Type'), 'Earnings')
    await expect(page).toHaveURL(/type=earning/)
    const history = page.getByRole('list', { name: 'Transactions, newest first' })
    const line = history.getByRole('link', { name: /^Open settlement/ }).first()
    await pressOn(page, line)
    const settlement = dialogOf(page, 'Settlement')
    await expect(settlement).toContainText(/stl_[0-9a-z]{26}/)
    await escapeTo(page, settlement, line)
    const opener = page.getByRole('main').getByRole('button', { name: 'Statements', exact: true })
    await pressOn(page, opener, 'Enter', { key: 'Shift+Tab' })
    const list = dialogOf(page, 'Statements')
    await pressOn(page, list.getByRole('button', { name: /^Open / }).first())
    const statement = dialogOf(page, /^Statements: /)
    await expect(statement).toContainText('Opening balance')
    await expectFocusKept(page)
    const saving = page.waitForEvent('download')
    await pressOn(page, statement.getByRole('button', { name: /as PDF$/ }))
    await saving
    await escapeTo(page, page.getByRole('dialog'), opener)
  })

  test('builds a report and takes its file', async ({ page }) => {
    await goTo(page, 'r', 'reports')
    await chooseIn(page, page.getByRole('combobox', { name: 'Group by' }), 'Range')
    await expect(page).toHaveURL(/group=range/)
    await chooseIn(page, page.getByRole('combobox', { name: 'Period' }), 'Last 7 days')
    await pressOn(page, page.getByRole('checkbox', { name: 'Share' }), 'Space')
    await expect(page.getByRole('table', { name: 'Lines of the report' })).toBeVisible()
    await pressOn(page, page.getByRole('button', { name: 'Export', exact: true }))
    await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=exports/)
    await expectFocusKept(page)
    const made = page.getByRole('list', { name: 'Exports' }).locator('li[aria-current]')
    await expect(made.getByText('Ready', { exact: true })).toBeVisible({ timeout: 40_000 })
    const saving = page.waitForEvent('download')
    await pressOn(page, made.getByRole('button', { name: /^Download / }))
    await saving
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Schedules' }), 'Enter', { key: 'Shift+Tab' })
    await expect(page).toHaveURL(/tab=schedules/)
    await expectFocusKept(page)
  })

  test('asks for another period of earnings and of the analysis', async ({ page }) => {
    await goTo(page, 'e', 'earnings')
    await expectFocusKept(page)
    await goTo(page, 'a', 'analytics')
    const period = page.getByRole('main').getByRole('radio', { checked: true }).first()
    await tabTo(page, period)
    await page.keyboard.press('ArrowLeft')
    await expectFocusKept(page)
  })
})

test.describe('an admin', () => {
  test.beforeEach(async ({ page }) => {
    await enterAs(page, 'operator')
  })

  test('gives a user a range, narrows the list to the user, and changes the range', async ({ page }) => {
    const [name, block] = [uniqueName('Keys '), String(Math.floor(Math.random() * 10_000)).padStart(4, '0')]
    await goTo(page, 'n', 'number-ranges')
    const add = page.getByRole('button', { name: 'Add Range' })
    await pressOn(page, add)
    const form = dialogOf(page, 'Create Number Range')
    const field = (label: string) => form.getByLabel(label, { exact: true })
    await typeInto(page, field('Range Name'), name)
    await chooseIn(page, field('Assign to User'), 'chiara')
    for (const [label, text] of [
      ['Prefix', '35386'],
      ['Start Number', `${block}00`],
      ['End Number', `${block}99`],
      ['Rate per segment', '0.0125'],
    ] as const) {
      await typeInto(page, field(label), text)
    }
    await expect(form).toContainText('Overlaps no other range.')
    await page.keyboard.press('Enter')
    await expectToast(page, `${name} is created`)
    await expect(form).toHaveCount(0)
    await expect(add).toBeFocused()

    await typeInto(page, page.getByRole('searchbox', { name: 'Search ranges...' }), name)
    await chooseIn(page, page.getByRole('combobox', { name: 'User' }), 'chiara')
    const card = page.getByRole('article', { name })
    await expect(page.getByRole('article')).toHaveCount(1)
    const edit = card.getByRole('button', { name: 'Edit Range' })
    await pressOn(page, edit)
    const change = dialogOf(page, 'Edit Number Range')
    await chooseIn(page, change.getByLabel('Status', { exact: true }), 'Inactive')
    await pressOn(page, change.getByRole('button', { name: 'Update Range' }))
    await expect(change).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(card).toContainText('Inactive')
    const details = card.getByRole('button', { name: 'View Details' })
    await pressOn(page, details, 'Enter', { key: 'Shift+Tab' })
    const sheet = dialogOf(page, name)
    await pressOn(page, sheet.getByRole('button', { name: 'Activate' }))
    await expect(sheet.getByRole('button', { name: 'Deactivate' })).toBeFocused()
    await pressOn(page, sheet.getByRole('button', { name: 'Edit Range' }))
    await expect(change).toBeVisible()
    await escapeTo(page, page.getByRole('dialog'), details)
  })

  test('makes a user, finds them, looks at them, changes them, deactivates and activates them', async ({ page }) => {
    const username = uniqueName('kay')
    await goTo(page, 'u', 'manage-users')
    const add = page.getByRole('button', { name: 'Add User' })
    await pressOn(page, add)
    const form = dialogOf(page, 'Create User')
    await typeInto(page, form.getByLabel('Username'), username)
    await typeInto(page, form.getByLabel('Email'), `${username}@example.com`)
    await typeInto(page, form.getByLabel('Password', { exact: true }), 'handed over 1')
    await page.keyboard.press('Enter')
    await expectToast(page, `${username} is created`)
    await expect(add).toBeFocused()

    await typeInto(page, page.getByRole('searchbox', { name: 'Search users...' }), username)
    await chooseIn(page, page.getByRole('combobox', { name: 'Role' }), 'Users')
    await expect(page.getByRole('row')).toHaveCount(2)
    const details = page.getByRole('button', { name: `View details of ${username}` })
    await pressOn(page, details)
    const sheet = dialogOf(page, username)
    await expect(sheet).toContainText(`${username} was created`)
    await escapeTo(page, sheet, details)
    const edit = page.getByRole('button', { name: `Edit ${username}` })
    await pressOn(page, edit)
    const change = dialogOf(page, /^Edit/)
    await typeInto(page, change.getByLabel('Email'), `${username}.too@example.com`)
    await page.keyboard.press('Enter')
    await expect(change).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(rowWith(page, `${username}.too@example.com`)).toBeVisible()
    const more = page.getByRole('button', { name: `More actions for ${username}` })
    for (const [act, state] of [
      ['Deactivate', 'Inactive'],
      ['Activate', 'Active'],
    ] as const) {
      await pressOn(page, more)
      await page.keyboard.press('End')
      await expect(page.getByRole('menuitem', { name: act })).toBeFocused()
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: `${act} ${username}?` })
      await pressOn(page, question.getByRole('button', { name: act }))
      await expect(question).toHaveCount(0)
      await expect(more).toBeFocused()
      await expect(rowWith(page, username)).toContainText(state)
    }
    await typeInto(page, page.getByRole('searchbox', { name: 'Search users...' }), 'nobody is called this')
    await pressOn(page, page.getByRole('button', { name: 'Clear filters' }))
    await expect(page).not.toHaveURL(/search=/)
    await expectFocusKept(page)
  })

  test('selects a message of the quarantine and routes it, and asks where a number would go', async ({ page }) => {
    const way = await addHttpConnection(await apiAs('operator'), 'Keyed')
    const number = '0701740609'
    for (const text of ['First', 'Second']) {
      await postMessage(way, { id: uniqueName('m'), from: 'Bank', to: number, text })
    }
    await page.goto(`/quarantine?connection=${way.connectionId}`)
    const tester = page.getByRole('button', { name: 'Route tester' })
    await pressOn(page, tester)
    const question = dialogOf(page, 'Route tester')
    await typeInto(page, question.getByLabel('Number'), '+447700900779')
    await page.keyboard.press('Enter')
    await expect(question.getByText('A message would land')).toBeVisible()
    await expectFocusKept(page)
    await escapeTo(page, question, tester)

    const boxes = page.getByLabel(`Select the message to ${number}`)
    await expect(boxes).toHaveCount(2)
    await pressOn(page, boxes.first(), 'Space')
    await pressOn(page, page.getByRole('button', { name: /^Route 1/ }), 'Enter', { key: 'Shift+Tab' })
    const dialog = dialogOf(page, 'Route messages')
    await tabTo(page, dialog.getByRole('radio', { checked: true }).first())
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'A range I choose' })).toBeChecked()
    await typeInto(page, dialog.getByRole('searchbox', { name: 'Search ranges...' }), 'SE Test')
    await tabTo(page, dialog.getByRole('combobox', { name: 'Range' }))
    await page.keyboard.type('SE Test')
    await expect(rowWith(dialog, 'SE Test Numbers', 'Test')).toContainText('$0.00')
    await pressOn(page, dialog.getByRole('button', { name: 'Route 1 message' }))
    await expectToast(page, '1 message routed')
    await expectFocusKept(page)
    await expect(boxes).toHaveCount(1)

    const open = page.getByRole('button', { name: number, exact: true })
    await pressOn(page, open)
    const details = dialogOf(page, 'Quarantined message')
    await pressOn(page, details.getByRole('button', { name: 'Reveal' }))
    await expect(details).toContainText(/First|Second/)
    await expectFocusKept(page)
    await escapeTo(page, details, open)
    await pressOn(page, boxes.first(), 'Space', { key: 'Shift+Tab' })
    await pressOn(page, page.getByRole('button', { name: 'Set aside' }), 'Enter', { key: 'Shift+Tab' })
    await expect(boxes).toHaveCount(0)
    await expectFocusKept(page)
  })

  test('adds a carrier and a connection, notes its secret, tries it, and goes back', async ({ page }) => {
    const name = uniqueName('Keyline ')
    await goTo(page, 'c', 'carriers')
    await pressOn(page, page.getByRole('button', { name: 'Add Carrier' }))
    await typeInto(page, dialogOf(page, 'Add Carrier').getByLabel('Name'), name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectFocusKept(page)
    await pressOn(page, page.getByRole('button', { name: /Add (First )?Connection/ }).first())
    const form = dialogOf(page, 'Add Connection')
    await tabTo(page, form.getByRole('radio', { checked: true }))
    const http = form.getByRole('radio', { name: /^HTTP/ })
    for (let presses = 0; presses < 3 && !(await http.isChecked()); presses += 1) await page.keyboard.press('ArrowDown')
    await expect(http).toBeChecked()
    await typeInto(page, form.getByLabel('Name', { exact: true }), 'Post')
    await pressOn(page, form.getByRole('button', { name: 'Add Connection' }))
    const secret = dialogOf(page, 'The secret of Post')
    await expect(secret.locator(':focus').or(secret.and(page.locator(':focus')))).toHaveCount(1)
    await pressOn(page, secret.getByRole('button', { name: 'Done' }))
    await expect(secret).toHaveCount(0)
    // What was made is shown; it was no list's item before.
    const details = dialogOf(page, 'Post')
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expectFocusKept(page)
    const connection = page.getByRole('article', { name: 'Post' })
    await pressOn(page, connection.getByRole('button', { name: 'Test Post' }))
    await expect(connection.getByText('Test passed')).toBeVisible()
    await expectFocusKept(page)
    const open = connection.getByRole('button', { name: 'Post', exact: true })
    await pressOn(page, open, 'Enter', { key: 'Shift+Tab' })
    await expect(details).toBeVisible()
    await escapeTo(page, details, open)
    await pressOn(page, page.getByRole('main').getByRole('link', { name: /Carriers/ }), 'Enter', { key: 'Shift+Tab' })
    await expect(page.getByRole('heading', { name: 'Carriers', level: 1 })).toBeVisible()
    await expectFocusKept(page)
    await typeInto(page, page.getByRole('searchbox', { name: 'Search carriers...' }), name)
    const row = page.getByRole('link', { name })
    await expect(row).toHaveCount(1)
    await pressOn(page, row)
    await expect(connection).toBeVisible()
    await expectFocusKept(page)
    await page.goBack()
    await expect(row).toBeFocused()
    await typeInto(page, page.getByRole('searchbox', { name: 'Search carriers...' }), 'nobody')
    await pressOn(page, page.getByRole('button', { name: 'Clear filters' }))
    await expectFocusKept(page)
  })
})

for (const [username, at, title] of [
  ['operator', '/admin-dashboard', 'admin'],
  ['superadmin', '/super-admin-dashboard', 'super admin'],
] as const) {
  test(`the dashboard of the ${title} is held, goes on, and leads on`, async ({ page }) => {
    await enterAs(page, username)
    await page.goto(at)
    await pressOn(page, page.getByRole('button', { name: 'Pause renewing these figures' }))
    await expect(page).toHaveURL(/paused=true/)
    await expect(page.getByRole('button', { name: 'Resume renewing these figures' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/paused/)
    const period = page.getByRole('main').getByRole('radio', { checked: true }).first()
    await tabTo(page, period)
    const address = page.url()
    await page.keyboard.press('ArrowRight')
    await expect(page).not.toHaveURL(address)
    await expectFocusKept(page)
  })
}
