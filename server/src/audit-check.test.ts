// The program as an operator runs it: a process with an exit code and a report.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordAudit } from './features/audit/audit.public.ts'
import { sealAuditBlocks } from './features/audit/seal-audit-blocks.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()

function runCheck(): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, 'audit-check.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env: { DATABASE_URL: db.connectionString } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
const record = () =>
  recordAudit(db.database.kysely, { actorId: null, action: 'thing_changed', subjectType: 'thing', subjectId: 'one' })

test('exits with 0, and says what is sealed and what is not', async () => {
  await record()
  await record()
  await sealAuditBlocks({ database: db.database })
  await record()
  const { code, stdout, stderr } = await runCheck()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Checked 2 entries in 1 sealed blocks.')
  expect(stdout).toContain('vouched for by nothing: 1 entries.')
  expect(stdout).toMatch(/covers all before it: [0-9a-f]{64}$/m)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('The audit log is as it was sealed.')
})

test('exits with 1 and names the block when an entry was changed', async () => {
  await db.owner.query("set session_replication_role = 'replica'")
  await db.owner.query(
    "update audit_log set action = 'nothing_done' where id = (select id from audit_log order by id limit 1)",
  )
  await db.owner.query("set session_replication_role = 'origin'")
  const { code, stdout } = await runCheck()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^ {2}Block 1: its entries are not what was sealed, transactions \d+ to \d+$/m)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('The audit log was changed after it was sealed.')
})
