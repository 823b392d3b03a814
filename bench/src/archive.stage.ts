// The stage for benchmarks of screens: a PostgreSQL of its own with the settings of production, the whole platform on
// it, and an archive: one user with all the messages, nine others with a little, an admin and a super admin. Its jobs
// have settled and digested everything before anything is measured. Gone when it is closed, unless a folder was given.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
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
import { findUserId, readDigestLag } from './archive-stage.queries.ts'

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
const DIGEST_WAIT_MS_MAX = 3_600_000

/** @param options.dataDir kept, and used again when it holds an archive already */
export async function openArchiveStage(options: { messages: number; dataDir?: string }): Promise<ArchiveStage> {
  const log = createSilentLog()
  const dataDir = options.dataDir ?? makeScratchFolder('bench')
  const isFilled = existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'SECRET_KEY'))
  const postgres = await startEmbeddedPostgres({ dataDir, log })
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

/** The job works while it is waited for. */
async function untilDigested(owner: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < DIGEST_WAIT_MS_MAX; waitedMs += 1_000) {
    if ((await readDigestLag(owner)) === 0) return
    await delay(1_000)
  }
  throw new Error('The messages were not digested within an hour')
}
