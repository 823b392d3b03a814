// The tree keeps to the one-way imports of ARCHITECTURE.md. A failure lists every finding as file:line, rule and
// remedy.
import { expect, test } from 'vitest'
import { checkImports, findIdleEdges } from './imports.rules.ts'
import { isCode, readProject } from './tidy.files.ts'
import { readSyntax } from './tidy.syntax.ts'

const files = readProject()
  .filter(({ path }) => isCode(path))
  .map((file) => ({ ...file, syntax: readSyntax(file.path, file.text) }))

test('every import goes the allowed way', () => {
  expect(files.length).toBeGreaterThan(100)
  const findings = checkImports(files)
  expect(findings.map(({ path, line, rule, remedy }) => `${path}:${line}  ${rule}. ${remedy}`)).toEqual([])
})

test('every edge between slices that is allowed is used', () => {
  expect(findIdleEdges(files)).toEqual([])
})
