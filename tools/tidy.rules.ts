// Guarantees the rules of STYLE.md that a program can check, one function a rule, each over the files alone: no disk,
// no clock. A finding names file, line, rule and remedy. It deliberately knows nothing of imports: see
// imports.rules.ts.
import { isCode, isTestCode, type ProjectFile } from './tidy.files.ts'
import type { Located, Syntax } from './tidy.syntax.ts'

export type Finding = { path: string; line: number; rule: string; remedy: string }
export type SourceFile = ProjectFile & { syntax: Syntax }

export const bounds = {
  functionLinesMax: 70,
  factoryLinesMax: 150,
  fileLinesMax: 500,
  lineCharsMax: 120,
  readmeLinesMax: 30,
}

const generated = new Set(['server/sql/schema.sql', 'server/src/platform/schema.types.ts', 'docs/configuration.md'])

// A migration is history: once released it may not change, so it may not be cut to measure either.
const isMigration = (path: string): boolean => /^server\/sql\/\d{6}-/.test(path)

const catchAll = /^(utils?|helpers?|types|common|misc|shared|interfaces)$/

/** Files that may read the environment, and why. */
export const environmentReaders: Record<string, string> = {
  'server/src/config.ts': 'the one reader of the program',
  'e2e/playwright.config.ts': 'is told which Chromium to start',
  'e2e/platform.facts.ts': 'carries what the set-up started to the processes of the tests',
  'server/src/testing/global-setup.ts': 'tests may be given a PostgreSQL to run on',
  'tools/bootstrap.mjs': 'runs before the program, and hands the environment on',
  'tools/test.chromium.ts': 'hands the environment on to the package manager',
  'console/vite.config.ts': 'hands requests on to the server beside it, in development',
  'tools/test.ts': 'reads CI, and hands the environment on to the checks',
  'tools/test.steps.ts': 'hands the environment on to the checks',
}

/** Tests that may be left out on some machines, and why. `npm test` with CI=true fails when one is left out there. */
export const conditionalTests: Record<string, string> = {
  'server/src/platform/embedded-postgres.test.ts': 'only root has folders that other users cannot enter',
  'bench/src/read-cpu.test.ts': 'only Linux tells the CPU time of other processes as files',
  'server/src/kannel.interop.test.ts': 'Kannel is a package of Debian that not every machine has',
  'server/src/features/payments/chain/chain.client.test.ts': 'the local chain is a program for Linux on x64',
  'server/src/features/payments/deposits/chain-deposits.test.ts': 'the local chain is a program for Linux on x64',
  'server/src/features/payments/deposits/shared-deposits.test.ts': 'the local chain is a program for Linux on x64',
  'server/src/features/payments/methods/methods.test.ts': 'the local chain is a program for Linux on x64',
  'server/src/features/payments/withdrawals/record-sent.test.ts': 'the local chain is a program for Linux on x64',
  'server/src/features/payments/books/chain-books.test.ts': 'the local chain is a program for Linux on x64',
}

/** All rules for one source file, in the order of STYLE.md. */
export function checkSource(file: SourceFile): Finding[] {
  return [
    ...checkFunctions(file),
    ...checkExports(file),
    ...checkFocusedTests(file),
    ...checkSql(file),
    ...checkEnvironment(file),
    ...checkPurity(file),
    ...checkOpening(file),
  ]
}

/** All rules for any text file of the project. */
export function checkText(file: ProjectFile): Finding[] {
  return [...checkLength(file), ...checkName(file), ...checkLeftovers(file), ...checkWorkplace(file)]
}

function checkFunctions({ path, syntax }: SourceFile): Finding[] {
  const { functionLinesMax, factoryLinesMax } = bounds
  return syntax.functions
    .filter((span) => !span.isSuite && (span.ownLines > functionLinesMax || span.lines > factoryLinesMax))
    .map(({ name, line, lines, ownLines }) => ({
      path,
      line,
      rule: `function ≤ ${functionLinesMax} lines (≤ ${factoryLinesMax} with the functions declared in it)`,
      remedy: `${name} has ${ownLines} lines of its own, ${lines} in all: move a decision or a loop body into a function of its own.`,
    }))
}

function checkLength({ path, text }: ProjectFile): Finding[] {
  if (generated.has(path) || isMigration(path) || path.endsWith('.json')) return []
  const lines = text.split('\n')
  const { fileLinesMax, lineCharsMax } = bounds
  const findings: Finding[] = []
  if (isCode(path) && lines.length - 1 > fileLinesMax) {
    const remedy = `It has ${lines.length - 1} lines: cut it along its nouns.`
    findings.push({ path, line: 1, rule: `file ≤ ${fileLinesMax} lines`, remedy })
  }
  // Prose and tables in Markdown, and fixtures of bytes, do not wrap; an address cannot be cut.
  if (!isCode(path)) return findings
  lines.forEach((line, index) => {
    if (Array.from(line).length <= lineCharsMax || /https?:\/\/\S{60,}/.test(line)) return
    // A directive to the linter counts only on one line.
    if (/^\s*\/\/ oxlint-disable/.test(line)) return
    // A table of a scenario is one row a line, and a text a person reads is kept whole.
    if (isTestCode(path) || /(['"`]).{80,}\1/.test(line)) return
    findings.push({ path, line: index + 1, rule: `line ≤ ${lineCharsMax} characters`, remedy: 'Break the line.' })
  })
  return findings
}

function checkName({ path }: ProjectFile): Finding[] {
  if (!isCode(path)) return []
  const names = path.split('/')
  const file = (names.at(-1) ?? '').replace(/\.(tsx?|mjs)$/, '')
  const [base = '', ...middle] = file.split('.')
  const findings: Finding[] = []
  const report = (rule: string, remedy: string): number => findings.push({ path, line: 1, rule, remedy })
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/
  if (![base, ...middle].every((part) => kebab.test(part))) {
    report('names are kebab-case', 'Write the name in small letters, digits and hyphens.')
  }
  const isGenerated = generated.has(path)
  if (!isGenerated && [...names.slice(0, -1), base, ...middle].some((name) => catchAll.test(name))) {
    report('no catch-all file or folder', 'Name it after the noun that is in it.')
  }
  if (base === 'index') report('no barrels', 'Import from the file that has the thing.')
  return findings
}

function checkExports({ path, syntax }: SourceFile): Finding[] {
  const findings = syntax.starExports.map((line) => ({
    path,
    line,
    rule: 'no barrels',
    remedy: 'Name what is exported; `export *` hides who uses what.',
  }))
  // A tool asks for the default export of its configuration or set-up; a declaration states what others export.
  if (/\.(config|setup|d)\.ts$/.test(path)) return findings
  const remedy = 'Use a named export, so that one thing has one name everywhere.'
  return [...findings, ...syntax.defaultExports.map((line) => ({ path, line, rule: 'no default exports', remedy }))]
}

function checkLeftovers({ path, text }: ProjectFile): Finding[] {
  if (path.startsWith('tools/tidy.')) return []
  const leftover = /\b(FIXME|XXX|TODO: implement|not implemented)\b/
  return linesThat(text, (line) => leftover.test(line)).map((line) => ({
    path,
    line,
    rule: 'nothing half done',
    remedy: 'Finish it, or take it out and open an issue.',
  }))
}

function checkFocusedTests({ path, syntax }: SourceFile): Finding[] {
  const focused = /^(test|it|describe|bench)(\.\w+)*\.(only|skip|todo|fixme)$/
  const conditional = /^(test|it|describe)(\.\w+)*\.(skipIf|runIf)$/
  return syntax.accesses
    .filter(({ text }) => focused.test(text) || (conditional.test(text) && !(path in conditionalTests)))
    .map(({ text, line }) => ({
      path,
      line,
      rule: 'every test runs',
      remedy: `Take out '${text}'; a test that a machine cannot run is listed in tools/tidy.rules.ts with its reason.`,
    }))
}

function checkSql({ path, syntax }: SourceFile): Finding[] {
  // The console has no database, and its class names read like statements.
  if (path.endsWith('.queries.ts') || isTestCode(path) || path.startsWith('console/')) return []
  const words = [
    'with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\b',
    'select\\s[\\s\\S]*\\sfrom\\s+\\S',
    'insert\\s+into\\s',
    'update\\s+\\S+\\s+(as\\s+\\w+\\s+)?set\\s',
    'delete\\s+from\\s',
    'merge\\s+into\\s',
    'truncate\\s+(table\\s+)?[\\w.]+\\s*(,|$)',
    'copy\\s+\\S+\\s+(\\([^)]*\\)\\s+)?(from|to)\\s',
  ]
  const statement = new RegExp(`^\\s*(--.*\\n\\s*)*(${words.join('|')})`)
  const builder = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/
  const isSql = ({ text }: Located): boolean => statement.test(text)
  const isBuilder = ({ text }: Located): boolean => builder.test(text)
  return [...syntax.texts.filter(isSql), ...syntax.accesses.filter(isBuilder)].map(({ line }) => ({
    path,
    line,
    rule: 'SQL only in *.queries.ts and server/sql/',
    remedy: "Move the statement into the slice's queries file, with a comment: why, order or locks, index.",
  }))
}

function checkEnvironment({ path, syntax }: SourceFile): Finding[] {
  if (path in environmentReaders || path.endsWith('.test.ts')) return []
  return unique(syntax.accesses.filter(({ text }) => text === 'process.env')).map(({ line }) => ({
    path,
    line,
    rule: 'the environment is read in server/src/config.ts alone',
    remedy: 'Take the value as an argument from the configuration.',
  }))
}

/** Decisions: files of rules and the stages before the commit. */
export function isPure(path: string): boolean {
  return path.endsWith('.rules.ts') || /^server\/src\/ingest\/[1-4]-[^.]*\.ts$/.test(path)
}

function checkPurity({ path, syntax }: SourceFile): Finding[] {
  if (!isPure(path)) return []
  const impure = [
    'Date\\.now',
    'performance\\.now',
    'Math\\.random',
    'new Date\\(\\)',
    '(crypto\\.)?random(UUID|Bytes|Int)',
  ]
  const effects = ['setTimeout', 'setInterval', 'setImmediate', 'fetch']
  const forbidden = new RegExp(`^(${[...impure, ...effects].join('|')})(\\(\\))?$`)
  return syntax.accesses
    .filter(({ text }) => forbidden.test(text))
    .map(({ text, line }) => ({
      path,
      line,
      rule: 'decisions are pure: no clock, no chance, no I/O',
      remedy: `Pass in what '${text}' gives.`,
    }))
}

function checkOpening({ path, text }: SourceFile): Finding[] {
  if (/\.test\.tsx?$/.test(path) || path.endsWith('.d.ts') || generated.has(path)) return []
  if (/^(#!.*\n)?(\/\/|\/\*)/.test(text)) return []
  const remedy = 'Open it with a comment: what it guarantees, and what it deliberately does not do.'
  return [{ path, line: 1, rule: 'a file opens with what it guarantees', remedy }]
}

function checkWorkplace({ path, text }: ProjectFile): Finding[] {
  // Written so that this file does not contain what it looks for.
  const places = ['work', 'root', 'tmp/bash'].map((name) => `/${name}/`)
  const place = new RegExp(`(^|[\\s"'\`(=:])(${places.join('|')})`)
  return linesThat(text, (line) => place.test(line)).map((line) => ({
    path,
    line,
    rule: "no path of one person's machine",
    remedy: 'Write the path relative to the project, or make the folder in the test.',
  }))
}

function linesThat(text: string, matches: (line: string) => boolean): number[] {
  return text.split('\n').flatMap((line, index) => (matches(line) ? [index + 1] : []))
}

function unique(located: Located[]): Located[] {
  return located.filter(({ line }, index) => located.findIndex((other) => other.line === line) === index)
}
