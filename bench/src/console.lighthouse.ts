// Lighthouse in the same browser, which is signed in: performance, accessibility and best practices, for a desk and for
// a phone. The median of several runs, since one says little on a shared machine.
import lighthouse, { desktopConfig } from 'lighthouse'
import { median } from './console.browser.ts'

export type Scores = { performance: number; accessibility: number; bestPractices: number }

const RUNS = 3
/** The live stream of a page never ends, so that its network is never quiet. */
const LOAD_WAIT_MS_MAX = 15_000

export async function measureScores(url: string, options: { port: number; isPhone: boolean }): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await scoresOf(url, options))
  return {
    performance: median(runs.map(({ performance }) => performance)),
    accessibility: median(runs.map(({ accessibility }) => accessibility)),
    bestPractices: median(runs.map(({ bestPractices }) => bestPractices)),
  }
}

async function scoresOf(url: string, { port, isPhone }: { port: number; isPhone: boolean }): Promise<Scores> {
  const flags = {
    port,
    logLevel: 'error' as const,
    output: 'json' as const,
    // The session lies in a cookie.
    disableStorageReset: true,
    maxWaitForLoad: LOAD_WAIT_MS_MAX,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  }
  const result = await (isPhone ? lighthouse(url, flags) : lighthouse(url, flags, desktopConfig))
  const categories = result?.lhr.categories
  const score = (name: string) => Math.round((categories?.[name]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  }
}
