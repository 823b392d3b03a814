// Guarantees one list of the project's own text files, the same for every rule: no dependency, no build result, no
// data. It deliberately does not ask git, so that a copy without its history is checked in the same way.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A file of the project. The path is relative to the root, with slashes. */
export type ProjectFile = { path: string; text: string }

export const projectDir = join(import.meta.dirname, '..')

const foldersLeftOut = new Set(['.git', '.vite', 'data', 'dist', 'node_modules', 'playwright-report', 'test-results'])
const textExtensions = /\.(ts|tsx|mjs|sql|md|json|html|css|js|sh|ya?ml|txt)$/

/** Every path of the project, files only, sorted, relative to `rootDir`. */
export function listPaths(rootDir: string = projectDir): string[] {
  return walk(rootDir).map((path) => relative(rootDir, path).split(sep).join('/'))
}

/** Every text file of the project except the lockfile, with its text. */
export function readProject(rootDir: string = projectDir): ProjectFile[] {
  return listPaths(rootDir)
    .filter((path) => (textExtensions.test(path) || path === '.ci/run') && path !== 'package-lock.json')
    .map((path) => ({ path, text: readFileSync(join(rootDir, path), 'utf8') }))
}

/** Whether the path is TypeScript or JavaScript that the syntax rules read. */
export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path)
}

/**
 * Tests, their fixtures, the folders named testing, and the simulator, a test that runs as long as one likes: they may
 * reach further than the program does.
 */
export function isTestCode(path: string): boolean {
  return (
    path === 'server/src/simulate-money.ts' ||
    /\.(test|e2e|fixture|arbitrary)\.tsx?$/.test(path) ||
    /[.-]fixture\.queries\.ts$/.test(path) ||
    /(^|\/)(testing|e2e)\//.test(path)
  )
}

function walk(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => !foldersLeftOut.has(name))
    .sort()
    .flatMap((name) => {
      const path = join(dir, name)
      // A file that a program running beside the check has just removed is not part of the project.
      const stat = statSync(path, { throwIfNoEntry: false })
      if (!stat) return []
      return stat.isDirectory() ? walk(path) : [path]
    })
}
