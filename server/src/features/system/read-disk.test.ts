import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDisk, toDiskSpace } from './read-disk.ts'

test('what a disk keeps back is neither free nor part of the whole', () => {
  const plain = { bsize: 4_096, blocks: 1_000, bfree: 400, bavail: 400 }
  expect(toDiskSpace(plain)).toEqual({ freeBytes: 400 * 4_096, totalBytes: 1_000 * 4_096 })
  expect(toDiskSpace({ ...plain, bavail: 200 })).toEqual({ freeBytes: 200 * 4_096, totalBytes: 800 * 4_096 })
  expect(toDiskSpace({ ...plain, bavail: 0 }).freeBytes).toBe(0)
})

test('a folder’s disk is read, and one that is not there is null', async () => {
  const disk = await readDisk(tmpdir())
  expect(disk?.freeBytes).toBeGreaterThan(0)
  expect(disk?.totalBytes).toBeGreaterThanOrEqual(disk?.freeBytes ?? 0)
  expect(await readDisk(join(tmpdir(), 'no such folder'))).toBeNull()
})
