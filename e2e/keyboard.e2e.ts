// Everything by keyboard alone: going places, opening and closing, walking lists; and the focus is never lost.
import { expect, expectSection, menuOf, signInAs, test } from './console.fixture.ts'
import { tabTo } from './keyboard.fixture.ts'
import { passwordOf } from './platform.facts.ts'

test('one signs in without a pointer', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await page.keyboard.type('bruno')
  await tabTo(page, page.getByRole('textbox', { name: 'Password', exact: true }))
  await page.keyboard.type(passwordOf('bruno'))
  await page.keyboard.press('Enter')
  await expectSection(page, 'dashboard')
})

test.describe('signed in as a user', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'bruno')
  })

  test('the first stop skips the menu, and the menu is walked by Tab', async ({ page }) => {
    await page.reload()
    await expectSection(page, 'dashboard')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await tabTo(page, skip, { presses: 2 })
    await expect(skip).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await expectSection(page, 'dashboard')
    await tabTo(page, menuOf(page).getByRole('link', { name: 'My Wallet' }))
    await page.keyboard.press('Enter')
    await expectSection(page, 'wallet')
  })

  test('a group of the menu folds, and the menu collapses', async ({ page }) => {
    const group = menuOf(page).getByRole('button', { name: 'SMS Services' })
    await group.focus()
    await page.keyboard.press('Enter')
    await expect(group).toHaveAttribute('aria-expanded', 'false')
    await expect(menuOf(page).getByRole('link', { name: 'Number Ranges' })).toBeHidden()
    await page.keyboard.press('Space')
    await expect(menuOf(page).getByRole('link', { name: 'Number Ranges' })).toBeVisible()
    await page.keyboard.press('Control+B')
    await expect(page.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Control+B')
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  })

  test('Ctrl K finds a page by a few letters, and Escape gives the focus back', async ({ page }) => {
    const search = page.getByRole('button', { name: /^Search/ }).first()
    await search.focus()
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(search).toBeFocused()
    await page.keyboard.press('Control+K')
    await expect(palette).toBeVisible()
    await page.keyboard.type('walle')
    await page.keyboard.press('Enter')
    await expectSection(page, 'wallet')
    await expect(palette).toHaveCount(0)
  })

  test('g and a letter go to a section, and can be switched off', async ({ page }) => {
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await expectSection(page, 'number-ranges')
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(shortcuts).toBeVisible()
    await shortcuts.getByRole('checkbox', { name: 'Single-key shortcuts are on' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect(shortcuts).toHaveCount(0)
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+K')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await expect(page).toHaveURL(/\/number-ranges/)
  })

  test('g and a letter go to a section from an Arabic layout too', async ({ page }) => {
    const keys = await page.context().newCDPSession(page)
    const type = (key: string, code: string) => keys.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code })
    await type('ل', 'KeyG')
    await type('ى', 'KeyN')
    await expectSection(page, 'number-ranges')
    const search = page.getByRole('searchbox', { name: 'Search ranges...' })
    await expect(search).toBeVisible()
    await type('ظ', 'Slash')
    await expect(search).toBeFocused()
  })

  test('j, k, Enter and Escape walk the archive to a trace and back', async ({ page }) => {
    await page.goto('/inbox')
    const links = page.getByRole('table', { name: 'Messages, newest first' }).getByRole('link')
    await expect(links.nth(2)).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Message trace' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(links.first()).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search the text...' })).toBeFocused()
  })

  test('j, Enter, k and Escape walk the live inbox', async ({ page }) => {
    await page.goto('/sms-inbox')
    await page.mouse.move(5, 5)
    const grid = page.getByRole('grid', { name: 'Messages, newest first' })
    await expect(grid.getByRole('row').nth(3)).toBeVisible()
    await page.keyboard.press('j')
    await expect(grid).toHaveAttribute('aria-activedescendant', /./)
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Message details' })
    await expect(details).toBeVisible()
    const first = page.url()
    await page.keyboard.press('j')
    await expect(page).not.toHaveURL(first)
    await page.keyboard.press('k')
    await expect(page).toHaveURL(first)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(page).not.toHaveURL(/message=/)
  })

  test('Enter presses what has the focus in the live inbox, and a message that closes leaves the focus to the list', async ({
    page,
  }) => {
    await page.goto('/sms-inbox')
    await page.mouse.move(5, 5)
    const grid = page.getByRole('grid', { name: 'Messages, newest first' })
    await expect(grid.getByRole('row').nth(3)).toBeVisible()
    const filters = page.getByRole('button', { name: 'More filters' })
    await filters.focus()
    await page.keyboard.press('Enter')
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await grid.focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const close = page
      .getByRole('complementary', { name: 'Message details' })
      .getByRole('button', { name: 'Close', exact: true })
    await close.focus()
    await page.keyboard.press('Enter')
    await expect(close).toHaveCount(0)
    await expect(grid).toBeFocused()
  })
})

test.describe('signed in as an admin', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'operator')
  })

  for (const { at, opener, dialog, first } of [
    { at: '/number-ranges', opener: 'Add Range', dialog: 'Create Number Range', first: 'Range Name' },
    { at: '/manage-users', opener: 'Add User', dialog: 'Create User', first: 'Username' },
    { at: '/carriers', opener: 'Add Carrier', dialog: 'Add Carrier', first: 'Name' },
  ]) {
    test(`${opener} takes the focus, keeps it and gives it back`, async ({ page }) => {
      await page.goto(at)
      const button = page.getByRole('button', { name: opener })
      await button.focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: dialog })
      await expect(form.getByLabel(first, { exact: true })).toBeFocused()
      for (let presses = 0; presses < 25; presses += 1) {
        await page.keyboard.press('Tab')
        await expect(form.locator(':focus')).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
      await expect(button).toBeFocused()
    })
  }

  test('a menu of actions is walked by arrows, and its question gives the focus back to it', async ({ page }) => {
    await page.goto('/manage-users?search=chiara')
    const more = page.getByRole('button', { name: 'More actions for chiara' })
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeFocused()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Deactivate chiara?' })
    await expect(question).toBeVisible()
    // The safe answer has the focus.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(more).toBeFocused()
  })

  test('j and Enter open the details of a user, and Escape goes back to the row', async ({ page }) => {
    await page.goto('/manage-users?search=chiara')
    await expect(page.getByRole('button', { name: 'View details of chiara' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: 'View details of chiara' })).toBeFocused()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: 'chiara' })
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'View details of chiara' })).toBeFocused()
  })
})
