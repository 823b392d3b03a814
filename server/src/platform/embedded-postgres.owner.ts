// Guarantees that at most one process of ours supervises the PostgreSQL of a data folder, also when processes are
// killed: the claim is a file lock held by the kernel for the life of the process, so it is never stale and never
// guessed from ids. It deliberately says nothing about the PostgreSQL process itself, which may outlive its
// supervisor; that is the cluster's part.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFault } from './start-fault.ts'

const SQLITE_BUSY = 5 // https://www.sqlite.org/rescode.html#busy
const LOCK_WAIT_MS = 300

/** The claim of this process on a data folder. */
export type Ownership = { release(): void }

type OwnerFacts = { pid: number; startedAt: string }

/**
 * Claims a data folder for this process.
 * @throws StartFault naming the process that holds it, when another one does
 */
export function claimDataFolder(dataDir: string): Ownership {
  mkdirSync(dataDir, { recursive: true })
  // SQLite's exclusive transaction is used as the lock only: Node has no flock of its own, and a file with a process
  // id in it can be stale, or name a stranger that got the same id. Nothing is ever stored in this file.
  const lock = openLock(dataDir)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw heldFault(dataDir)
  }
  const facts: OwnerFacts = { pid: process.pid, startedAt: new Date().toISOString() }
  writeFileSync(factsPath(dataDir), `${JSON.stringify(facts)}\n`, { mode: 0o600 })
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      rmSync(factsPath(dataDir), { force: true })
      lock.close()
    },
  }
}

/** Whether some process (this one included) supervises the PostgreSQL of this folder right now. */
export function isDataFolderClaimed(dataDir: string): boolean {
  let lock: DatabaseSync
  try {
    lock = new DatabaseSync(lockPath(dataDir), { readOnly: true })
  } catch {
    return false // No folder or no lock file: nobody ever claimed it.
  }
  try {
    lock.exec('SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    return (error as { errcode?: number }).errcode === SQLITE_BUSY
  } finally {
    lock.close()
  }
}

function openLock(dataDir: string): DatabaseSync {
  try {
    // A file that may only be read would be opened too, and then lock nothing.
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    if (existsSync(lockPath(dataDir))) accessSync(lockPath(dataDir), constants.W_OK)
    // The short wait outlasts a tool that only looks whether the folder is claimed.
    return new DatabaseSync(lockPath(dataDir), { timeout: LOCK_WAIT_MS })
  } catch (cause) {
    const problem = `The data folder ${dataDir} cannot be written: ${(cause as Error).message}.`
    throw new StartFault(problem, 'Start as the user that owns it, or set DATA_DIR to a folder of your own.', { cause })
  }
}

function heldFault(dataDir: string): StartFault {
  const facts = readFacts(dataDir)
  const who = facts ? `by process ${facts.pid}, since ${facts.startedAt}` : 'by another process'
  const remedy = facts
    ? `Stop that process first (kill ${facts.pid}), or set DATA_DIR to another folder and choose other ports.`
    : 'Stop that process first, or set DATA_DIR to another folder and choose other ports.'
  return new StartFault(`The data folder ${dataDir} is in use ${who}.`, remedy)
}

function readFacts(dataDir: string): OwnerFacts | undefined {
  try {
    const facts = JSON.parse(readFileSync(factsPath(dataDir), 'utf8')) as Partial<OwnerFacts>
    return typeof facts.pid === 'number' && typeof facts.startedAt === 'string' ? (facts as OwnerFacts) : undefined
  } catch {
    return undefined // The holder may be between taking the lock and writing who it is.
  }
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}

function factsPath(dataDir: string): string {
  return join(dataDir, 'postgres.owner.json')
}
