// The console as it is served, built from what stands here.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const PROJECT_DIR = join(import.meta.dirname, '../..')
export const DIST = join(PROJECT_DIR, 'console/dist')

export function buildConsole(): void {
  const vite = join(PROJECT_DIR, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'console', '--logLevel', 'warn'], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The console could not be built')
}
