// What can be open in the console, told once and tried in each language: by an address, and by what is done there. axe
// looks at each in light and in dark, no English is left in another language, and no figure is turned round.
import { violationsOn } from './axe.ts'
import { expect, test, type Page } from './console.fixture.ts'
import { englishOn, readTranslations, reorderedOn, sayIn, speak, type Say } from './translations.ts'

/** A language for each direction of writing. */
export const languages = { en: 'from left to right', ar: 'from right to left' } as const
export type Language = keyof typeof languages

export type Act = (page: Page, say: Say) => Promise<unknown>
export type Surface = {
  at: string
  /** How many are open there by the address alone. */
  dialogs: number
  /** Done one after the other, each looked at; without any, what the address shows is. */
  acts: Readonly<Record<string, Act>>
}

export function shown(at: string, acts: Surface['acts'] = {}): Surface {
  return { at, dialogs: 0, acts }
}

export function dialog(at: string, acts: Surface['acts'] = {}): Surface {
  return { at, dialogs: 1, acts }
}

/** A question over a sheet. */
export function question(at: string, acts: Surface['acts'] = {}): Surface {
  return { at, dialogs: 2, acts }
}

/** Sends the form of the dialog as it is, which is refused at its fields. */
export const refused: Act = async (page) => {
  await page.locator('[role=dialog] button[type=submit]').last().click()
  await expect(page.locator('[role=dialog] :is([aria-invalid=true],[role=alert])').first()).toBeVisible()
}

/** Opens the first menu of buttons in the page or, with a dialog open, in that. */
export const menu: Act = async (page) => {
  await page.locator(':is(main:not([aria-hidden] *),[role=dialog]) [aria-haspopup=menu]').first().click()
  await expect(page.getByRole('menu')).toBeVisible()
}

export async function settle(page: Page): Promise<void> {
  await expect(page.locator('main[aria-label]')).not.toBeEmpty()
  await expect(page.locator('.animate-late')).toHaveCount(0) // What is still being read has grey places.
}

const opened = '[role=dialog],[role=alertdialog]'

/**
 * As links lead there, which is sooner than a page loaded anew: to the section, where nothing is open, and on; until the
 * router has it on screen.
 */
async function follow(page: Page, at: string): Promise<void> {
  if ((await page.locator(opened).count()) > 0) {
    await go(page, at.replace(/\?.*/, ''))
    await expect(page.locator(opened)).toHaveCount(0)
  }
  await go(page, at)
}

async function go(page: Page, at: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(at)} })`)
  const isThere =
    '(({ status, location, resolvedLocation }) => status === "idle" && location.href === resolvedLocation.href)'
  await page.waitForFunction(`${isThere}(__TSR_ROUTER__.state)`)
}

/** What is wrong with each, by its address and what was done there. Somebody is signed in. */
export async function faultsOf(
  page: Page,
  language: Language,
  surfaces: readonly Surface[],
): Promise<Record<string, string[]>> {
  const [say, translations] = await Promise.all([sayIn(language), readTranslations(language)])
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    const faults = await violationsOn(page)
    for (const text of await englishOn(page, translations)) faults.push(`left in English: ${text}`)
    for (const text of await reorderedOn(page)) faults.push(`reordered: ${text}`)
    if (faults.length > 0) found[name] = faults
  }
  await speak(page, language)
  // What was done leaves things open and forms filled in, which the next one is without.
  let isAsLoaded = false
  for (const { at, dialogs, acts } of surfaces) {
    await test.step(at, async () => {
      await (isAsLoaded ? follow(page, at) : page.goto(new URL(at, page.url()).href))
      isAsLoaded = Object.keys(acts).length === 0
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await settle(page)
      await expect(page.locator(opened)).toHaveCount(dialogs)
      await settle(page)
      if (Object.keys(acts).length === 0) await look(at)
      for (const [name, act] of Object.entries(acts)) {
        await act(page, say)
        await settle(page)
        await look(`${at}, ${name}`)
      }
    })
  }
  return found
}

/** What is wrong with what the page has open by its address, in each direction; afterwards it is open in English again. */
export async function faultsHere(page: Page, dialogs: number): Promise<Record<string, string[]>> {
  const { pathname, search } = new URL(page.url())
  const at = `${pathname}${search}`
  const found: Record<string, string[]> = {}
  for (const [language, direction] of Object.entries(languages) as [Language, string][]) {
    const faults = await faultsOf(page, language, [{ at, dialogs, acts: {} }])
    for (const [name, each] of Object.entries(faults)) found[`${name} ${direction}`] = each
  }
  await speak(page, 'en')
  await page.goto(at)
  return found
}
