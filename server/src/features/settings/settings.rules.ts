// Every setting of the platform as data: its default, its bounds and the reason for both. Pure. A setting is what the
// operator may change while the program runs; what must be known before the database is reached is configuration.
import { z } from 'zod'
import { roles, type Role } from '@inrange/contract/roles'
import { PASSWORD_LENGTH_MIN_DEFAULT } from '@inrange/contract/users'

const days = (min: number, max: number) => z.number().int().min(min).max(max)

/** Name → what is accepted, and what holds while nobody has set it. */
export const settingsByName = {
  /** How long a settled earning matures before it becomes available; 0 makes it available at once. */
  earningsMaturityDays: { schema: days(0, 365), default: 30 },
  /** A session ends then, however busy it is (ASVS 7.3.2). */
  sessionAbsoluteDays: { schema: days(1, 365), default: 30 },
  /** A session that is not renewed for so long ends (ASVS 7.3.1). */
  sessionIdleDays: { schema: days(1, 365), default: 14 },
  /** The specification's 6; 8 is recommended where it is set. Never below the contract's own bound. */
  passwordLengthMin: {
    schema: z.number().int().min(PASSWORD_LENGTH_MIN_DEFAULT).max(64),
    default: PASSWORD_LENGTH_MIN_DEFAULT,
  },
  /** A password that somebody else chose stops working then (ASVS 6.4.1). */
  temporaryPasswordDays: { schema: days(1, 90), default: 7 },
  /** A link to choose a new password is good for so long: whoever has it is in. */
  recoveryLinkMinutes: { schema: z.number().int().min(5).max(1_440), default: 60 },
  /** So is an invitation, which a person may find days later. */
  invitationDays: { schema: days(1, 30), default: 7 },
  /** Roles that need a second factor (ASVS 6.3.3); null leaves it to where the console is: see `mfaRequiredFor`. */
  mfaRequiredRoles: { schema: z.array(z.enum(roles)).max(roles.length).nullable(), default: null },
  /** Codes sent to one phone number in a day, UTC: each disturbs whoever has it. */
  phoneCodesPerNumberPerDay: { schema: z.number().int().min(1).max(100), default: 10 },
  /** Codes sent for one user, to whatever numbers. */
  phoneCodesPerUserPerDay: { schema: z.number().int().min(1).max(100), default: 20 },
  /** Codes sent in all: each costs money. */
  phoneCodesPerDay: { schema: z.number().int().min(1).max(1_000_000), default: 1_000 },
} as const

export type SettingName = keyof typeof settingsByName
export type Settings = { readonly [Name in SettingName]: z.output<(typeof settingsByName)[Name]['schema']> }

export const settingNames = Object.keys(settingsByName) as SettingName[]

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

/**
 * Whether this role needs a second factor. While nobody has decided, super admins do wherever the console is served
 * over https: that is where strangers reach it.
 */
export function mfaRequiredFor(role: Role, settings: Pick<Settings, 'mfaRequiredRoles'>, isHttps: boolean): boolean {
  return settings.mfaRequiredRoles?.includes(role) ?? (isHttps && role === 'super_admin')
}
