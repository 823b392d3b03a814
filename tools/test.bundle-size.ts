// Guarantees that the JavaScript of a first visit stays within its budget: the entry and all that the page preloads,
// compressed as a server would. It deliberately leaves out what a section loads when it is opened.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** 120 kB: what a phone on a poor line (1 Mbit/s) loads in one second. */
export const initialScriptBytesMax = 120_000

/** A fault in words when the built page loads more than its budget, else undefined. */
export function describeBundle(distDir: string): string | undefined {
  const paths = listInitialScripts(readFileSync(join(distDir, 'index.html'), 'utf8'))
  if (paths.length === 0) return `${distDir}/index.html loads no script at all.`
  const sizes = paths.map((path) => ({ path, bytes: gzipSync(readFileSync(join(distDir, path))).length }))
  return describeSizes(sizes)
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
