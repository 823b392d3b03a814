// Guarantees a Chromium for the browser tests where one can be had: one that is installed, else Debian's package, else
// the one that Playwright brings. It deliberately leaves a machine as it is when a browser is there already.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** How to find one: the path of a program, or `bundled` for Playwright's own, or why there is none. */
export type Chromium = { path: string } | 'bundled' | { missing: string }

/** Looks first and installs only when nothing is found; the output of an installation goes to stderr. */
export async function provideChromium(env: NodeJS.ProcessEnv): Promise<Chromium> {
  const installed = findChromium(env)
  if (installed !== undefined) return { path: installed }
  if (await isBundledInstalled()) return 'bundled'
  if (installDebianPackage('chromium')) {
    const path = findChromium(env)
    if (path !== undefined) return { path }
  }
  const cli = join('node_modules', '@playwright', 'test', 'cli.js')
  console.error("Installing Playwright's Chromium …")
  const result = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 'inherit'] })
  if (result.status === 0 && (await isBundledInstalled())) return 'bundled'
  return { missing: 'No Chromium is installed, and none could be: install chromium, or set CHROMIUM_PATH to one.' }
}

/** The first Chromium on the path, or the one that CHROMIUM_PATH names. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return isExecutable(named) ? named : undefined
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isExecutable)
}

/** Installs a package of Debian when this is Debian and we are root; whether it is there afterwards. */
export function installDebianPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.error(`Installing Debian's package ${name} …`)
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 2, 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const install = ['install', '-y', '-q', '--no-install-recommends', name]
  return apt(...install) || (apt('update', '-q') && apt(...install))
}

async function isBundledInstalled(): Promise<boolean> {
  const { chromium } = await import('@playwright/test')
  return isExecutable(chromium.executablePath())
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
