// The stage for benchmarks of screens: a PostgreSQL of its own with the settings of production, the whole platform on
// it, and an archive: one user with all the messages, nine others with a little, an admin and a super admin. Its jobs
// have settled and digested everything before anything is measured. Gone when it is closed, unless a folder was given.
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { clientSettings, openDatabase } from '@inrange/server/platform/database'
import { startEmbeddedPostgres } from '@inrange/server/platform/embedded-postgres'
import { createSilentLog } from '@inrange/server/platform/log'
import { migrate } from '@inrange/server/platform/migrate'
import { analyzeArchive, insertArchiveQuarantine } from '@inrange/server/testing/archive/archive.queries'
import { catchUp, fillArchive, makeHttpConnection } from '@inrange/server/testing/archive/archive.world'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'
import { startTestPlatform, type TestPlatform } from '@inrange/server/testing/test-platform'
import { findUserId, readDigestLag, readIntoMemory } from './archive-stage.queries.ts'

export type ArchiveStage = {
  platform: TestPlatform
  owner: pg.Client
  /** Whoever has the archive. */
  ownerId: string
  close(): Promise<void>
}

export const ARCHIVE_DAYS = 84
const RANGES = 40
const NUMBERS = 5_000
const OTHERS = 9
const OTHER_SHARE = 0.005
const CARRIERS = ['Northwire', 'Lumen Mobile', 'Halden Telecom'] as const
const BYTES_PER_MEGABYTE = 1 << 20
const DIGEST_WAIT_MS_MAX = 3_600_000

export type ArchiveOptions = {
  messages: number
  /** Kept, and used again when it holds an archive already. */
  dataDir?: string
  /**
   * Gives PostgreSQL the memory for the whole archive and reads it in, so that what is measured is work and not the
   * disk, of which a small archive knows nothing. Asked for, it is so or fails.
   */
  isInMemory?: boolean
}

export async function openArchiveStage(options: ArchiveOptions): Promise<ArchiveStage> {
  const log = createSilentLog()
  const dataDir = options.dataDir ?? makeScratchFolder('bench')
  const isFilled = existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'SECRET_KEY'))
  const settings = options.isInMemory === true ? { shared_buffers: `${await megabytesOf(dataDir)}MB` } : {}
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings })
  const { connectionString } = postgres
  await migrate({ connectionString, log })
  const database = await openDatabase({ connectionString, log })
  const owner = new pg.Client(clientSettings(connectionString, 'bench'))
  await owner.connect()
  const platform = await startTestPlatform({ connectionString, database, owner })
  const close = async () => {
    await platform.stop()
    await owner.end()
    await database.close()
    await postgres.stop()
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const known = isFilled ? await findUserId(owner, 'ayse') : null
    const ownerId = known ?? (await fill({ platform, owner, messages: options.messages }))
    await catchUp(platform, owner, { isHourly: true })
    await untilDigested(owner)
    if (options.isInMemory === true) await readIntoMemory(owner)
    return { platform, owner, ownerId, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function fill(stage: { platform: TestPlatform; owner: pg.Client; messages: number }): Promise<string> {
  const { platform, owner, messages } = stage
  const ownerId = await platform.addUser('ayse', 'user')
  const actor = { userId: await platform.addUser('root', 'super_admin'), address: '127.0.0.1', requestId: 'bench' }
  await platform.addUser('oya', 'admin')
  const connectionIds: string[] = []
  for (const name of CARRIERS) connectionIds.push((await makeHttpConnection(platform, actor, name)).connectionId)
  const newestAt = new Date(Date.now() - 60_000)
  const size = { connectionIds, days: ARCHIVE_DAYS, numbers: NUMBERS, newestAt }
  await fillArchive(owner, { ...size, ownerId, messages, ranges: RANGES, block: 0 })
  for (let index = 1; index <= OTHERS; index++) {
    const other = { ownerId: await platform.addUser(`owner${index}`, 'user'), ranges: 4, block: index * 100 }
    await fillArchive(owner, { ...size, ...other, messages: Math.max(1_000, Math.round(messages * OTHER_SHARE)) })
  }
  const quarantine = { connectionId: connectionIds[0] ?? '', messages: Math.max(500, Math.round(messages / 500)) }
  await insertArchiveQuarantine(owner, { ...quarantine, days: ARCHIVE_DAYS, newestAt })
  await analyzeArchive(owner)
  return ownerId
}

/** How much memory the database in a folder takes whole, with room for what is written meanwhile. */
async function megabytesOf(dataDir: string): Promise<number> {
  let octets = 0
  const files = await readdir(join(dataDir, 'postgres', 'base'), { recursive: true, withFileTypes: true })
  for (const file of files) if (file.isFile()) octets += (await stat(join(file.parentPath, file.name))).size
  const megabytes = Math.ceil((octets / BYTES_PER_MEGABYTE) * 1.1) + 128
  const halfOfMemory = Math.floor(totalmem() / 2 / BYTES_PER_MEGABYTE)
  if (megabytes <= halfOfMemory) return megabytes
  throw new Error(
    `The archive takes ${megabytes} MB of memory, more than half of this machine's; ask for a smaller one.`,
  )
}

/** The job works while it is waited for. */
async function untilDigested(owner: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < DIGEST_WAIT_MS_MAX; waitedMs += 1_000) {
    if ((await readDigestLag(owner)) === 0) return
    await delay(1_000)
  }
  throw new Error('The messages were not digested within an hour')
}
