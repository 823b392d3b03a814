// The settings of the platform as the page edits them: sections, the draft of each, what would change, and what the
// contract has against it. A draft is text by path, since a half-typed number is not one yet. Pure.
import { settings as contract, type SecretSettingName } from '@inrange/contract/settings'
import { settingsFaults } from '@inrange/contract/settings.rules'
import { serverText } from '../../i18n/server-texts.ts'
import { ApiError, type CallInput, type CallOutput } from '../../lib/api.ts'
// No schema may parse before zod was told how: the content security policy forbids what it does by itself.
import '../../lib/contract-form.ts'
import { t } from './settings.texts.ts'

export type SettingsAnswer = CallOutput<'settings.read'>
type Values = SettingsAnswer['values']
type Update = CallInput<'settings.update'>['body']

const fieldsBySection = {
  branding: ['branding.productName', 'branding.tagline'],
  signIn: [
    'passwordLengthMin',
    'mfaRequiredRoles',
    'sessionIdleDays',
    'sessionAbsoluteDays',
    'temporaryPasswordDays',
    'invitationDays',
    'recoveryLinkMinutes',
  ],
  mail: ['mail.host', 'mail.port', 'mail.security', 'mail.username', 'mail.fromAddress', 'mail.fromName'],
  smsGateway: [
    'smsGateway.url',
    'smsGateway.body',
    'smsGateway.numberField',
    'smsGateway.textField',
    'smsGateway.senderField',
    'smsGateway.sender',
    'smsGateway.credentialHeader',
    'phoneCodesPerNumberPerDay',
    'phoneCodesPerUserPerDay',
    'phoneCodesPerDay',
  ],
  captcha: ['captcha.provider', 'captcha.siteKey'],
  earnings: ['earningsMaturityDays'],
  deposits: [
    'deposits.minimumUsd',
    'deposits.openHours',
    'deposits.quarantineHours',
    'deposits.secondOpinionUsd',
    'deposits.extraConfirmations',
  ],
  withdrawals: [
    'withdrawals.isPaused',
    'withdrawals.minimumUsd',
    'withdrawals.perRequestUsd',
    'withdrawals.perUserDayUsd',
    'withdrawals.perUserDayRequests',
    'withdrawals.platformDayUsd',
    'withdrawals.secondPersonUsd',
    'withdrawals.autoApproveUsd',
    'withdrawals.destinationHours',
    'withdrawals.changeHours',
    'withdrawals.accountHours',
    'withdrawals.paypalOnlyDays',
    'withdrawals.requireFactor',
  ],
  integrity: [
    'integrity.isEnabled',
    'integrity.messagesMin',
    'integrity.burstFactor',
    'integrity.fanOutPercent',
    'integrity.oneSenderPercent',
    'integrity.oneTextPercent',
    'integrity.newRangeDays',
    'integrity.newRangeDayUsd',
  ],
  alerts: [
    'alerts.connectionDownMinutes',
    'alerts.quietMessages',
    'alerts.quarantinePerHour',
    'alerts.lagSeconds',
    'alerts.faultPercent',
    'alerts.slowMs',
    'alerts.diskFreePercent',
    'alerts.withdrawalHours',
    'alerts.backupHours',
  ],
  retention: ['retention.bodyDays', 'exports.expiryDays'],
} as const

export type SectionName = keyof typeof fieldsBySection
export type FieldPath = (typeof fieldsBySection)[SectionName][number]
export const sectionNames = Object.keys(fieldsBySection) as SectionName[]

export const secretsBySection = {
  mail: 'mailPassword',
  smsGateway: 'smsGatewayCredential',
  captcha: 'captchaSecret',
} as const satisfies Partial<Record<SectionName, SecretSettingName>>

export type SectionWithSecret = keyof typeof secretsBySection

export function secretNameOf(section: SectionName): SecretSettingName | null {
  return section in secretsBySection ? secretsBySection[section as SectionWithSecret] : null
}

/** What becomes of a secret: it stays (absent), a text replaces it, null removes it. */
export type SecretChange = { readonly text: string | null } | undefined

/** The texts of one section's fields. */
export type Draft = { readonly [Path in FieldPath]?: string }

/** Whatever the role list is while nobody has decided. */
export const ROLES_BY_DEFAULT = 'default'

/** What a flag is as text. */
const flags = { on: true, off: false } as const

type Value = string | number | boolean | readonly string[] | null

function textOf(value: Value): string {
  if (value === null) return ROLES_BY_DEFAULT
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return value.toSorted((one, other) => one.localeCompare(other)).join(' ')
}

function valueAt(values: Values, path: FieldPath): Value {
  const [name = '', inner] = path.split('.')
  const value = (values as Record<string, unknown>)[name]
  // Every path leads to a plain value, and only to one that the contract names.
  return (inner === undefined ? value : (value as Record<string, unknown>)[inner]) as Value
}

export function draftOf(section: SectionName, values: Values): Draft {
  return Object.fromEntries(fieldsBySection[section].map((path) => [path, textOf(valueAt(values, path))]))
}

/** Empty text is no number: Number('') would be 0. */
function numberOf(text: string): number {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN
}

/** A text as the kind of value that stands there now. */
function read(text: string, path: FieldPath, values: Values): unknown {
  if (path === 'mfaRequiredRoles') return text === ROLES_BY_DEFAULT ? null : text.split(' ').filter(Boolean)
  const present = valueAt(values, path)
  if (typeof present === 'boolean') return flags[text as keyof typeof flags]
  return typeof present === 'number' ? numberOf(text) : text.trim()
}

export type Difference = { path: FieldPath; before: string; after: string }

/** Field by field, in the order of the form. */
export function differencesOf(section: SectionName, base: Draft, draft: Draft): Difference[] {
  return fieldsBySection[section].flatMap((path) => {
    const before = base[path] ?? ''
    const after = (draft[path] ?? '').trim()
    return before === after ? [] : [{ path, before, after }]
  })
}

/** What was typed on top of what is stored now: a field that was not touched follows. */
export function rebased(base: Draft, present: Draft, draft: Draft): Draft {
  const paths = Object.keys(present) as FieldPath[]
  return Object.fromEntries(
    paths.map((path) => [path, (draft[path] === base[path] ? present[path] : draft[path]) ?? '']),
  )
}

/** The draft as the operation takes it: only what differs, and a group of fields as a whole. */
export function updateOf(
  section: SectionName,
  facts: { values: Values; version: string; draft: Draft; secret: SecretChange },
): Update {
  const { values, version, draft, secret } = facts
  const changes: Record<string, unknown> = {}
  const stored: Record<string, unknown> = values
  for (const { path, after } of differencesOf(section, draftOf(section, values), draft)) {
    const [name = '', inner] = path.split('.')
    const value = read(after, path, values)
    if (inner === undefined) changes[name] = value
    else changes[name] = { ...(stored[name] as object), ...(changes[name] as object), [inner]: value }
  }
  const secretName = secretNameOf(section)
  const secrets = secretName === null || secret === undefined ? {} : { [secretName]: secret.text }
  return { version, changes, secrets }
}

/** What is wrong, by field; `secret` is the secret's field and `_` the section as a whole. */
export type Faults = { readonly [Path in FieldPath | 'secret' | '_']?: string }

function placeOf(section: SectionName, path: string): FieldPath | 'secret' | '_' {
  const inner = path.replace(/^(changes|secrets)\./, '')
  if (inner === secretNameOf(section)) return 'secret'
  const fields: readonly FieldPath[] = fieldsBySection[section]
  // The list of roles is one field, whichever of its entries is meant.
  return fields.find((field) => field === inner || inner.startsWith(`${field}.`)) ?? '_'
}

function gather(section: SectionName, faults: readonly (readonly [path: string, message: string])[]): Faults {
  const placed: Partial<Record<FieldPath | 'secret' | '_', string>> = {}
  for (const [path, message] of faults) placed[placeOf(section, path)] ??= message
  return placed
}

/** What the contract has against an update of these settings, before it is sent. */
export function faultsOf(section: SectionName, update: Update, answer: SettingsAnswer): Faults {
  const parsed = contract['settings.update'].body.safeParse(update)
  const found = parsed.success
    ? Object.entries(settingsFaults(answer, parsed.data))
    : parsed.error.issues.map(({ path, message }) => [path.map(String).join('.'), message] as const)
  return gather(
    section,
    found.map(([path, message]) => [path, serverText(message)] as const),
  )
}

/** What the server has against it. */
export function refusalOf(section: SectionName, error: unknown): Faults {
  if (!(error instanceof ApiError)) return { _: error instanceof Error ? error.message : String(error) }
  const faults = gather(section, Object.entries(error.fields))
  return Object.keys(faults).length === 0 ? { _: error.message } : faults
}

/** A text as a person reads it in the list of differences. */
export function shown(path: FieldPath, text: string): string {
  if (text === '') return path === 'mfaRequiredRoles' ? t('nobody') : t('nothing')
  if (path === 'mfaRequiredRoles') {
    if (text === ROLES_BY_DEFAULT) return t('rolesByDefault')
    const names = { user: t('roleUsers'), admin: t('roleAdmins'), super_admin: t('roleSuperAdmins') }
    return text
      .split(' ')
      .map((role) => names[role as keyof typeof names])
      .join(', ')
  }
  if (path === 'withdrawals.isPaused' || path === 'withdrawals.requireFactor' || path === 'integrity.isEnabled') {
    return t(text === 'on' ? 'on' : 'off')
  }
  if (path === 'mail.security') return t(`security_${text as 'tls' | 'starttls' | 'none'}`)
  if (path === 'smsGateway.body') return t(`body_${text as 'json' | 'form'}`)
  if (path === 'captcha.provider') return t(`captcha_${text as 'none' | 'turnstile' | 'hcaptcha'}`)
  return text
}
