// The stage a benchmark plays on: a PostgreSQL of its own in a temporary folder, with the settings of production,
// migrated, with owners, ranges and one connection that a sender can bind to. Gone when it is closed.
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@inrange/server/platform/embedded-postgres'
import { createSilentLog } from '@inrange/server/platform/log'
import { migrate } from '@inrange/server/platform/migrate'
import { makeScratchFolder } from '@inrange/server/testing/scratch-folder'
import { hashPassword } from '@inrange/server/features/identity/identity.public'
import { insertOwner, insertRange, insertServerConnection } from './stage.queries.ts'

export const SYSTEM_ID = 'bench'
export const PASSWORD = 'bench123'

export type Stage = {
  connectionString: string
  postgres: EmbeddedPostgres
  owner: pg.Client
  ownerIds: string[]
  numbers: { prefix: string; start: string; end: string }[]
  close(): Promise<void>
}

/** @param owners each owns `ranges / owners` ranges of 10,000 numbers */
export async function openStage(options: { owners: number; ranges: number }): Promise<Stage> {
  const log = createSilentLog()
  const dataDir = makeScratchFolder('bench')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  await migrate({ connectionString: postgres.connectionString, log })
  const owner = new pg.Client({ connectionString: postgres.connectionString })
  await owner.connect()
  const ownerIds: string[] = []
  for (let index = 0; index < options.owners; index++) ownerIds.push(await insertOwner(owner, `owner${index}`))
  const numbers: Stage['numbers'] = []
  for (let index = 0; index < options.ranges; index++) {
    const prefix = `4477${String(1000 + index)}`
    await insertRange(owner, { name: `range ${index}`, prefix, ownerId: ownerIds[index % options.owners] ?? '' })
    numbers.push({ prefix, start: '0000', end: '9999' })
  }
  await insertServerConnection(owner, { systemId: SYSTEM_ID, passwordHash: await hashPassword(PASSWORD) })
  return {
    connectionString: postgres.connectionString,
    postgres,
    owner,
    ownerIds,
    numbers,
    async close() {
      await owner.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
