// Changes settings: all of the given ones or none, with the audit entry that says who, from what, to what. Secrets are
// sealed, and the entry says only whether one is set.
import { AppError, type FieldErrors } from '@inrange/contract/errors'
import {
  secretSettingNames,
  settingNames,
  settingsByName,
  type SecretSettingName,
  type SettingName,
  type Settings,
} from '@inrange/contract/settings'
import { settingsFaults } from '@inrange/contract/settings.rules'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { forgetSettings, readSettings } from './settings.memory.ts'
import {
  deleteSetting,
  lockSettings,
  selectSettings,
  selectSettingsVersion,
  upsertSetting,
} from './settings.queries.ts'
import { secretSettingPlace, secretsSetIn, settingsFrom } from './settings.rules.ts'

export type SettingsChange = {
  changes: { readonly [Name in SettingName]?: Settings[Name] | undefined }
  /** A text replaces a secret, null removes it. */
  secrets?: { readonly [Name in SecretSettingName]?: string | null | undefined }
  /** As the caller read it; absent where nobody else can have changed anything. */
  version?: string
  actorId: string | null
  address: string | null
  requestId: string | null
}
type Deps = { database: Database; clock: Clock; secrets: Secrets }

/**
 * Stores the given settings and returns all of them.
 * @throws AppError invalid_request naming each setting that is unknown, out of its bounds, or does not go with the
 * others; settings_changed when somebody changed any since `version`
 */
export async function changeSettings(deps: Deps, input: SettingsChange): Promise<Settings> {
  const names = acceptedNames(input.changes)
  const secretNames = secretSettingNames.filter((name) => input.secrets?.[name] !== undefined)
  const settings = await deps.database.transaction(async (transaction) => {
    await lockSettings(transaction)
    if (input.version !== undefined && input.version !== (await selectSettingsVersion(transaction))) {
      throw new AppError('settings_changed')
    }
    await requireWhole(transaction, input)
    const before = await stateOf(transaction, names, secretNames)
    const by = { updatedBy: input.actorId, updatedAt: deps.clock.now() }
    for (const key of names) await upsertSetting(transaction, { key, value: JSON.stringify(input.changes[key]), ...by })
    for (const key of secretNames) {
      const text = input.secrets?.[key] ?? null
      if (text === null) await deleteSetting(transaction, key)
      else {
        const sealed = deps.secrets.seal(text, secretSettingPlace(key))
        await upsertSetting(transaction, { key, value: JSON.stringify(sealed), ...by })
      }
    }
    await recordAudit(transaction, {
      actorId: input.actorId,
      action: 'settings_changed',
      subjectType: 'settings',
      subjectId: [...names, ...secretNames].join(','),
      address: input.address,
      requestId: input.requestId,
      before,
      after: await stateOf(transaction, names, secretNames),
    })
    return readSettings(transaction)
  })
  forgetSettings(deps.database.kysely)
  return settings
}

function acceptedNames(changes: SettingsChange['changes']): SettingName[] {
  const fields: FieldErrors = {}
  const names = Object.keys(changes).filter((name) => changes[name as SettingName] !== undefined)
  for (const name of names) {
    const known = settingNames.find((candidate) => candidate === name)
    const parsed = known ? settingsByName[known].schema.safeParse(changes[known]) : null
    if (!parsed) fields[name] = 'This setting is not known here.'
    else if (!parsed.success) fields[name] = parsed.error.issues[0]?.message ?? 'This value does not fit.'
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  return names as SettingName[]
}

/** Under the lock: what is judged is what will be there. */
async function requireWhole(transaction: Queryable, { changes, secrets = {} }: SettingsChange): Promise<void> {
  const stored = await selectSettings(transaction)
  const before = { values: settingsFrom(stored), secretsSet: secretsSetIn(stored) }
  const fields = settingsFaults(before, { changes, secrets })
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

/** What the audit log shows of these settings; of a secret only whether it is set. */
async function stateOf(
  transaction: Queryable,
  names: readonly SettingName[],
  secretNames: readonly SecretSettingName[],
): Promise<Record<string, unknown>> {
  const settings = await readSettings(transaction)
  const areSet = secretsSetIn(await selectSettings(transaction))
  return {
    ...Object.fromEntries(names.map((name) => [name, settings[name]])),
    ...Object.fromEntries(secretNames.map((name) => [name, areSet[name] ? 'set' : 'not set'])),
  }
}
