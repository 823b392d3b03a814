// axe on what is on screen, in light and in dark, told so that a failing test says what to mend.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * In the page itself, since what goes to and fro between it and the test costs more than the look. In dark only the rules
 * that ask for colours are asked; the others would say the same again. Of a modal dialog what lies behind it is left out.
 * Nothing moves meanwhile, so that no colour is still on its way.
 */
const LOOK = `async () => {
  const root = document.documentElement
  const former = root.dataset.theme
  const modal = [...document.querySelectorAll('[role=dialog],[role=alertdialog]')].at(-1)
  const place = (document.querySelector('[data-aria-hidden=true]') && modal) ?? document
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(still)
  async function analyze(theme, only) {
    root.dataset.theme = theme
    const options = { resultTypes: ['violations'], ...(only === undefined ? {} : { runOnly: only }) }
    const { violations } = await axe.run(place, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => {
      const why = (failureSummary ?? '').split('\\n')[1]?.trim() ?? ''
      return theme + ', ' + id + ': ' + target.join(' ') + ' (' + why + ')'
    }))
  }
  const dark = await analyze('dark', ['color-contrast', 'link-in-text-block'])
  const light = await analyze('light')
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  if (former === undefined) delete root.dataset.theme
  else root.dataset.theme = former
  return [...dark, ...light]
}`

/** Every violation of every rule, as `scheme, rule: element`; empty when there is none. Leaves the theme as it was. */
export async function violationsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`'axe' in globalThis`)
  // Looking for next to nothing puts axe into the page, where it stays.
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().withRules(['html-has-lang']).analyze()
  return page.evaluate<string[]>(`(${LOOK})()`)
}
