// Settings: never missing, never out of bounds, seen at once by whoever changed them.
import { randomBytes } from 'node:crypto'
import { settingsByName, settingNames, type Settings } from '@inrange/contract/settings'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { changeSettings } from './change-settings.ts'
import { readAllSettings, readPublicSettings } from './read-settings.ts'
import { readSecretSetting, readSettings } from './settings.public.ts'
import { selectSettings, upsertSetting } from './settings.queries.ts'
import { mfaRequiredFor, settingsFrom } from './settings.rules.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-01-01T00:00:00Z')
const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
const byNobody = { actorId: null, address: null, requestId: null }
const change = (changes: Partial<Settings>) =>
  changeSettings({ database: db.database, clock, secrets }, { changes, ...byNobody })

test('what nobody has set has the default of the specification', async () => {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settingsByName[name].default]))
  expect(await readSettings(db.database.kysely)).toEqual(defaults)
  expect(defaults).toMatchObject({ earningsMaturityDays: 30, passwordLengthMin: 6, mfaRequiredRoles: null })
})

test('a change is seen at once, by this process and by transactions', async () => {
  await readSettings(db.database.kysely)
  const settings = await change({ earningsMaturityDays: 0, passwordLengthMin: 8 })
  expect(settings).toMatchObject({ earningsMaturityDays: 0, passwordLengthMin: 8 })
  expect(await readSettings(db.database.kysely)).toEqual(settings)
  expect(await db.database.transaction((transaction) => readSettings(transaction))).toEqual(settings)
})

const bounds = [
  { name: 'earningsMaturityDays', accepted: [0, 365], refused: [-1, 366, 1.5, '30', null] },
  { name: 'sessionAbsoluteDays', accepted: [1, 365], refused: [0, 366] },
  { name: 'sessionIdleDays', accepted: [1, 365], refused: [0, 366] },
  { name: 'passwordLengthMin', accepted: [6, 64], refused: [5, 65] },
  { name: 'temporaryPasswordDays', accepted: [1, 90], refused: [0, 91] },
  { name: 'recoveryLinkMinutes', accepted: [5, 1_440], refused: [4, 1_441] },
  { name: 'invitationDays', accepted: [1, 30], refused: [0, 31] },
] as const
test.each(bounds)('$name takes $accepted and refuses $refused', async ({ name, accepted, refused }) => {
  for (const value of accepted) expect((await change({ [name]: value }))[name]).toBe(value)
  for (const value of refused) {
    await expect(change({ [name]: value })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { [name]: expect.any(String) },
    })
  }
  expect((await readSettings(db.database.kysely))[name]).toBe(accepted[1])
})

test('of several changes none is stored when one is refused, or not known', async () => {
  const before = await readSettings(db.database.kysely)
  await expect(change({ earningsMaturityDays: 7, passwordLengthMin: 1 })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await expect(change({ earningsMaturityDays: 7, colour: 'red' } as Partial<Settings>)).rejects.toMatchObject({
    fields: { colour: 'This setting is not known here.' },
  })
  expect(await readSettings(db.database.kysely)).toEqual(before)
})

test('a change made elsewhere is read again once this process forgets, and at once in a transaction', async () => {
  const { kysely } = db.database
  const remembered = await readSettings(kysely)
  const row = { key: 'earningsMaturityDays', value: '9', updatedBy: null, updatedAt: clock.now() }
  await upsertSetting(kysely, row)
  expect(await readSettings(kysely)).toBe(remembered)
  expect((await db.database.transaction((transaction) => readSettings(transaction))).earningsMaturityDays).toBe(9)
})

test('a stored value that no longer fits counts as not set', () => {
  expect(settingsFrom(new Map([['earningsMaturityDays', 'many']])).earningsMaturityDays).toBe(30)
  expect(settingsFrom(new Map([['earningsMaturityDays', 3]])).earningsMaturityDays).toBe(3)
})

test('a secret is stored sealed, audited as set, replaced, and removed', async () => {
  const withSecret = (captchaSecret: string | null) =>
    changeSettings({ database: db.database, clock, secrets }, { changes: {}, secrets: { captchaSecret }, ...byNobody })
  await withSecret('very secret')
  expect(await readSecretSetting({ secrets }, db.database.kysely, 'captchaSecret')).toBe('very secret')
  expect(JSON.stringify([...(await selectSettings(db.database.kysely))])).not.toContain('very secret')
  await withSecret('another')
  expect(await readSecretSetting({ secrets }, db.database.kysely, 'captchaSecret')).toBe('another')
  await withSecret(null)
  expect(await readSecretSetting({ secrets }, db.database.kysely, 'captchaSecret')).toBeNull()
  const { rows } = await db.owner.query<{ entry: string }>(
    `select concat(before, after) as entry from audit_log where subject_id = 'captchaSecret' order by id`,
  )
  expect(rows.map(({ entry }) => entry)).toEqual([
    '{"captchaSecret": "not set"}{"captchaSecret": "set"}',
    '{"captchaSecret": "set"}{"captchaSecret": "set"}',
    '{"captchaSecret": "set"}{"captchaSecret": "not set"}',
  ])
})

test('of two who change settings the second is told, and nothing of theirs is stored', async () => {
  const read = () => readAllSettings({ database: db.database, clock, secrets, isHttps: false })
  const { version } = await read()
  const update = (changes: Partial<Settings>) =>
    changeSettings({ database: db.database, clock, secrets }, { changes, version, ...byNobody })
  await update({ invitationDays: 3 })
  await expect(update({ sessionIdleDays: 3 })).rejects.toMatchObject({ code: 'settings_changed' })
  const after = await read()
  expect(after.values).toMatchObject({ invitationDays: 3 })
  expect(after.values.sessionIdleDays).not.toBe(3)
  expect(after.version).not.toBe(version)
})

test('a service is set up whole, and a stored secret goes to no other host', async () => {
  const update = (mail: Partial<Settings['mail']>, mailPassword?: string | null) => {
    const changes = { mail: { ...settingsByName.mail.default, fromAddress: 'a@b.example', ...mail } }
    return changeSettings(
      { database: db.database, clock, secrets },
      { changes, ...(mailPassword === undefined ? {} : { secrets: { mailPassword } }), ...byNobody },
    )
  }
  const refusal = (field: string) => ({ code: 'invalid_request', fields: { [field]: expect.any(String) } })
  await expect(update({ host: 'mail.example', fromAddress: '' })).rejects.toMatchObject(
    refusal('changes.mail.fromAddress'),
  )
  await update({ host: 'mail.example', username: 'ann' }, 'of mail.example')
  await expect(update({ host: 'elsewhere.example', username: 'ann' })).rejects.toMatchObject(
    refusal('secrets.mailPassword'),
  )
  expect((await readSettings(db.database.kysely)).mail.host).toBe('mail.example')
  await update({ host: 'elsewhere.example', username: 'ann' }, 'of elsewhere.example')
  expect((await readSettings(db.database.kysely)).mail.host).toBe('elsewhere.example')
  await update({}, null)
})

test('visitors learn what the sign-in page has to know', async () => {
  const read = () => readPublicSettings({ database: db.database })
  expect(await read()).toMatchObject({ mailIsSent: false, phoneFactors: false, captcha: null })
  const mail = {
    ...settingsByName.mail.default,
    security: 'tls',
    host: 'mail.example',
    fromAddress: 'a@b.example',
  } as const
  const captcha = { provider: 'turnstile', siteKey: 'site' } as const
  await changeSettings(
    { database: db.database, clock, secrets },
    { changes: { mail, captcha }, secrets: { captchaSecret: 'x' }, ...byNobody },
  )
  expect(await read()).toMatchObject({ mailIsSent: true, captcha: { provider: 'turnstile', siteKey: 'site' } })
  expect(JSON.stringify(await read())).not.toContain('mail.example')
})

test('super admins need a second factor over https while nobody has decided, and whoever is named where somebody has', () => {
  const undecided = { mfaRequiredRoles: null }
  expect(mfaRequiredFor('super_admin', undecided, true)).toBe(true)
  expect(mfaRequiredFor('super_admin', undecided, false)).toBe(false)
  expect(mfaRequiredFor('admin', undecided, true)).toBe(false)
  expect(mfaRequiredFor('admin', { mfaRequiredRoles: ['admin'] }, false)).toBe(true)
  expect(mfaRequiredFor('super_admin', { mfaRequiredRoles: ['admin'] }, true)).toBe(false)
})
