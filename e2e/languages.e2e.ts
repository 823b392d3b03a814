// The console in Spanish and in Arabic: every section opens, is in that language and its direction and is no wider than
// the screen; numbers keep their plus at the left. And a language that was chosen once is there in every browser. What a
// screen reader makes of it is tried beside the other tests of that.
import { sections, type Section } from '../console/src/paths.ts'
import { expect, expectSection, expectSettled, fillSignIn, signInAs, test } from './console.fixture.ts'
import { addUser, apiAs, NEW_PASSWORD } from './platform.client.ts'
import { englishOn, readTranslations, speak, type Translations } from './translations.ts'

test.setTimeout(400_000)
test.beforeEach(async ({ page }) => {
  // Without movement, so that nothing is looked at while it fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

function titleIn(translations: Translations, title: string): string {
  const translated = translations[title]
  return typeof translated === 'string' ? translated : title
}

const directions = { es: 'ltr', ar: 'rtl' } as const
const users = Object.entries(sections).filter(([, { role }]) => role === 'user')
const administrators = Object.entries(sections).filter(([, { role }]) => role !== 'user')

for (const [language, who, shown] of [
  ['es', 'users', users],
  ['es', 'administrators', administrators],
  ['ar', 'users', users],
  ['ar', 'administrators', administrators],
] as const) {
  const direction = directions[language]
  test(`every section of ${who} is in ${language}, written ${direction}`, async ({ page }) => {
    const translations = await readTranslations(language)
    await signInAs(page, 'superadmin')
    await speak(page, language)
    for (const [section, { title }] of shown) {
      const translated = titleIn(translations, title)
      await test.step(section, async () => {
        await page.goto(`/${section}`)
        await expect(page.getByRole('main', { name: translated, exact: true })).toBeVisible()
        await expect(page.locator('.animate-late')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', direction)
        await expect(page).toHaveTitle(new RegExp(`^${translated} `))
        expect(await englishOn(page, translations), 'left in English').toEqual([])
        const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        expect(await page.evaluate<number>(overhang), 'pixels beyond the screen').toBeLessThanOrEqual(0)
      })
    }
  })
}

test('from right to left a number keeps its plus at its left, and amounts their sign', async ({ page }) => {
  await signInAs(page, 'ayse')
  await speak(page, 'ar')
  await page.goto('/number-ranges')
  await expect(page.locator('main bdi').filter({ hasText: /^\+\d/ }).first()).toBeVisible()
  // Where the first and the last character of each number are drawn.
  const turned = await page.evaluate<string[]>(`[...document.querySelectorAll('main bdi')]
    .filter((each) => /^[+$]\\d/.test(each.textContent) && each.firstChild?.nodeType === Node.TEXT_NODE)
    .filter((each) => {
      const node = each.firstChild
      const at = (index) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect()
      }
      const first = at(0)
      const last = at(node.textContent.length - 1)
      return first.height > 0 && first.top === last.top && first.left > last.left
    })
    .map((each) => each.textContent)`)
  expect(turned).toEqual([])
})

test('what is typed has the direction of its letters, and a field without letters that of its page', async ({
  page,
}) => {
  await signInAs(page, 'ayse')
  await speak(page, 'ar')
  const translations = await readTranslations('ar')
  await page.goto('/sms-inbox')
  const field = page.getByRole('searchbox', { name: titleIn(translations, 'Search messages...') })
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('+4477')
  await expect(field).toHaveCSS('direction', 'ltr')
  // The glass stays at the right, and nothing of the field comes under it.
  await expect(field).toHaveCSS('padding-right', '36px')
  await field.fill('رمز')
  await expect(field).toHaveCSS('direction', 'rtl')
})

test('a text of the other direction is cut at its own end, not where it begins', async ({ page }) => {
  await signInAs(page, 'ayse')
  await speak(page, 'ar')
  await page.goto('/inbox')
  const text = page
    .locator('main tbody span[dir=auto]')
    .filter({ hasText: /^[A-Za-z]/ })
    .first()
  await expect(text).toHaveCSS('direction', 'ltr')
  await expect(text).toHaveCSS('text-overflow', 'ellipsis')
  await expect(text).toHaveCSS('overflow-x', 'hidden')
  await expect(text).toHaveCSS('text-align', 'right')
})

test('on a phone Arabic is no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'ayse')
  await speak(page, 'ar')
  const translations = await readTranslations('ar')
  for (const section of ['dashboard', 'inbox', 'sms-inbox', 'number-ranges', 'wallet', 'account'] as Section[]) {
    await page.goto(`/${section}`)
    await expect(page.getByRole('main', { name: titleIn(translations, sections[section].title) })).toBeVisible()
    await expect(page.locator('.animate-late')).toHaveCount(0)
    const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate<number>(overhang), section).toBeLessThanOrEqual(0)
  }
})

test('a language chosen before signing in stays, in another browser too, until another is chosen', async ({
  page,
  browser,
}) => {
  const username = `idioma-${Date.now()}`
  await addUser(await apiAs('superadmin'), username)
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Español')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.getByRole('textbox').first().fill(username)
  await page.locator('input[type=password]').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  const kept = page.waitForResponse((response) => response.url().endsWith('/account/language'))
  await expect(page.getByRole('main', { name: 'Panel', exact: true })).toBeVisible()
  expect((await kept).status()).toBe(200)

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-GB' })
  const elsewhere = await other.newPage()
  await elsewhere.goto('/')
  await fillSignIn(elsewhere, username, NEW_PASSWORD)
  await expect(elsewhere.getByRole('main', { name: 'Panel', exact: true })).toBeVisible()
  await elsewhere.goto('/account?tab=appearance')
  await elsewhere.getByRole('radio', { name: 'العربية' }).click()
  await expect(elsewhere.locator('html')).toHaveAttribute('dir', 'rtl')
  await elsewhere.getByRole('radio', { name: 'English' }).click()
  await expectSection(elsewhere, 'account')
  await expectSettled(elsewhere)
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en')
  await other.close()
})
