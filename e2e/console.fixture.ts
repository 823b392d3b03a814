// The browser tests' own words: who signs in, which section they go to, what they see. Every test fails when the page
// logs an error or throws one, whatever else it checks.
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { sections, type Section } from '../console/src/paths.ts'
import { passwordOf, readFacts } from './platform.facts.ts'

export { expect } from '@playwright/test'
export type { Browser, Locator, Page } from '@playwright/test'

type ConsoleFixtures = {
  /**
   * 'expected' in tests that are refused on purpose (a wrong password, an overlap): the browser logs each answer of
   * 400 and above as an error.
   */
  refusals: 'none' | 'expected'
  /** What the page logged as an error or threw, as it happens. */
  faults: string[]
}

export const test = base.extend<ConsoleFixtures>({
  refusals: ['none', { option: true }],
  baseURL: async ({ baseURL }, use) => use(baseURL ?? readFacts().url),
  faults: [
    async ({ page, refusals }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(`threw ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
        if (message.type() !== 'error' || (isRefusal && refusals === 'expected')) return
        faults.push(`logged ${message.text()} (${message.location().url})`)
      })
      await use(faults)
      expect(faults, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** From wherever the page is to the dashboard of somebody who is signed in. */
export async function signInAs(page: Page, username: string, password = passwordOf(username)): Promise<void> {
  await page.goto('/')
  await fillSignIn(page, username, password)
  await expectSection(page, 'dashboard')
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
}

/** By the side menu, as a person goes. */
export async function openSection(page: Page, section: Section): Promise<void> {
  const { title } = sections[section]
  const entry = menuOf(page).getByRole('link', { name: title, exact: true })
  await entry.or(menuOf(page).getByRole('link', { name: new RegExp(`^${title} `) })).click()
  await expectSection(page, section)
}

export function menuOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main menu' })
}

export async function expectSection(page: Page, section: Section): Promise<void> {
  await expect(page.getByRole('main', { name: sections[section].title, exact: true })).toBeVisible()
}

/** Nothing on the page is still being read. Once there is a page: before that there is nothing grey either. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('main[aria-label]')).not.toBeEmpty()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('.animate-late')).toHaveCount(0) // The grey places of figures that are not there yet.
}

export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: text })).toBeVisible()
}

/** A row of a table or grid that holds all of the texts. */
export function rowWith(scope: Page | Locator, ...texts: (string | RegExp)[]): Locator {
  return texts.reduce((rows, hasText) => rows.filter({ hasText }), scope.getByRole('row'))
}

export function dialogOf(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** The bar at the top of whoever acts for somebody. */
export function actingBanner(page: Page): Locator {
  return page.getByRole('region', { name: 'Acting for a user' })
}

/** From the list of users, as an administrator does. */
export async function actAs(page: Page, username: string, wish: { reason: string; changes?: boolean }): Promise<void> {
  await page.goto(`/manage-users?search=${username}`)
  await page.getByRole('button', { name: `More actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Act as user' }).click()
  const dialog = dialogOf(page, `Act as ${username}`)
  await dialog.getByLabel('Reason').fill(wish.reason)
  if (wish.changes === true) await dialog.getByLabel('Allow changes').check()
  await dialog.getByRole('button', { name: 'Act as user' }).click()
  await expect(actingBanner(page)).toBeVisible()
  await expectSection(page, 'dashboard')
}
