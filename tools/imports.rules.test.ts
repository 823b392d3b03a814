// Each rule of imports refuses a bad sample and accepts its good neighbour.
import { describe, expect, test } from 'vitest'
import { checkImports, findIdleEdges } from './imports.rules.ts'
import { readSyntax } from './tidy.syntax.ts'

/** The rules broken by a tree given as path → text; a file that is only imported may be empty. */
function faultsOf(tree: Record<string, string>): string[] {
  return checkImports(filesOf(tree)).map(({ path, line, rule }) => `${path}:${line} ${rule}`)
}

function filesOf(tree: Record<string, string>): Parameters<typeof checkImports>[0] {
  return Object.entries(tree).map(([path, text]) => ({ path, text, syntax: readSyntax(path, text) }))
}

const slice = 'server/src/features'

describe('parts', () => {
  test.each([
    ['server/src/platform/log.ts', '../features/users/users.public.ts', `${slice}/users/users.public.ts`],
    [`${slice}/users/create-user.ts`, '../../ingest/ingest.ts', 'server/src/ingest/ingest.ts'],
    ['packages/smpp/src/session.ts', '@inrange/contract/money', 'packages/contract/src/money.ts'],
    ['packages/contract/src/money.ts', '@inrange/server/platform/log', 'server/src/platform/log.ts'],
    ['console/src/lib/api.ts', '@inrange/server/platform/log', 'server/src/platform/log.ts'],
    ['console/src/lib/api.test.ts', '@inrange/server/platform/log', 'server/src/platform/log.ts'],
    ['console/src/ui/button.tsx', '../features/users/users.page.tsx', 'console/src/features/users/users.page.tsx'],
    ['sim/src/smsc.ts', '@inrange/server/platform/log', 'server/src/platform/log.ts'],
  ])('%s may not import %s', (from, specifier, to) => {
    expect(faultsOf({ [from]: `import { a } from '${specifier}'`, [to]: '' })[0]).toMatch(/ does not import /)
  })

  test.each([
    [`${slice}/users/create-user.ts`, '../../platform/log.ts', 'server/src/platform/log.ts'],
    [`${slice}/users/users.test.ts`, '../../compose.ts', 'server/src/compose.ts'],
    ['server/src/platform/http.ts', '@inrange/contract/errors', 'packages/contract/src/errors.ts'],
    ['console/src/ui/figures.tsx', '../lib/format.ts', 'console/src/lib/format.ts'],
    ['bench/src/main.ts', '@inrange/server/ingest/ingest', 'server/src/ingest/ingest.ts'],
  ])('%s may import %s', (from, specifier, to) => {
    expect(faultsOf({ [from]: `import { a } from '${specifier}'`, [to]: '' })).toEqual([])
  })
})

describe('slices', () => {
  const from = `${slice}/users/create-user.ts`
  const importing = (target: string): Record<string, string> => ({
    [from]: `import { a } from '../${target}'`,
    [`${slice}/${target}`]: '',
  })

  test('a slice is reached through its public file', () => {
    expect(faultsOf(importing('audit/audit.public.ts'))).toEqual([])
    expect(faultsOf(importing('audit/audit.queries.ts'))).toEqual([
      `${from}:1 a slice is reached through its public file`,
    ])
  })

  test('a slice is reached along a reviewed edge alone', () => {
    expect(faultsOf(importing('ranges/ranges.public.ts'))).toEqual([`${from}:1 slice users does not reach ranges`])
  })

  test('the wiring may take the routes of a slice, and nothing else that is private', () => {
    const wiring = (file: string): string[] =>
      faultsOf({
        'server/src/compose.ts': `import { a } from './features/users/${file}'`,
        [`${slice}/users/${file}`]: '',
      })
    expect(wiring('users.routes.ts')).toEqual([])
    expect(wiring('users.queries.ts')).toHaveLength(1)
  })

  test('an edge that nothing uses is reported', () => {
    expect(findIdleEdges(filesOf(importing('audit/audit.public.ts')))).not.toContain('users audit')
    expect(findIdleEdges([])).toContain('users audit')
  })
})

test('an import names a file that exists, with its ending', () => {
  expect(faultsOf({ 'tools/one.ts': "import { a } from './two.ts'", 'tools/two.ts': '' })).toEqual([])
  expect(faultsOf({ 'tools/one.ts': "import { a } from './three.ts'" })).toEqual([
    'tools/one.ts:1 an import names its file',
  ])
})

test('the program imports no test; a test may', () => {
  const fixture = `${slice}/users/users.fixture.ts`
  const text = "import { a } from './users.fixture.ts'"
  expect(faultsOf({ [`${slice}/users/users.test.ts`]: text, [fixture]: '' })).toEqual([])
  const path = `${slice}/users/create-user.ts`
  expect(faultsOf({ [path]: text, [fixture]: '' })).toEqual([`${path}:1 the program imports no test`])
})

test('decisions import no I/O, except its types', () => {
  const path = `${slice}/users/users.rules.ts`
  const fault = `${path}:1 decisions are pure: no clock, no chance, no I/O`
  expect(faultsOf({ [path]: "import { readFileSync } from 'node:fs'" })).toEqual([fault])
  expect(faultsOf({ [path]: "import { sql } from 'kysely'" })).toEqual([fault])
  expect(faultsOf({ [path]: "import { isIP, connect } from 'node:net'" })).toEqual([fault])
  expect(faultsOf({ [path]: "import { isIP } from 'node:net'" })).toEqual([])
  expect(faultsOf({ [path]: "import type { Kysely } from 'kysely'" })).toEqual([])
  expect(faultsOf({ [path]: "import { createHash } from 'node:crypto'" })).toEqual([])
})

test('what runs in a browser imports no Node', () => {
  const text = "import { join } from 'node:path'"
  expect(faultsOf({ 'console/src/lib/api.ts': text })).toHaveLength(1)
  expect(faultsOf({ 'packages/contract/src/money.ts': text })).toHaveLength(1)
  expect(faultsOf({ 'packages/smpp/src/tlv.ts': text })).toEqual([])
})

test('a cycle is reported with its path; a cycle of types is let be', () => {
  const tree = (keyword: string): Record<string, string> => ({
    'tools/a.ts': "import { b } from './b.ts'",
    'tools/b.ts': "export { c } from './c.ts'",
    'tools/c.ts': `${keyword} { a } from './a.ts'`,
  })
  const [cycle] = checkImports(filesOf(tree('import')))
  expect(cycle).toMatchObject({ path: 'tools/c.ts', rule: 'no cycles' })
  expect(cycle?.remedy).toContain('tools/a.ts → tools/b.ts → tools/c.ts → tools/a.ts')
  expect(faultsOf(tree('import type'))).toEqual([])
})
