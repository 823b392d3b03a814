// Guarantees that the JavaScript of a first visit stays within its budget: the entry and all that the page preloads,
// compressed as a server would. Beside it each has a budget of its own: the frame that the signed-in load with it,
// every page that a section is, and the styles of all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** 120 kB: what a phone on a poor line (1 Mbit/s) loads in one second. */
export const initialScriptBytesMax = 120_000

/** What is loaded beside the entry, by how its files are called, each at most so large. */
const partBytesMax: readonly { part: string; files: RegExp; bytesMax: number }[] = [
  { part: 'The frame', files: /^frame-/, bytesMax: 20_000 },
  { part: 'A page', files: /\.page-[\w-]+\.js$/, bytesMax: 25_000 },
  { part: 'The style sheet', files: /\.css$/, bytesMax: 12_000 },
]

/** A fault in words when the built page loads more than its budget, else undefined. */
export function describeBundle(distDir: string): string | undefined {
  const paths = listInitialScripts(readFileSync(join(distDir, 'index.html'), 'utf8'))
  if (paths.length === 0) return `${distDir}/index.html loads no script at all.`
  const bytesOf = (path: string) => gzipSync(readFileSync(join(distDir, path))).length
  const names = readdirSync(join(distDir, 'assets'))
  const parts = names.map((name) => ({ name, bytes: bytesOf(join('assets', name)) }))
  return describeSizes(paths.map((path) => ({ path, bytes: bytesOf(path) }))) ?? describeParts(parts)
}

/**
 * A part that no file is called like would never be too large: that is a fault too.
 * @param parts every file of the build, in compressed bytes
 */
export function describeParts(parts: readonly { name: string; bytes: number }[]): string | undefined {
  const faults = partBytesMax.flatMap(({ part, files, bytesMax }) => {
    const found = parts.filter(({ name }) => files.test(name))
    if (found.length === 0) return [`${part} is in no file of the build: none is called like ${files.source}.`]
    return found
      .filter(({ bytes }) => bytes > bytesMax)
      .map(({ name, bytes }) => `${part} is ${bytes} compressed bytes, more than ${bytesMax}: ${name}`)
  })
  return faults.length === 0 ? undefined : faults.join('\n')
}

/** The scripts a page loads before anything is clicked: module scripts and module preloads, each once. */
export function listInitialScripts(html: string): string[] {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? []
  const paths = tags
    .filter((tag) => tag.startsWith('<script') || /rel="?modulepreload/.test(tag))
    .flatMap((tag) => /\b(?:src|href)="?([^"\s>]+)/.exec(tag)?.[1] ?? [])
  return [...new Set(paths)]
}

/** `sizes` in compressed bytes. */
export function describeSizes(sizes: readonly { path: string; bytes: number }[]): string | undefined {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= initialScriptBytesMax) return undefined
  const largest = [...sizes].sort((one, other) => other.bytes - one.bytes).slice(0, 5)
  const list = largest.map(({ path, bytes }) => `  ${bytes} ${path}`).join('\n')
  return `The first load is ${total} bytes of compressed JavaScript, more than ${initialScriptBytesMax}:\n${list}\nLoad a part of it when it is needed.`
}
