import { existsSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { createSilentLog } from '../platform/log.ts'
import { makeScratchFolder } from './scratch-folder.ts'

test('a database in a scratch folder lies in it, whoever runs the tests, so that nothing of it stays', async () => {
  const dataDir = makeScratchFolder('scratch')
  try {
    const log = createSilentLog()
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    await postgres.stop()
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
  expect(existsSync(dataDir)).toBe(false)
})
