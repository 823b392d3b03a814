// What a person without a pointer does, for the tests that use nothing else: everything is reached by Tab, and whatever
// is pressed leaves the focus somewhere.
import { expect, expectSection, type Locator, type Page } from './console.fixture.ts'
import type { Section } from '../console/src/paths.ts'
import { passwordOf } from './platform.facts.ts'

const pressesMax = 80

/** Presses Tab, or Shift+Tab, until the element has the focus; one that has it already stays. */
export async function tabTo(
  page: Page,
  target: Locator,
  { key = 'Tab', presses = pressesMax }: { key?: 'Tab' | 'Shift+Tab'; presses?: number } = {},
): Promise<void> {
  await expect(target).toBeVisible()
  const focused = target.and(page.locator(':focus'))
  for (let pressed = 0; pressed <= presses; pressed += 1) {
    if ((await focused.count()) === 1) return
    await page.keyboard.press(key)
  }
  throw new Error(`Not reached with ${presses} presses of ${key}: ${target.toString()}`)
}

/** The page itself counts; nothing at all does not. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator(':focus'), 'something has the focus').toHaveCount(1)
}

/** Reaches the element and presses the key on it. */
export async function pressOn(
  page: Page,
  target: Locator,
  key: 'Enter' | 'Space' = 'Enter',
  way: Parameters<typeof tabTo>[2] = {},
): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press(key)
}

/** Reaches the field and types over what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.type(text)
}

/** Goes to the search of the section by its key, and types. */
export async function searchFor(page: Page, name: string, text: string): Promise<Locator> {
  const search = page.getByRole('searchbox', { name })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type(text)
  return search
}

/** Reaches a list of choices and types the beginning of one of them. */
export async function chooseIn(page: Page, select: Locator, label: string): Promise<void> {
  await tabTo(page, select)
  await page.keyboard.type(label)
  await expect(select.locator('option:checked')).toHaveText(label)
}

/** From wherever the page is to a section, by g and its letter; the section has the focus then. */
export async function goTo(page: Page, letter: string, section: Section): Promise<void> {
  // The second key counts for little more than a second, which a busy machine may lose between the two.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(page).toHaveURL(new RegExp(`/${section}`), { timeout: 3_000 })
  }).toPass()
  await expectSection(page, section)
  await expect(page.getByRole('main')).toBeFocused()
}

/** Types name and password into the form that has the focus already. */
export async function typeSignIn(page: Page, username: string, password = passwordOf(username)): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await page.keyboard.type(username)
  await typeInto(page, page.getByRole('textbox', { name: 'Password', exact: true }), password)
  await page.keyboard.press('Enter')
}

export async function enterAs(page: Page, username: string, password?: string, url = '/'): Promise<void> {
  await page.goto(url)
  await typeSignIn(page, username, password)
  await expectSection(page, 'dashboard')
}

/** Escape closes the dialog, and the focus is where it was opened from. */
export async function escapeTo(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}
