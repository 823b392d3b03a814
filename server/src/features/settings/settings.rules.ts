// What is stored as settings, read. Pure. The settings themselves, with bounds and defaults, stand in the contract,
// because the console asks for them; what must be known before the database is reached is configuration.
import type { Role } from '@inrange/contract/roles'
import { secretSettingNames, settingNames, settingsByName, type Settings } from '@inrange/contract/settings'
import type { SealPlace } from '../../platform/secrets.ts'

/**
 * What is stored, with the default for everything that is not set. A stored value that no longer fits counts as not
 * set.
 */
export function settingsFrom(stored: ReadonlyMap<string, unknown>): Settings {
  const entries = settingNames.map((name) => {
    const setting = settingsByName[name]
    const parsed = setting.schema.safeParse(stored.get(name))
    return [name, parsed.success ? parsed.data : setting.default] as const
  })
  return Object.fromEntries(entries) as Settings
}

/** Which secrets are set, told by the names that are stored. */
export function secretsSetIn(names: {
  has(name: string): boolean
}): Record<(typeof secretSettingNames)[number], boolean> {
  const [mailPassword, smsGatewayCredential, captchaSecret] = secretSettingNames
  return {
    [mailPassword]: names.has(mailPassword),
    [smsGatewayCredential]: names.has(smsGatewayCredential),
    [captchaSecret]: names.has(captchaSecret),
  }
}

/** Where a secret setting is sealed for. */
export function secretSettingPlace(name: string): SealPlace {
  return { table: 'settings', row: name, column: 'value' }
}

/**
 * Whether this role needs a second factor. While nobody has decided, super admins do wherever the console is served
 * over https: that is where strangers reach it.
 */
export function mfaRequiredFor(role: Role, settings: Pick<Settings, 'mfaRequiredRoles'>, isHttps: boolean): boolean {
  return settings.mfaRequiredRoles?.includes(role) ?? (isHttps && role === 'super_admin')
}

/** Whether there is a server that takes our mail. */
export function mailIsSent({ mail }: Pick<Settings, 'mail'>): boolean {
  return mail.host !== '' && mail.fromAddress !== ''
}
