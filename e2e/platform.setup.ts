// Starts the real program once for all browser tests: main.ts as `npm run demo` starts it, with an embedded database in
// a folder of its own, demo users, two weeks of history and a simulated carrier. What it prints is read as a person
// would. Stops it at the end. It deliberately builds the console only when it was never built.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tellFacts } from './platform.facts.ts'
import { freePort } from '@inrange/server/testing/free-port'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'

const PROJECT_DIR = join(import.meta.dirname, '..')
const START_PATIENCE_MS = 120_000
const STOP_PATIENCE_MS = 30_000

/** Playwright calls the default export, and what it returns at the end. */
export default async function startPlatform(): Promise<() => Promise<void>> {
  buildConsole()
  const dataDir = makeScratchFolder('e2e')
  const [httpPort, smppPort] = [await freePort(), await freePort()]
  const program = spawn(process.execPath, [join(PROJECT_DIR, 'server/src/main.ts'), '--demo'], {
    env: { DATA_DIR: dataDir, HTTP_PORT: String(httpPort), SMPP_PORT: String(smppPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    await stopProgram(program)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const passwords = passwordsIn(await readUntilWelcome(program))
    tellFacts({ url: `http://localhost:${httpPort}`, smppPort, dataDir, passwords })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function buildConsole(): void {
  if (existsSync(join(PROJECT_DIR, 'console/dist/index.html'))) return
  const vite = join(PROJECT_DIR, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'console', '--logLevel', 'warn'], {
    cwd: PROJECT_DIR,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The console could not be built')
}

/** Everything that was printed up to the list of accounts, whose last line is the admin's. */
function readUntilWelcome(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`${why}. It printed:\n${printed}`))
    const timer = setTimeout(() => fail('The platform did not start in time'), START_PATIENCE_MS)
    program.once('exit', (code) => fail(`The platform ended with ${code}`))
    program.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (!/^ {2}operator +\S/m.test(printed)) return
      clearTimeout(timer)
      resolve(printed)
    })
  })
}

function passwordsIn(printed: string): Record<string, string> {
  const accounts = [...printed.matchAll(/^ {2}([a-z]+) +([a-z0-9]{10}) {3}/gm)].map(([, name, password]) => [
    name,
    password,
  ])
  const first = /Sign in as superadmin with the password (\S+)/.exec(printed)?.[1]
  if (accounts.length < 4 || first === undefined) throw new Error(`No passwords in what was printed:\n${printed}`)
  return Object.fromEntries([...accounts, ['superadmin', first]]) as Record<string, string>
}

async function stopProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const gone = once(program, 'exit')
  const timer = setTimeout(() => program.kill('SIGKILL'), STOP_PATIENCE_MS)
  program.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}
