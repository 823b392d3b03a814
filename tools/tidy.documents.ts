// Guarantees that documents keep up with the tree: links lead somewhere, paths named in ARCHITECTURE.md exist, each
// server slice has its README and its one door. It deliberately does not judge prose, nor follow links out of the
// project.
import { posix } from 'node:path'
import type { ProjectFile } from './tidy.files.ts'
import { bounds, type Finding } from './tidy.rules.ts'

/** `paths` is every path of the project, so that links to pictures and folders are seen too. */
export function checkDocuments(files: readonly ProjectFile[], paths: readonly string[]): Finding[] {
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))
  const documents = files.filter(({ path }) => path.endsWith('.md'))
  const texts = new Map(documents.map(({ path, text }) => [path, text]))
  return [
    ...documents.flatMap((file) => checkLinks(file, known, texts)),
    ...documents.flatMap((file) => checkNamedPaths(file, known)),
    ...documents.flatMap(checkTitle),
    ...checkSlices(known, texts),
  ]
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function checkLinks(file: ProjectFile, known: Set<string>, texts: Map<string, string>): Finding[] {
  const { path } = file
  return matchesByLine(withoutCodeBlocks(file.text), /\]\(([^)\s]+)[^)]*\)/g).flatMap(([target, line]) => {
    if (/^[a-z]+:/i.test(target)) return []
    const [to = '', anchor] = target.split('#')
    const place = to === '' ? path : posix.normalize(posix.join(posix.dirname(path), to)).replace(/\/$/, '')
    if (place !== '.' && !known.has(place)) {
      return [{ path, line, rule: 'links resolve', remedy: `There is no ${place}: write the path from this file.` }]
    }
    const text = texts.get(place)
    if (anchor === undefined || text === undefined || anchorsOf(text).has(anchor)) return []
    return [{ path, line, rule: 'links resolve', remedy: `${place} has no heading #${anchor}.` }]
  })
}

// From a top folder of ours a name in backticks is meant as a path, in any document; in ARCHITECTURE.md every name that
// looks like a path is one. A pattern with * or <noun> names no one file, an import names a package.
function checkNamedPaths({ path, text }: ProjectFile, known: Set<string>): Finding[] {
  const looksLikePath = /^[\w.-]+(\/[\w.-]+)*\/?$/
  const isFromTop = /^(bench|console|docs|e2e|packages|server|sim|tools)\/./
  const isMap = path === 'ARCHITECTURE.md'
  return matchesByLine(withoutCodeBlocks(text), /`([^`\s]+)`/g)
    .filter(([name]) => looksLikePath.test(name))
    .filter(([name]) => isFromTop.test(name) || (isMap && (name.includes('/') || /\.(ts|tsx|mjs|sql|md)$/.test(name))))
    .filter(([name]) => !known.has(name.replace(/\/$/, '')) && !isMadeHere(name))
    .map(([name, line]) => ({
      path,
      line,
      rule: 'documents name what exists',
      remedy: `There is no ${name}: name it from the root, or take it out.`,
    }))
}

// Results of a build or a test are not in the tree that is checked.
function isMadeHere(name: string): boolean {
  return /(^|\/)(dist|data|node_modules|test-results)(\/|$)/.test(name)
}

function checkTitle({ path, text }: ProjectFile): Finding[] {
  const titles = withoutCodeBlocks(text)
    .split('\n')
    .filter((line) => line.startsWith('# '))
  if (titles.length === 1) return []
  return [{ path, line: 1, rule: 'a document has one # Title', remedy: `It has ${titles.length}.` }]
}

function checkSlices(known: Set<string>, texts: Map<string, string>): Finding[] {
  const slices = [...known].filter((path) => /^server\/src\/features\/[^/.]+$/.test(path))
  return slices.sort().flatMap((slice) => {
    const noun = posix.basename(slice)
    const door = `${slice}/${noun}.public.ts`
    const readme = `${slice}/README.md`
    const missing = [door, readme].filter((path) => !known.has(path))
    const rule = 'a slice has one door and a README'
    const findings: Finding[] = missing.map((path) => ({ path, line: 1, rule, remedy: 'Write it.' }))
    const lines = (texts.get(readme) ?? '').trimEnd().split('\n').length
    if (lines > bounds.readmeLinesMax) {
      const remedy = `It has ${lines}: keep what a newcomer needs, link the rest.`
      findings.push({ path: readme, line: 1, rule: `a slice's README ≤ ${bounds.readmeLinesMax} lines`, remedy })
    }
    return findings
  })
}

// The text keeps its line count, so that findings point at the right line.
function withoutCodeBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
}

function matchesByLine(text: string, pattern: RegExp): [string, number][] {
  return text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map((match): [string, number] => [match[1] ?? '', index + 1]))
}

// As GitHub makes them from headings: small letters, spaces to hyphens, punctuation gone.
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '')
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
  return new Set(headings.map(slug))
}
