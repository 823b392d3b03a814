// axe on what is on screen, in light and in dark, told so that a failing test says what to mend.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that ask for colours; the others would say the same again. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Every violation of every rule, as `scheme, rule: element`; empty when there is none. Leaves the page in light. */
export async function violationsOn(page: Page): Promise<string[]> {
  await turn(page, 'dark')
  const dark = await analyze(builderFor(page).withRules(colourRules), 'dark')
  await turn(page, 'light')
  return [...dark, ...(await analyze(builderFor(page), 'light'))]
}

/**
 * Until no colour is on its way any more: even the shortest transition takes a frame. One that is drawn again and again
 * never ends, and is waited for no longer than any colour takes.
 */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const running = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
    const patience = new Promise((resolve) => setTimeout(resolve, 3_000))
    await Promise.race([patience, Promise.allSettled(running.map(({ finished }) => finished))])
  })()`)
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

/** In the page itself, which has no frames: a page of its own for each result costs a quarter of the whole time. */
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}
