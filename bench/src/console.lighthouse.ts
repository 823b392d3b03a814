// Lighthouse in the same browser, which is signed in: performance, accessibility and best practices, for a desk and for
// a phone. The median of several runs, since one says little on a shared machine.
import lighthouse, { desktopConfig } from 'lighthouse'
import { median } from './console.browser.ts'

export type Scores = { performance: number; accessibility: number; bestPractices: number }

const RUNS = 3
/** Some page loads Lighthouse cannot judge (it saw no paint, say): that is no figure, and it is asked again. */
const RUNS_WITHOUT_SCORE_MAX = 3
/** The live stream of a page never ends, so that its network is never quiet. */
const LOAD_WAIT_MS_MAX = 15_000

export async function measureScores(url: string, options: { port: number; isPhone: boolean }): Promise<Scores> {
  const runs: Scores[] = []
  const reasons: string[] = []
  while (runs.length < RUNS) {
    const judged = await scoresOf(url, options)
    if (typeof judged !== 'string') runs.push(judged)
    else if (reasons.push(judged) > RUNS_WITHOUT_SCORE_MAX)
      throw new Error(`Lighthouse gives ${url} no score: ${reasons.join('; ')}`)
  }
  return {
    performance: median(runs.map(({ performance }) => performance)),
    accessibility: median(runs.map(({ accessibility }) => accessibility)),
    bestPractices: median(runs.map(({ bestPractices }) => bestPractices)),
  }
}

/** The scores of one page load, or why there is none. */
async function scoresOf(url: string, { port, isPhone }: { port: number; isPhone: boolean }): Promise<Scores | string> {
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
  if (result === undefined) return 'it did not run'
  const { categories, audits, runtimeError } = result.lhr
  const [performance, accessibility, bestPractices] = ['performance', 'accessibility', 'best-practices'].map(
    (name) => categories[name]?.score ?? null,
  )
  if (!isScore(performance) || !isScore(accessibility) || !isScore(bestPractices)) {
    const failed = Object.values(audits).find(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
    return runtimeError?.message ?? `${failed?.id ?? 'a category'}: ${failed?.errorMessage ?? 'not judged'}`
  }
  return {
    performance: Math.round(performance * 100),
    accessibility: Math.round(accessibility * 100),
    bestPractices: Math.round(bestPractices * 100),
  }
}

function isScore(score: number | null | undefined): score is number {
  return typeof score === 'number'
}
