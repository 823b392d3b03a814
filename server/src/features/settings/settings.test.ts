// Settings: never missing, never out of bounds, seen at once by whoever changed them.
import { randomBytes } from 'node:crypto'
import { settingsByName, settingNames, type Settings } from '@inrange/contract/settings'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { changeSettings } from './change-settings.ts'
import { readSettings } from './settings.public.ts'
import { upsertSetting } from './settings.queries.ts'
import { settingsFrom } from './settings.rules.ts'

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
