// The program as an operator runs it: a file, a report, an exit code.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()
const dir = mkdtempSync(join(tmpdir(), 'inrange-import-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, 'import-users.ts')
  const env = { DATABASE_URL: db.connectionString }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('imports a file, reports each row, and exits with 0 when every row was taken', async () => {
  const file = join(dir, 'users.csv')
  writeFileSync(file, 'username,email,role\nanna,anna@example.com,admin\n')
  const dry = await run(file, '--dry-run')
  expect([dry.code, dry.stderr]).toEqual([0, ''])
  expect(dry.stdout).toContain('Nothing was written. 1 would be created, 0 skipped, 0 refused.')
  const { code, stdout } = await run(file)
  expect(code).toBe(0)
  expect(stdout).toContain('     1  anna      created; has no password: invite them')
})

test('exits with 1 when a row was refused, or there is nothing to read', async () => {
  const file = join(dir, 'refused.json')
  writeFileSync(file, '[{"username": "", "email": "x@example.com"}]')
  expect(await run(file)).toMatchObject({ code: 1, stdout: expect.stringContaining('refused: username') })
  const missing = await run(join(dir, 'nowhere.csv'))
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(missing.stderr).toContain('There is no file')
  expect(missing.stderr).toContain('npm run users:import -- FILE')
})
