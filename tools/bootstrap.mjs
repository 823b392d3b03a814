// Guarantees that one command works on a machine with git, Node 20 or newer and npm, and nothing else: it installs
// what is missing, picks a Node that runs TypeScript, builds the console when it is stale, and hands over to the
// program, with its output, its signals and its exit code. It deliberately uses nothing but Node itself, in plain
// JavaScript, because it runs before anything is installed and under an older Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT_DIR = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_MAJOR_MIN = 24 // The first that runs this program's TypeScript without flags.
const INSTALL_MARKER = join(ROOT_DIR, 'node_modules', '.inrange-install')
const CONSOLE_MARKER = join(ROOT_DIR, 'console', 'dist', '.inrange-build')
// What the built console depends on; everything else may change without a new build.
const CONSOLE_SOURCES = ['console', 'packages/contract', 'package-lock.json']
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const commands = {
  demo: (node, args) => [buildConsole(node), { program: node, args: ['server/src/main.ts', '--demo', ...args] }],
  start: (node, args) => [buildConsole(node), { program: node, args: ['server/src/main.ts', ...args] }],
  dev: (node, args) => [
    { program: node, args: [binary('vite/bin/vite.js'), 'console'] },
    { program: node, args: ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...args] },
  ],
  test: (node, args) => [{ program: node, args: ['tools/test.ts', ...args] }],
  bench: (node, args) => [{ program: node, args: ['bench/src/main.ts', ...args] }],
  simulate: (node, args) => [{ program: node, args: ['server/src/simulate-money.ts', ...args] }],
  'ledger:check': (node, args) => [{ program: node, args: ['server/src/ledger-check.ts', ...args] }],
  'users:import': (node, args) => [{ program: node, args: ['server/src/import-users.ts', ...args] }],
  'users:rescue': (node, args) => [{ program: node, args: ['server/src/rescue-user.ts', ...args] }],
  'audit:check': (node, args) => [{ program: node, args: ['server/src/audit-check.ts', ...args] }],
  'secrets:rewrap': (node, args) => [{ program: node, args: ['server/src/rewrap-secrets.ts', ...args] }],
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) fail(`Usage: node tools/bootstrap.mjs <${Object.keys(commands).join('|')}> [arguments]`)
install()
const node = chooseNode()
const programs = command(node, rest[0] === '--' ? rest.slice(1) : rest).filter(Boolean)
process.exitCode = await runTogether(programs)

// Compared by content: npm touches the time of the lockfile also when it changes nothing.
function install() {
  const wanted = hashFiles([join(ROOT_DIR, 'package-lock.json')])
  if (existsSync(INSTALL_MARKER) && readFileSync(INSTALL_MARKER, 'utf8') === wanted) return
  // A tree that npm made itself from this very lockfile needs no second installation, only the marker.
  if (!isInstalledFromLockfile()) {
    console.error('Installing what is missing (npm ci) …')
    const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: ROOT_DIR,
      stdio: ['ignore', 2, 'inherit'],
      shell: process.platform === 'win32',
    })
    if (result.error) fail(`npm cannot be run: ${result.error.message}. Install npm, then try again.`)
    if (result.status !== 0) {
      fail(
        'The installation failed. It needs the npm registry once: connect this machine to it (or to a mirror, by .npmrc), then try again.',
      )
    }
  }
  writeFileSync(INSTALL_MARKER, wanted)
}

// npm records what it installed in node_modules/.package-lock.json: the same packages, without those that this platform
// leaves out. Every package that is there has the version, and the integrity, that the lockfile asks for.
function isInstalledFromLockfile() {
  const installedPath = join(ROOT_DIR, 'node_modules', '.package-lock.json')
  if (!existsSync(installedPath)) return false
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(ROOT_DIR, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found) return entry.optional === true || entry.peer === true
    return found.version === entry.version && found.integrity === entry.integrity && found.resolved === entry.resolved
  })
}

// The pinned Node comes as an optional package; a platform without it may bring one that is new enough.
function chooseNode() {
  const pinned = join(ROOT_DIR, 'node_modules', '.bin', 'node')
  for (const candidate of [pinned, process.execPath]) {
    const result = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    const major = Number(/^v(\d+)\./.exec(result.stdout ?? '')?.[1])
    if (result.status === 0 && major >= NODE_MAJOR_MIN) return candidate
  }
  const platform = `${process.platform}-${process.arch}`
  return fail(
    `There is no Node package for ${platform}, and this one is ${process.version}. Install Node ${NODE_MAJOR_MIN} or newer, then try again.`,
  )
}

function buildConsole(node) {
  const wanted = hashFiles(CONSOLE_SOURCES.flatMap((path) => listFiles(join(ROOT_DIR, path))))
  if (existsSync(CONSOLE_MARKER) && readFileSync(CONSOLE_MARKER, 'utf8') === wanted) return undefined
  console.error('Building the console …')
  const args = [binary('vite/bin/vite.js'), 'build', 'console', '--logLevel', 'warn']
  const result = spawnSync(node, args, { cwd: ROOT_DIR, env: environment(node), stdio: ['ignore', 2, 'inherit'] })
  if (result.status !== 0) fail('The console could not be built; see above.')
  mkdirSync(dirname(CONSOLE_MARKER), { recursive: true })
  writeFileSync(CONSOLE_MARKER, wanted)
  return undefined
}

function binary(path) {
  return join('node_modules', path)
}

function listFiles(path) {
  if (!existsSync(path)) return []
  const entries = safeReadDir(path)
  if (!entries) return [path]
  return entries
    .filter((entry) => !['node_modules', 'dist'].includes(entry.name) && !entry.name.endsWith('.test.ts'))
    .flatMap((entry) => listFiles(join(path, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))
}

function safeReadDir(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function hashFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path.slice(ROOT_DIR.length)}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

// Programs started by name inside (npm scripts, tests) find the same Node first.
function environment(node) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [join(ROOT_DIR, 'node_modules', '.bin'), dirname(node), process.env.PATH ?? ''].join(separator)
  return { ...process.env, PATH: path }
}

// When one of several ends, the others are asked to end too; the first code that is not 0 is ours.
async function runTogether(programs) {
  const children = programs.map(({ program, args }) =>
    spawn(program, args, { cwd: ROOT_DIR, env: environment(program), stdio: 'inherit' }),
  )
  for (const signal of FORWARDED_SIGNALS) {
    // Ctrl-C reaches the whole foreground group by itself, and a second SIGINT would mean "at once" to the program. A
    // signal sent to this process alone (kill, a service manager) does not, and is passed on.
    process.on(signal, () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of children) child.kill(signal)
    })
  }
  const codes = await Promise.all(
    children.map(async (child) => {
      const code = await exitCodeOf(child)
      for (const other of children) if (other !== child) other.kill('SIGTERM')
      return code
    }),
  )
  return codes.find((code) => code !== 0) ?? 0
}

function exitCodeOf(child) {
  return new Promise((resolvePromise) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolvePromise(127)
    })
    child.on('exit', (code, signal) => resolvePromise(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
