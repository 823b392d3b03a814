// The change of SECRET_KEY as an operator does it: the new key first, the program, the old key away.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSigningKeyRing } from './features/identity/signing-key.ring.ts'
import { changeSettings } from './features/settings/change-settings.ts'
import { readSecretSetting } from './features/settings/settings.public.ts'
import { systemClock } from './platform/clock.ts'
import { createSilentLog } from './platform/log.ts'
import { createSecrets, generateKeyText, parseKeyRing } from './platform/secrets.ts'
import { lastingSealedColumns, passingSealedColumns } from './sealed.columns.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'inrange-rewrap-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const nobody = { actorId: null, address: null, requestId: null }

type Ended = { code: number; stdout: string }
function runRewrap(keys: string): Promise<Ended> {
  const program = join(import.meta.dirname, 'rewrap-secrets.ts')
  const env = { DATA_DIR: dataDir, DATABASE_URL: db.connectionString, SECRET_KEY: keys }
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, stdout })
    })
  })
}

/** The id of the key that a process with these keys would sign with. */
async function signsWith(keys: string): Promise<string> {
  const secrets = createSecrets(parseKeyRing(keys))
  const ring = createSigningKeyRing({ database: db.database, clock: systemClock, log: createSilentLog(), secrets })
  return (await ring.signer()).kid
}

test('after the command the old key is needed no more, and before it is', async () => {
  const [former, next] = [generateKeyText(), generateKeyText()]
  const kid = await signsWith(former)
  const secretsOf = (keys: string) => createSecrets(parseKeyRing(keys))
  const changes = { changes: {}, secrets: { mailPassword: 'of the mail server' }, ...nobody }
  await changeSettings({ database: db.database, clock: systemClock, secrets: secretsOf(former) }, changes)
  const lost = await runRewrap(next)
  expect(lost.code).toBe(1)
  expect(lost.stdout).toMatch(/signing_keys\.private_sealed +0 brought over, 0 there already, 1 not opened/)
  expect(lost.stdout).toMatch(/settings +0 brought over, 0 there already, 1 not opened/)
  const done = await runRewrap(`${next},${former}`)
  expect(done.code).toBe(0)
  expect(done.stdout).toMatch(/signing_keys\.private_sealed +1 brought over, 0 there already, 0 not opened/)
  expect((await runRewrap(next)).stdout).toMatch(/signing_keys\.private_sealed +0 brought over, 1 there already/)
  expect(await signsWith(next)).toBe(kid)
  const password = await readSecretSetting({ secrets: secretsOf(next) }, db.database.kysely, 'mailPassword')
  expect(password).toBe('of the mail server')
  expect(await signsWith(former)).not.toBe(kid)
})

test('every column that is named as sealed is brought over, or said to be over soon', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_sealed' order by name`,
  )
  const known = [...lastingSealedColumns.map(({ table, column }) => `${table}.${column}`), ...passingSealedColumns]
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})
