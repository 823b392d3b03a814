import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBackups } from './read-backups.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inrange-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function writeBackup(name: string, at: string, text = 'dump') {
  writeFileSync(join(folder, name), text)
  utimesSync(join(folder, name), new Date(at), new Date(at))
}

test('without a folder nothing is said about backups but that none is configured', async () => {
  expect(await readBackups(undefined)).toEqual({ isConfigured: false, newest: null, error: null })
})

test('the newest file counts; folders, empty files and hidden ones do not', async () => {
  writeBackup('monday.dump', '2026-03-02T03:00:00Z')
  writeBackup('sunday.dump', '2026-03-01T03:00:00Z')
  writeBackup('empty.dump', '2026-03-03T03:00:00Z', '')
  writeBackup('.partly.dump', '2026-03-03T03:00:00Z')
  mkdirSync(join(folder, 'older'))
  expect(await readBackups(folder)).toEqual({
    isConfigured: true,
    newest: { name: 'monday.dump', at: new Date('2026-03-02T03:00:00Z'), bytes: 4 },
    error: null,
  })
})

test('a folder that cannot be read is an error in words, an empty one has no newest file', async () => {
  expect(await readBackups(folder)).toEqual({ isConfigured: true, newest: null, error: null })
  const missing = await readBackups(join(folder, 'nowhere'))
  expect(missing).toMatchObject({ isConfigured: true, newest: null })
  expect(missing.error).toContain('no such file')
})
