// axe on what is on screen, in light and in dark, told so that a failing test says what to mend.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that ask for colours; the others would say the same again. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Every violation of every rule, as `scheme, rule: element`; empty when there is none. Leaves the page in light. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await analyze(new AxeBuilder({ page }).withRules(colourRules), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  return [...dark, ...(await analyze(new AxeBuilder({ page }), 'light'))]
}

async function analyze(axe: AxeBuilder, scheme: string): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n')[1]?.trim() ?? ''
      return `${scheme}, ${id}: ${target.join(' ')} (${why})`
    }),
  )
}
