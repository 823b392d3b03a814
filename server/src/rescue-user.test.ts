// The program as an operator runs it, when a super admin has lost everything that signs them in.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyPassword } from './features/identity/password.hasher.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()

function runRescue(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, 'rescue-user.ts')
  const env = { DATABASE_URL: db.connectionString }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('opens an account: active, a temporary password, no factor, no session, and a line in the audit log', async () => {
  await db.owner.query(`
    with root as (
      insert into users (username, email, role, is_active) values ('root', 'root@example.com', 'super_admin', false)
      returning id
    ), factor as (
      insert into factors (user_id, factor_type, friendly_name, status, phone)
      select id, 'phone', 'lost', 'verified', '447700900123' from root
    )
    insert into sessions (user_id, expires_at) select id, now() + interval '1 day' from root
  `)
  const { code, stdout, stderr } = await runRescue('ROOT')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Second factors removed: 1. Sessions ended: 1.')
  const password = /with the password (\S+)/.exec(stdout)?.[1] ?? ''
  const { rows } = await db.owner.query<{
    hash: string
    must: boolean
    active: boolean
    factors: number
    live: number
  }>(`
    select p.hash, p.must_change as must, u.is_active as active,
      (select count(*)::int from factors f where f.user_id = u.id) as factors,
      (select count(*)::int from sessions s where s.user_id = u.id and s.ended_at is null) as live
    from users u join passwords p on p.user_id = u.id where u.username = 'root'
  `)
  expect(rows).toMatchObject([{ must: true, active: true, factors: 0, live: 0 }])
  expect(await verifyPassword(password, rows[0]?.hash ?? null)).toBe(true)
  const { rows: entries } = await db.owner.query<{ after: string }>(
    `select after::text from audit_log where action = 'account_rescued'`,
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.after).not.toContain(password)
})

test('makes nobody up, and says how it is used', async () => {
  expect(await runRescue('nobody')).toMatchObject({ code: 1, stdout: expect.stringContaining('Nobody has') })
  expect(await runRescue()).toMatchObject({ code: 1, stderr: expect.stringContaining('users:rescue -- USERNAME') })
})
