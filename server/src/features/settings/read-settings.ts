// The settings as operators and visitors read them. Secrets are told as set or not set; visitors learn what the sign-in
// page has to know and nothing else.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readSettings } from './settings.memory.ts'
import { selectSettings, selectSettingsVersion } from './settings.queries.ts'
import { mailIsSent, secretsSetIn, settingsFrom } from './settings.rules.ts'

export type SettingsReadDeps = { database: Database; clock: Clock; secrets: Secrets; isHttps: boolean }

/** Straight from the table: whoever changes settings must see what is there. */
export async function readAllSettings(deps: SettingsReadDeps): Promise<OperationResult<Operations['settings.read']>> {
  const { kysely } = deps.database
  // Read before the values: a change in between makes the version too old, never too new.
  const version = await selectSettingsVersion(kysely)
  const stored = await selectSettings(kysely)
  return { version, values: settingsFrom(stored), secretsSet: secretsSetIn(stored), isHttps: deps.isHttps }
}

export async function readPublicSettings(
  deps: Pick<SettingsReadDeps, 'database'>,
): Promise<OperationResult<Operations['settings.public']>> {
  const settings = await readSettings(deps.database.kysely)
  const { provider, siteKey } = settings.captcha
  return {
    passwordLengthMin: settings.passwordLengthMin,
    mailIsSent: mailIsSent(settings),
    phoneFactors: settings.smsGateway.url !== '',
    captcha: provider === 'none' || siteKey === '' ? null : { provider, siteKey },
  }
}
