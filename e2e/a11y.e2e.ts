// Every section as every role, and every dialog, sheet, menu and panel: axe finds nothing in light or in dark, from left
// to right or from right to left, and the browser logs nothing. What needs payments is tried where there are some.
import { appCode } from '@inrange/server/testing/authenticator-app'
import { maySee, sections, type Section } from '../console/src/paths.ts'
import { violationsOn } from './axe.ts'
import { expect, signInAs, test, type Page } from './console.fixture.ts'
import {
  frame,
  surfacesOfCarriers,
  surfacesOfNewcomer,
  surfacesOfRangesAndHolds,
  surfacesOfSettings,
  surfacesOfTrouble,
  surfacesOfUser,
  surfacesOfUsers,
  uniqueWord,
} from './a11y.surfaces.ts'
import { addUser, apiAs, authAs, NEW_PASSWORD } from './platform.client.ts'
import { faultsOf, languages, shown, type Language } from './surfaces.ts'
import { sayIn, speak } from './translations.ts'

const people = { user: 'ayse', admin: 'operator', super_admin: 'superadmin' } as const

test.setTimeout(300_000)
// Forms are sent as they should not be, and addresses opened by those whom they are not for.
test.use({ refusals: 'expected' })
test.beforeEach(async ({ page }) => {
  // Without movement, so that nothing is looked at while it fades in.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

for (const [language, direction] of Object.entries(languages) as [Language, string][]) {
  test.describe(direction, () => {
    // From right to left a section is the same whoever looks.
    const roles = language === 'en' ? (['user', 'admin', 'super_admin'] as const) : (['super_admin'] as const)
    for (const role of roles) {
      test(`every section of ${role}`, async ({ page }) => {
        await signInAs(page, people[role])
        const seen = (Object.keys(sections) as Section[]).filter((section) => maySee(role, section))
        expect(
          await faultsOf(
            page,
            language,
            seen.map((section) => shown(`/${section}`)),
          ),
        ).toEqual({})
      })
    }

    test('what the frame opens', async ({ page }) => {
      await signInAs(page, 'ayse')
      expect(await faultsOf(page, language, frame)).toEqual({})
    })

    test('what is open in the sections of a user', async ({ page }) => {
      await signInAs(page, 'ayse')
      expect(await faultsOf(page, language, await surfacesOfUser())).toEqual({})
    })

    test('users', async ({ page }) => {
      await signInAs(page, 'operator')
      expect(await faultsOf(page, language, await surfacesOfUsers())).toEqual({})
    })

    test('ranges, holds, the archive, the log and alerts', async ({ page }) => {
      await signInAs(page, 'operator')
      expect(await faultsOf(page, language, await surfacesOfRangesAndHolds(language === 'en' ? 50 : 60))).toEqual({})
    })

    test('carriers and quarantine', async ({ page }) => {
      await signInAs(page, 'operator')
      expect(await faultsOf(page, language, await surfacesOfCarriers())).toEqual({})
    })

    test('settings and figures of the platform', async ({ page }) => {
      const [superadmin, provider] = [await apiAs('superadmin'), uniqueWord()]
      const stored = { id: provider, name: provider, issuer: `https://${provider}.example.com`, clientId: 'one' }
      await superadmin('POST', '/identity-providers', stored)
      try {
        await signInAs(page, 'superadmin')
        expect(await faultsOf(page, language, surfacesOfSettings(provider))).toEqual({})
      } finally {
        await superadmin('DELETE', `/identity-providers/${provider}`)
      }
    })

    test('somebody who acts for a user', async ({ page }) => {
      const operator = await apiAs('operator')
      const { id } = await addUser(operator, uniqueWord())
      await signInAs(page, 'operator')
      await speak(page, language)
      for (const hasChanges of [false, true]) {
        await page.goto(`/manage-users?dialog=act-as&user=${id}`)
        await page.locator('[role=dialog] input').first().fill('Accessibility')
        if (hasChanges) await page.locator('[role=dialog] input[type=checkbox]').check()
        await page.locator('[role=dialog] button[type=submit]').click()
        const stop = page.getByRole('button', { name: (await sayIn(language))('Stop acting') })
        await expect(stop).toBeVisible()
        expect(await faultsOf(page, language, [shown('/dashboard'), shown('/account'), shown('/wallet')])).toEqual({})
        await stop.click()
        await expect(stop).toHaveCount(0)
      }
    })

    test('the database away, somebody who is offline, and one whose session ended in the middle of a form', async ({
      page,
      faults,
    }) => {
      const operator = await apiAs('operator')
      const username = uniqueWord()
      const { id } = await addUser(operator, username)
      await operator('PATCH', `/users/${id}`, { role: 'admin' })
      await signInAs(page, username, NEW_PASSWORD)
      const surfaces = surfacesOfTrouble(() => operator('POST', `/users/${id}/sign-out`))
      expect(await faultsOf(page, language, surfaces)).toEqual({})
      // The browser logs what could not be asked meanwhile.
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')))
    })

    test('what is before the sections', async ({ page }) => {
      const found: Record<string, string[]> = {}
      const look = async (name: string) => {
        const faults = await violationsOn(page)
        if (faults.length > 0) found[name] = faults
      }
      await page.goto('/')
      await speak(page, language)
      for (const address of [
        '/forgot-password',
        '/reset-password',
        '/reset-password#token=x',
        '/accept-invitation#token=x',
        '/sign-in-return?error=access_denied',
      ]) {
        await page.goto('/')
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
        await look(address)
      }
      const username = uniqueWord()
      const operator = await apiAs('operator')
      const user = { username, email: `${username}@example.com`, password: 'temporary 1', role: 'user' }
      await operator('POST', '/users', user)
      await page.goto('/')
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await look('refused')
      // Wrong passwords are counted for the address, and all tests come from one.
      if (language === 'en') {
        await signInBlindly(page, username, 'not the password')
        await expect(page.getByRole('alert')).toBeVisible()
        await look('a wrong password')
      }
      await signInBlindly(page, username, user.password)
      await expect(page.locator('input[autocomplete=new-password]').first()).toBeVisible()
      await look('a new password')
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await look('a new password, refused')
      expect(found).toEqual({})
    })

    test('somebody new, their account, and what they are asked at the sign-in', async ({ page }) => {
      const username = uniqueWord()
      await addUser(await apiAs('operator'), username)
      const auth = await authAs(username, NEW_PASSWORD)
      const made = await auth('POST', '/factors', { factor_type: 'totp', friendly_name: 'Phone' })
      const factor = String(made['id'])
      const { secret } = made['totp'] as { secret: string }
      const { id } = await auth('POST', `/factors/${factor}/challenge`, {})
      await auth('POST', `/factors/${factor}/verify`, { challenge_id: id, code: appCode(secret, -1) })
      await page.goto('/')
      await speak(page, language)
      await page.goto('/')
      await signInBlindly(page, username, NEW_PASSWORD)
      const code = page.locator('input[autocomplete=one-time-code]')
      await expect(code).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await code.fill(appCode(secret))
      await expect(page.locator('main[aria-label]')).toBeVisible()
      const session = await otherSession(page)
      expect(await faultsOf(page, language, surfacesOfNewcomer({ factor, session }))).toEqual({})
    })
  })
}

/** In whatever language the sign-in is. */
async function signInBlindly(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
}

/** The id of a session of theirs that is not the page's. */
async function otherSession(page: Page): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/account/sessions'))
  await page.goto('/account?tab=sessions')
  const { items } = (await (await answered).json()) as { items: { id: string; isCurrent: boolean }[] }
  return items.find(({ isCurrent }) => !isCurrent)?.id ?? ''
}
