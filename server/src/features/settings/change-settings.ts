// Changes settings: all of the given ones or none, with the audit entry that says who, from what, to what.
import { AppError, type FieldErrors } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { forgetSettings, readSettings } from './settings.public.ts'
import { upsertSetting } from './settings.queries.ts'
import { settingNames, settingsByName, type SettingName, type Settings } from './settings.rules.ts'

type Change = { changes: Partial<Settings>; actorId: string | null; address: string | null; requestId: string | null }

/**
 * Stores the given settings and returns all of them.
 * @throws AppError invalid_request naming each setting that is unknown or out of its bounds
 */
export async function changeSettings(deps: { database: Database; clock: Clock }, input: Change): Promise<Settings> {
  const names = acceptedNames(input.changes)
  const settings = await deps.database.transaction(async (transaction) => {
    const before = await readSettings(transaction)
    for (const key of names) {
      const value = JSON.stringify(input.changes[key])
      await upsertSetting(transaction, { key, value, updatedBy: input.actorId, updatedAt: deps.clock.now() })
    }
    const after = await readSettings(transaction)
    await recordAudit(transaction, {
      actorId: input.actorId,
      action: 'settings_changed',
      subjectType: 'settings',
      subjectId: names.join(','),
      address: input.address,
      requestId: input.requestId,
      before: pick(before, names),
      after: pick(after, names),
    })
    return after
  })
  forgetSettings(deps.database.kysely)
  return settings
}

function acceptedNames(changes: Partial<Settings>): SettingName[] {
  const fields: FieldErrors = {}
  const names = Object.keys(changes)
  for (const name of names) {
    const known = settingNames.find((candidate) => candidate === name)
    const parsed = known ? settingsByName[known].schema.safeParse(changes[known]) : null
    if (!parsed) fields[name] = 'This setting is not known here.'
    else if (!parsed.success) fields[name] = parsed.error.issues[0]?.message ?? 'This value does not fit.'
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  return names as SettingName[]
}

function pick(settings: Settings, names: readonly SettingName[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}
