// The tree keeps to STYLE.md. A failure lists every finding as file:line, rule and remedy.
import { expect, test } from 'vitest'
import { checkDocuments } from './tidy.documents.ts'
import { isCode, listPaths, readProject } from './tidy.files.ts'
import { checkSource, checkText, conditionalTests, environmentReaders, type Finding } from './tidy.rules.ts'
import { readSyntax } from './tidy.syntax.ts'

const files = readProject()
const paths = listPaths()

function show(findings: Finding[]): string[] {
  return findings.map(({ path, line, rule, remedy }) => `${path}:${line}  ${rule}. ${remedy}`)
}

test('every source file keeps to the rules of style', () => {
  const sources = files.filter(({ path }) => isCode(path))
  expect(sources.length).toBeGreaterThan(100)
  expect(show(sources.flatMap((file) => checkSource({ ...file, syntax: readSyntax(file.path, file.text) })))).toEqual(
    [],
  )
})

test('every file keeps to the rules of names, lengths and leftovers', () => {
  expect(show(files.flatMap(checkText))).toEqual([])
})

test('every document keeps up with the tree', () => {
  expect(show(checkDocuments(files, paths))).toEqual([])
})

test('every exception that is listed still exists', () => {
  const excepted = [...Object.keys(environmentReaders), ...Object.keys(conditionalTests)]
  expect(excepted.filter((path) => !paths.includes(path))).toEqual([])
})
