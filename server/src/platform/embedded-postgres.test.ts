import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireFreeSpace } from './embedded-postgres.cluster.ts'
import { findPackagedBinaries, linkLibraries } from './embedded-postgres.place.ts'
import { findRunningPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { createLog, createSilentLog } from './log.ts'
import { startFaultText, type StartFault } from './start-fault.ts'

const log = createSilentLog()
const IS_ROOT = process.getuid?.() === 0
let folder: string
let dataDir: string
let cleanups: (() => Promise<unknown>)[]

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'inrange-pg-')))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  cleanups = []
})

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  rmSync(folder, { recursive: true, force: true })
})

async function start(dir = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: dir, log, rootOnlyBaseDir: join(folder, 'base') })
  cleanups.push(() => postgres.stop())
  return postgres
}

async function refusal(dir = dataDir): Promise<string> {
  const fault = await start(dir).then(
    () => expect.fail('The start was expected to be refused'),
    (error: unknown) => error as StartFault,
  )
  return startFaultText(fault)
}

async function query(connectionString: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows[0] === undefined ? undefined : Object.values(rows[0])[0]
  } finally {
    await client.end()
  }
}

type Holder = { process: ChildProcess; connectionString: string; postgresPid: number }

async function holdInAnotherProcess(): Promise<Holder> {
  const script = join(import.meta.dirname, '../../../tools/run-postgres.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(() => kill(child))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { process: child, ...(JSON.parse(line) as Pick<Holder, 'connectionString' | 'postgresPid'>) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

// A process that ended but was never collected by its parent still has its id, and state Z (proc(5)).
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/status`
  if (existsSync('/proc/self/status')) return existsSync(status) && !readFileSync(status, 'utf8').includes('State:\tZ')
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('an ordinary life', () => {
  test('creates a durable UTF-8 cluster, keeps its data over a restart, and leaves no process behind', async () => {
    const first = await start()
    const { pid } = first
    await query(first.connectionString, 'create table kept as select 42 as n')
    for (const [name, value] of [
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
      ['server_encoding', 'UTF8'],
      ['listen_addresses', ''],
      ['data_checksums', 'on'],
    ]) {
      expect([name, await query(first.connectionString, `show ${name}`)]).toEqual([name, value])
    }
    await first.stop()
    expect(isAlive(Number(pid))).toBe(false)
    const second = await start()
    expect(await query(second.connectionString, 'select n from kept')).toBe(42)
    expect(second.connectionString).toBe(first.connectionString)
  })

  test('the password is asked for, and its file is for the owner only', async () => {
    const { connectionString } = await start()
    const wrong = new URL(connectionString)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  })

  test('settings of the operator in local.conf win', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(dataDir, 'postgres', 'local.conf'), "work_mem = '17MB'\n")
    const second = await start()
    expect(await query(second.connectionString, 'show work_mem')).toBe('17MB')
  })

  test('a path too long for a socket is served on loopback', async () => {
    const deep = join(dataDir, 'd'.repeat(110))
    mkdirSync(deep, { recursive: true })
    chmodSync(dataDir, 0o711)
    const { connectionString } = await start(deep)
    expect(connectionString).toMatch(/@127\.0\.0\.1:\d+\//)
    expect(await query(connectionString, 'select 1')).toBe(1)
    expect(findRunningPostgres(deep)).toBe(connectionString)
  })

  test('a tool beside the program finds it while it runs, and only then', async () => {
    expect(findRunningPostgres(dataDir)).toBeUndefined()
    const postgres = await start()
    expect(findRunningPostgres(dataDir)).toBe(postgres.connectionString)
    await postgres.stop()
    expect(findRunningPostgres(dataDir)).toBeUndefined()
  })
})

describe('two starters and unclean ends', () => {
  test('a second starter is refused with the process to stop; after a kill, the orphan is stopped and all data is there', async () => {
    const holder = await holdInAnotherProcess()
    await query(holder.connectionString, 'create table kept as select 42 as n')
    expect(await refusal()).toMatch(
      new RegExp(`is in use by process ${holder.process.pid}, since [^]*Stop that process first`),
    )
    await kill(holder.process)
    expect(isAlive(holder.postgresPid)).toBe(true)
    const postgres = await start()
    expect(isAlive(holder.postgresPid)).toBe(false)
    expect(await query(postgres.connectionString, 'select n from kept')).toBe(42)
  })

  test('when both were killed, what was committed is recovered', async () => {
    const holder = await holdInAnotherProcess()
    await query(holder.connectionString, 'create table kept as select 42 as n')
    await kill(holder.process)
    process.kill(holder.postgresPid, 'SIGKILL')
    const postgres = await start()
    expect(await query(postgres.connectionString, 'select n from kept')).toBe(42)
  })

  test('a trace that names a process of a stranger does not keep it from starting, nor harm the stranger', async () => {
    const first = await start()
    await first.stop()
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
    cleanups.push(() => kill(stranger))
    const trace = `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/postgres\n\n 1 1\nready\n`
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), trace)
    const second = await start()
    expect(await query(second.connectionString, 'select 1')).toBe(1)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('killed while we run, it comes back by itself at the same address, and says so', async () => {
    const postgres = await start()
    await query(postgres.connectionString, 'create table kept as select 42 as n')
    const ended = Promise.withResolvers<string>()
    postgres.onExit((detail) => ended.resolve(detail))
    process.kill(Number(postgres.pid), 'SIGKILL')
    expect(await ended.promise).toBe('killed by SIGKILL')
    const read = (): Promise<unknown> => query(postgres.connectionString, 'select n from kept').catch(() => undefined)
    await expect.poll(read, { timeout: 20_000 }).toBe(42)
  })

  test('stopping while it is down and about to be started again leaves nothing behind', async () => {
    const postgres = await start()
    const ended = Promise.withResolvers<void>()
    postgres.onExit(() => ended.resolve())
    process.kill(Number(postgres.pid), 'SIGKILL')
    await ended.promise
    await postgres.stop()
    expect(postgres.pid).toBeUndefined()
    await start()
  })

  test('a creation that was cut short is begun anew', async () => {
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
    chmodSync(dataDir, 0o711)
    const postgres = await start()
    expect(await query(postgres.connectionString, 'select 1')).toBe(1)
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })
})

describe('folders that must not be touched', () => {
  test.each([
    ['19', 'made by PostgreSQL 19; this program carries 18', 'Start the newer release'],
    ['17', 'made by PostgreSQL 17; this program carries 18', 'Dump it with the release that made it'],
  ])('one of version %s is refused', async (version, problem, remedy) => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`)
    const text = await refusal()
    expect(text).toContain(problem)
    expect(text).toContain(remedy)
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe(`${version}\n`)
  })

  test('one that holds something else is refused', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    expect(await refusal()).toContain('holds no PostgreSQL database')
  })

  test('a link whose database is missing is refused, not filled with an empty one', async () => {
    mkdirSync(dataDir)
    symlinkSync(join(folder, 'elsewhere'), join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres.password'), 'x')
    expect(await refusal()).toMatch(/does not exist[^]*Restore it from the backup/)
  })
})

if (!IS_ROOT) console.warn('NOT TESTED HERE: a folder that only root may enter, because this run is not root')
test.runIf(IS_ROOT)('in a folder that only root may enter, the database lies outside and is linked to', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const lines: string[] = []
  const rootOnlyBaseDir = join(folder, 'base')
  const options = {
    dataDir: join(closed, 'data'),
    log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
    rootOnlyBaseDir,
  }
  const first = await startEmbeddedPostgres(options)
  cleanups.push(() => first.stop())
  await query(first.connectionString, 'create table kept as select 42 as n')
  await first.stop()
  const second = await startEmbeddedPostgres(options)
  cleanups.push(() => second.stop())
  expect(await query(second.connectionString, 'select n from kept')).toBe(42)
  await second.stop()
  expect(lstatSync(join(closed, 'data', 'postgres')).isSymbolicLink()).toBe(true)
  expect(realpathSync(join(closed, 'data', 'postgres'))).toMatch(new RegExp(`^${rootOnlyBaseDir}/[0-9a-f]{16}$`))
  expect(lines.filter((line) => line.includes('only root may enter'))).toHaveLength(1)

  rmSync(join(closed, 'data'), { recursive: true })
  const anew = await startEmbeddedPostgres(options)
  cleanups.push(() => anew.stop())
  expect(await query(anew.connectionString, `select to_regclass('kept')`)).toBeNull()
  expect(lines.join('')).toContain('.abandoned-')
})

describe('what the machine lacks', () => {
  test('a disk with too little space is refused before anything is written, one with enough is not', () => {
    expect(() => requireFreeSpace(folder, 1)).not.toThrow()
    expect(() => requireFreeSpace(folder, 1e12)).toThrow(/is full: only \d+ MB are free/)
  })

  test('a platform without binaries is told to use a server', () => {
    expect(findPackagedBinaries().version).toMatch(/^18\./)
    expect(() => findPackagedBinaries('plan9-mips')).toThrow(/no embedded PostgreSQL for plan9-mips/)
  })

  test('links between libraries that the install script could not make are made', () => {
    mkdirSync(join(folder, 'native', 'lib'), { recursive: true })
    writeFileSync(join(folder, 'native', 'lib', 'libx.so.1.2'), 'library')
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
    writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    expect(linkLibraries(folder)).toBe(true)
    expect(readFileSync(join(folder, 'native', 'lib', 'libx.so.1'), 'utf8')).toBe('library')
    expect(linkLibraries(folder)).toBe(true)
  })
})
