// Guarantees the three figures that decide about a suite, whoever ran it: how many tests passed, how many did not,
// which were left out; and one judgement of them. It deliberately reads the reports of the runners, not their printed
// lines.
import { join, relative } from 'node:path'

const rootDir = join(import.meta.dirname, '..')

export type SuiteReport = {
  passed: number
  failed: number
  leftOut: NamedTest[]
  /** Among the passed: those that did at the second try, which only CI has. */
  flaky: NamedTest[]
}

/** `path` is its file as the runner names it. */
export type NamedTest = { path: string; name: string }

type VitestReport = {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Reads what Vitest's json reporter writes. Throws SyntaxError when it is no JSON. */
export function readVitestReport(text: string): SuiteReport {
  const results = (JSON.parse(text) as VitestReport).testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ path, name: fullName, status })),
  )
  const count = (wanted: string): number => results.filter(({ status }) => status === wanted).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    leftOut: results
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ path, name }) => ({ path, name })),
    flaky: [],
  }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  file?: string
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
}

/** Reads what Playwright's json reporter writes; a test that passed at the second try passed, and is named. */
export function readPlaywrightReport(text: string): SuiteReport {
  const report: SuiteReport = { passed: 0, failed: 0, leftOut: [], flaky: [] }
  const walk = ({ suites = [], specs = [], file = '' }: PlaywrightSuite): void => {
    for (const { title, tests } of specs) {
      for (const { status } of tests) {
        if (status === 'skipped') report.leftOut.push({ path: file, name: title })
        else if (status === 'unexpected') report.failed += 1
        else report.passed += 1
        if (status === 'flaky') report.flaky.push({ path: file, name: title })
      }
    }
    suites.forEach(walk)
  }
  walk(JSON.parse(text) as PlaywrightSuite)
  return report
}

/** A fault in words, or undefined. A runner that ends with 0 may still have proved nothing. `reasons` by path. */
export function findFault(
  report: SuiteReport | undefined,
  reasons: Readonly<Record<string, string>>,
  isCi: boolean,
): string | undefined {
  if (!report) return 'The suite wrote no report.'
  if (report.failed > 0) return `${report.failed} tests failed.`
  if (report.passed === 0) return 'No test ran.'
  const unexplained = report.leftOut.filter(({ path }) => !(pathInProject(path) in reasons))
  if (!isCi || unexplained.length === 0) return undefined
  return `With CI=true every test must run. Left out:\n${unexplained.map(({ name }) => `  ${name}`).join('\n')}`
}

/** Says loudly what did not run, and what only the second try passed; undefined when there is nothing to say. */
export function describeReport(report: SuiteReport, reasons: Readonly<Record<string, string>>): string | undefined {
  const { leftOut, flaky, passed } = report
  const line = ({ path, name }: NamedTest, reason?: string) =>
    `  ${name} (${pathInProject(path)}${reason === undefined ? '' : `: ${reason}`})`
  const left = leftOut.map((test) => line(test, reasons[pathInProject(test.path)]))
  const said = [
    left.length === 0 ? [] : [`LEFT OUT on this machine, ${left.length} of ${left.length + passed} tests:`, ...left],
    flaky.length === 0 ? [] : ['FLAKY, passed at the second try only:', ...flaky.map((test) => line(test))],
  ].flat()
  return said.length === 0 ? undefined : said.join('\n')
}

// Vitest names files from the root of the disk, Playwright from the folder of its tests.
function pathInProject(path: string): string {
  return path.startsWith('/') ? relative(rootDir, path) : join('e2e', path)
}
