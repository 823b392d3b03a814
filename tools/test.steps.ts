// Guarantees one list of the checks, fast before slow: what `npm test` runs, in this order, each a program with its own
// exit code that can be run alone. It deliberately holds no control flow: test.ts walks it.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeBundle } from './test.bundle-size.ts'
import { readPlaywrightReport, readVitestReport, type SuiteReport } from './test.reports.ts'

export type Command = { args: readonly string[]; env?: Readonly<Record<string, string>> }

export type Step = {
  name: string
  /** What it proves, for the list of steps. */
  proves: string
  /** Needs neither a database nor a browser. */
  isFast: boolean
  timeoutMs: number
  /** Run side by side; all must end with 0. */
  commands: readonly Command[]
  /** Looked at after the commands: a fault in words, or undefined. */
  inspect?: () => string | undefined
  /** What the suite says about itself, when it is one. */
  report?: () => SuiteReport | undefined
}

const minuteMs = 60_000
const reportsDir = mkdtempSync(join(tmpdir(), 'inrange-reports-'))
process.once('exit', () => rmSync(reportsDir, { recursive: true, force: true }))

const structureTests = ['tools/tidy', 'tools/imports']

export const steps: readonly Step[] = [
  {
    name: 'types',
    proves: 'every file type-checks, strictly',
    isFast: true,
    timeoutMs: 2 * minuteMs,
    commands: [
      bin('typescript', 'tsc', '-p', 'tsconfig.json'),
      bin('typescript', 'tsc', '-p', 'console/tsconfig.json'),
    ],
  },
  {
    name: 'format',
    proves: 'every file is formatted',
    isFast: true,
    timeoutMs: minuteMs,
    commands: [bin('oxfmt', 'oxfmt', '--check', '.')],
  },
  {
    name: 'lint',
    proves: 'no known mistake, with types',
    isFast: true,
    timeoutMs: 2 * minuteMs,
    commands: [bin('oxlint', 'oxlint', '--type-aware', '--deny-warnings')],
  },
  {
    name: 'deadcode',
    proves: 'no unused file, export or dependency, none undeclared',
    isFast: true,
    timeoutMs: 2 * minuteMs,
    commands: [bin('knip', 'knip', '--no-progress')],
  },
  {
    name: 'structure',
    proves: 'style, documents and imports keep to the rules',
    isFast: true,
    timeoutMs: 2 * minuteMs,
    ...vitestSuite('structure', structureTests),
  },
  {
    name: 'generated',
    proves: 'generated files are in step with their sources',
    isFast: false,
    timeoutMs: 2 * minuteMs,
    commands: [{ args: ['tools/generate.ts', '--check'] }],
  },
  {
    name: 'unit',
    proves: 'rules, codecs, operations on a real PostgreSQL, the pipeline, kills',
    isFast: false,
    timeoutMs: 25 * minuteMs,
    ...vitestSuite('unit', ['--exclude', 'tools/{tidy,imports}*.test.ts']),
  },
  {
    name: 'console',
    proves: 'the console builds, and its first load is small',
    isFast: false,
    timeoutMs: 3 * minuteMs,
    commands: [bin('vite', 'vite', 'build', 'console', '--logLevel', 'warn')],
    inspect: () => describeBundle('console/dist'),
  },
  {
    name: 'e2e',
    proves: 'people reach what they came for, in a real browser, on the real server',
    isFast: false,
    timeoutMs: 60 * minuteMs,
    ...playwrightSuite(),
  },
]

function vitestSuite(name: string, args: readonly string[]): Pick<Step, 'commands' | 'report'> {
  const path = join(reportsDir, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  return {
    commands: [bin('vitest', 'vitest', 'run', ...args, ...reporters)],
    report: () => (existsSync(path) ? readVitestReport(readFileSync(path, 'utf8')) : undefined),
  }
}

function playwrightSuite(): Pick<Step, 'commands' | 'report'> {
  const path = join(reportsDir, 'e2e.json')
  const command = bin(
    '@playwright/test',
    'playwright',
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
  )
  return {
    commands: [{ ...command, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path } }],
    report: () => (existsSync(path) ? readPlaywrightReport(readFileSync(path, 'utf8')) : undefined),
  }
}

/** A program of an installed package, started by our own Node: its launcher could find another. */
function bin(packageName: string, program: string, ...args: string[]): Command {
  const folder = join('node_modules', packageName)
  const { bin: named } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const file = typeof named === 'string' ? named : (named[program] ?? '')
  return { args: [join(folder, file), ...args] }
}
