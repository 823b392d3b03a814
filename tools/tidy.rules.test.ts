// Each rule of tidy refuses a bad sample and accepts its good neighbour: a rule that cannot fail guards nothing.
import { describe, expect, test } from 'vitest'
import { checkDocuments } from './tidy.documents.ts'
import { checkSource, checkText } from './tidy.rules.ts'
import { readSyntax } from './tidy.syntax.ts'

const opening = '// Guarantees nothing but a sample.\n'

/** The rules that find fault with the text, by what they say. */
function faultsOf(path: string, text: string): string[] {
  const file = { path, text: opening + text }
  const findings = [...checkText(file), ...checkSource({ ...file, syntax: readSyntax(path, file.text) })]
  return findings.map(({ rule, line }) => `${line}: ${rule}`)
}

// Put together here, so that this file passes the rules that it shows.
const left = 'FIX'
const places = ['work', 'root']

const lines = (count: number, line = 'call()'): string => Array.from({ length: count }, () => line).join('\n')
const inSlice = (name: string): string => `server/src/features/ranges/${name}`
const operation = inSlice('create-range.ts')
const test_ = inSlice('ranges.test.ts')

describe('lengths', () => {
  const functionRule = 'function ≤ 70 lines (≤ 150 with the functions declared in it)'

  test('a function has at most 70 lines', () => {
    expect(faultsOf(operation, `function create() {\n${lines(68)}\n}\n`)).toEqual([])
    expect(faultsOf(operation, `function create() {\n${lines(69)}\n}\n`)).toEqual([`2: ${functionRule}`])
  })

  test('a factory does not count the functions declared in it, up to 150 lines', () => {
    const inner = `function one() {\n${lines(60)}\n}\nfunction two() {\n${lines(60)}\n}\n`
    expect(faultsOf(operation, `function createThing() {\n${lines(10)}\n${inner}}\n`)).toEqual([])
    expect(faultsOf(operation, `function createThing() {\n${lines(30)}\n${inner}}\n`)).toEqual([`2: ${functionRule}`])
  })

  test('a suite of tests may be longer, one test may not', () => {
    const one = (count: number): string => `test('x', () => {\n${lines(count)}\n})\n`
    expect(faultsOf(test_, `describe('all', () => {\n${one(60)}${one(60)}})\n`)).toEqual([])
    expect(faultsOf(test_, one(80))).toEqual([`2: ${functionRule}`])
  })

  test('a file has at most 500 lines', () => {
    expect(faultsOf(operation, `${lines(499)}\n`)).toEqual([])
    expect(faultsOf(operation, `${lines(500)}\n`)).toEqual(['1: file ≤ 500 lines'])
  })

  test('a line has at most 120 characters, counted as people count', () => {
    expect(faultsOf(operation, `// ${'a'.repeat(117)}\n`)).toEqual([])
    expect(faultsOf(operation, `// ${'😀'.repeat(117)}\n`)).toEqual([])
    expect(faultsOf(operation, `// ${'a'.repeat(118)}\n`)).toEqual(['2: line ≤ 120 characters'])
  })
})

test.each([
  ['ranges.rules.ts', true],
  ['1-decode.ts', true],
  ['createRange.ts', false],
  ['ranges.utils.ts', false],
  ['utils.ts', false],
  ['types/range.ts', false],
  ['index.ts', false],
])('the file name %s: allowed %s', (name, isAllowed) => {
  expect(faultsOf(inSlice(name), 'call()\n').length === 0).toBe(isAllowed)
})

test.each([
  ['export const one = 1', 'export default 1', 'no default exports'],
  ["export { a } from './a.ts'", "export * from './a.ts'", 'no barrels'],
  ['// Nothing to do here.', `// ${left}ME later`, 'nothing half done'],
  ["test('x', run)", "test.only('x', run)", 'every test runs'],
  ["test.each([])('x', run)", "describe.skip('x', run)", 'every test runs'],
  ["test.each([])('x', run)", "test.skipIf(isOld)('x', run)", 'every test runs'],
  ['const text = "Select a range from the list."', 'const text = "select id from ranges"', 'SQL only in'],
  ['const text = "update of a range"', 'const text = `update ranges set status = ${status}`', 'SQL only in'],
  ['const text = `with care`', 'const text = sql`\n  with kept as (select 1) table kept`', 'SQL only in'],
  ['rows.select(id)', "database.selectFrom('ranges')", 'SQL only in'],
  ['const url = config.databaseUrl', "const url = process.env['DATABASE_URL']", 'the environment is read'],
  ["const path = 'work/one'", `const path = '/${places[0]}/one'`, 'no path of one'],
  ["const path = 'https://a.example/root/one'", `const path = '/${places[1]}/one'`, 'no path of one'],
])('accepts %s, refuses %s', (good, bad, rule) => {
  expect(faultsOf(operation, `${good}\n`)).toEqual([])
  expect(faultsOf(operation, `${bad}\n`)).toEqual([expect.stringContaining(`2: ${rule}`)])
})

test.each(['Date.now()', 'new Date()', 'Math.random()', 'randomUUID()', 'crypto.randomUUID()', 'fetch(url)'])(
  'decisions do not ask %s, operations may',
  (call) => {
    const fault = '2: decisions are pure: no clock, no chance, no I/O'
    expect(faultsOf(inSlice('ranges.rules.ts'), `${call}\n`)).toContain(fault)
    expect(faultsOf('server/src/ingest/4-rate.ts', `${call}\n`)).toContain(fault)
    expect(faultsOf(operation, `${call}\n`)).toEqual([])
  },
)

test('decisions may build a date from what they are given', () => {
  expect(faultsOf(inSlice('ranges.rules.ts'), 'new Date(atMs)\n')).toEqual([])
})

test('SQL is at home in queries files and in tests', () => {
  const text = 'const statement = `select id from ranges`\n'
  expect(faultsOf(inSlice('ranges.queries.ts'), text)).toEqual([])
  expect(faultsOf(test_, text)).toEqual([])
})

test('a file opens with a comment', () => {
  const check = (text: string): string[] =>
    checkSource({ path: operation, text, syntax: readSyntax(operation, text) }).map(({ rule }) => rule)
  expect(check('// Guarantees one.\nexport const one = 1\n')).toEqual([])
  expect(check('export const one = 1\n')).toEqual(['a file opens with what it guarantees'])
})

describe('documents', () => {
  const slice = 'server/src/features/ranges'
  const paths = ['README.md', 'docs/glossary.md', `${slice}/README.md`, `${slice}/ranges.public.ts`]

  function faultsIn(texts: Record<string, string>, known: string[] = paths): string[] {
    const files = known.map((path) => ({ path, text: texts[path] ?? '# Title\n' }))
    return checkDocuments(files, known).map(({ path, line, rule }) => `${path}:${line} ${rule}`)
  }

  test('links lead to files, folders and headings that exist', () => {
    const link = (target: string): string[] =>
      faultsIn({ 'docs/glossary.md': `# Words\n\n## A range\n\n[x](${target})\n` })
    for (const target of ['../README.md', '../docs', '#a-range', '../README.md#title', 'https://a.example/none']) {
      expect(link(target)).toEqual([])
    }
    for (const target of ['README.md', '../none', '#a-rage', '../README.md#none']) {
      expect(link(target)).toEqual(['docs/glossary.md:5 links resolve'])
    }
  })

  test('what stands in a code block is not a link', () => {
    expect(faultsIn({ 'README.md': '# One\n\n```\n# two\n[x](none.md)\n```\n' })).toEqual([])
  })

  test('ARCHITECTURE.md names what exists; patterns and imports are not paths', () => {
    const known = [...paths, 'ARCHITECTURE.md']
    const named = (name: string): string[] => faultsIn({ 'ARCHITECTURE.md': `# Title\n\nSee \`${name}\`.\n` }, known)
    for (const name of [
      'README.md',
      'docs/',
      'server/src/features/ranges',
      '*.queries.ts',
      '/api/v1',
      '@inrange/smpp',
    ]) {
      expect(named(name)).toEqual([])
    }
    for (const name of ['NONE.md', 'server/src/none/']) {
      expect(named(name)).toEqual(['ARCHITECTURE.md:3 documents name what exists'])
    }
  })

  test('other documents name what exists from the top folders; other words in backticks are not paths', () => {
    const named = (name: string): string[] => faultsIn({ 'docs/glossary.md': `# Title\n\nSee \`${name}\`.\n` })
    for (const name of ['docs/glossary.md', 'server/src/features/ranges/', 'console/dist', 'README', 'start/end']) {
      expect(named(name)).toEqual([])
    }
    expect(named('server/src/none.ts')).toEqual(['docs/glossary.md:3 documents name what exists'])
  })

  test('a document has one title', () => {
    expect(faultsIn({ 'README.md': '# One\n\n# Two\n' })).toEqual(['README.md:1 a document has one # Title'])
    expect(faultsIn({ 'README.md': 'Text\n' })).toEqual(['README.md:1 a document has one # Title'])
  })

  test('a slice has a README of at most 30 lines and one door', () => {
    const readme = `${slice}/README.md`
    expect(faultsIn({ [readme]: `# Ranges\n${lines(29, 'text')}\n` })).toEqual([])
    expect(faultsIn({ [readme]: `# Ranges\n${lines(30, 'text')}\n` })).toEqual([
      `${readme}:1 a slice's README ≤ 30 lines`,
    ])
    expect(faultsIn({}, [`${slice}/create-range.ts`])).toEqual([
      `${slice}/ranges.public.ts:1 a slice has one door and a README`,
      `${readme}:1 a slice has one door and a README`,
    ])
  })
})
