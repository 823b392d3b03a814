// The form of the settings: what is sent of a draft, where a refusal belongs, and what happens to a draft when the
// settings changed under it.
import { settingNames, settingsByName } from '@inrange/contract/settings'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import {
  differencesOf,
  draftOf,
  faultsOf,
  rebased,
  refusalOf,
  ROLES_BY_DEFAULT,
  sectionNames,
  shown,
  updateOf,
  type Draft,
  type SecretChange,
  type SectionName,
  type SettingsAnswer,
} from './settings.model.ts'

const values = Object.fromEntries(
  settingNames.map((name) => [name, settingsByName[name].default]),
) as SettingsAnswer['values']

const answer: SettingsAnswer = {
  version: '1',
  values,
  secretsSet: { mailPassword: false, smsGatewayCredential: false, captchaSecret: false },
  isHttps: false,
}

function faults(section: SectionName, typed: Draft, secret?: SecretChange) {
  return faultsOf(section, update(section, typed, secret), answer)
}

function update(section: SectionName, typed: Draft, secret?: SecretChange) {
  return updateOf(section, { values, version: '1', draft: { ...draftOf(section, values), ...typed }, secret })
}

describe('what is sent', () => {
  test('is only what differs, as the contract takes it', () => {
    expect(update('signIn', {})).toEqual({ version: '1', changes: {}, secrets: {} })
    expect(update('signIn', { passwordLengthMin: ' 8 ', sessionIdleDays: '14' }).changes).toEqual({
      passwordLengthMin: 8,
    })
  })

  test('is a group of fields as a whole, and a port that is a number', () => {
    expect(update('mail', { 'mail.host': 'smtp.example.com', 'mail.port': '587' }).changes).toEqual({
      mail: { ...values.mail, host: 'smtp.example.com', port: 587 },
    })
  })

  test('is a flag as what it is, and the rest of its group stays', () => {
    expect(update('withdrawals', { 'withdrawals.requireFactor': 'on' }).changes).toEqual({
      withdrawals: { ...values.withdrawals, requireFactor: true },
    })
    expect(update('withdrawals', { 'withdrawals.requireFactor': 'off' }).changes).toEqual({})
    expect(update('integrity', { 'integrity.isEnabled': 'off' }).changes).toEqual({
      integrity: { ...values.integrity, isEnabled: false },
    })
  })

  test.each([
    [ROLES_BY_DEFAULT, {}],
    ['', { mfaRequiredRoles: [] }],
    ['admin super_admin', { mfaRequiredRoles: ['admin', 'super_admin'] }],
  ])('roles %o', (text, changes) => {
    expect(update('signIn', { mfaRequiredRoles: text }).changes).toEqual(changes)
  })

  test('is the secret where one was typed or taken away, and none where it stays', () => {
    expect(update('mail', {}).secrets).toEqual({})
    expect(update('mail', {}, { text: 'hunter2' }).secrets).toEqual({ mailPassword: 'hunter2' })
    expect(update('captcha', {}, { text: null }).secrets).toEqual({ captchaSecret: null })
  })
})

describe('what is wrong', () => {
  test.each([
    ['signIn', { passwordLengthMin: '64' }, {}],
    ['signIn', { passwordLengthMin: '5' }, { passwordLengthMin: 'At least 6 characters.' }],
    ['signIn', { sessionIdleDays: '' }, { sessionIdleDays: 'Give a whole number of days.' }],
    ['signIn', { sessionIdleDays: '1.5' }, { sessionIdleDays: 'Give a whole number of days.' }],
    ['earnings', { earningsMaturityDays: '366' }, { earningsMaturityDays: 'At most 365 days.' }],
    ['deposits', { 'deposits.minimumUsd': '1' }, {}],
    ['deposits', { 'deposits.minimumUsd': '0' }, { 'deposits.minimumUsd': 'At least 1 dollars.' }],
    ['integrity', { 'integrity.oneTextPercent': '101' }, { 'integrity.oneTextPercent': 'At most 100 percent.' }],
  ] as const)('%s %o', (section, typed, expected) => {
    expect(faults(section, typed)).toEqual(expected)
  })

  test('stands at the field of a group', () => {
    const found = faults('mail', { 'mail.host': 'smtp://x', 'mail.port': '70000' })
    expect(Object.keys(found)).toEqual(['mail.host', 'mail.port'])
  })

  test('stands at the secret, wherever it is named', () => {
    expect(faults('mail', {}, { text: ' ' })).toHaveProperty('secret')
    expect(faults('captcha', { 'captcha.provider': 'turnstile', 'captcha.siteKey': 'x' })).toHaveProperty('secret')
    expect(faults('captcha', { 'captcha.provider': 'turnstile', 'captcha.siteKey': 'x' }, { text: 'y' })).toEqual({})
  })

  test('comes from the server to its field, to the secret, or to the section', () => {
    const refused = (fields: Record<string, string>) =>
      refusalOf('mail', new ApiError({ code: 'invalid_request', status: 422, message: 'Some fields.', fields }))
    expect(refused({ 'changes.mail.port': 'No.' })).toEqual({ 'mail.port': 'No.' })
    expect(refused({ 'secrets.mailPassword': 'No.' })).toEqual({ secret: 'No.' })
    expect(refused({ mail: 'Not so.' })).toEqual({ _: 'Not so.' })
    expect(refused({})).toEqual({ _: 'Some fields.' })
  })
})

describe('when the settings changed meanwhile', () => {
  const base = draftOf('signIn', values)
  const present = draftOf('signIn', { ...values, sessionIdleDays: 20, invitationDays: 3 })

  test('what was typed stays, what was not touched follows', () => {
    const kept = rebased(base, present, { ...base, sessionIdleDays: '10' })
    expect(differencesOf('signIn', present, kept)).toEqual([{ path: 'sessionIdleDays', before: '20', after: '10' }])
  })
})

test('a difference is read in words', () => {
  expect(shown('mfaRequiredRoles', ROLES_BY_DEFAULT)).toBe('By default')
  expect(shown('mfaRequiredRoles', '')).toBe('nobody')
  expect(shown('mfaRequiredRoles', 'admin super_admin')).toBe('Admins, Super admins')
  expect(shown('mail.security', 'starttls')).toBe('STARTTLS')
  expect(shown('mail.host', '')).toBe('nothing')
  expect(shown('withdrawals.requireFactor', 'on')).toBe('On')
  expect(shown('integrity.isEnabled', 'off')).toBe('Off')
})

test('every setting of the platform has its place on the page', () => {
  const shownNames = sectionNames.flatMap((section) =>
    Object.keys(draftOf(section, values)).map((path) => path.split('.')[0]),
  )
  expect(settingNames.filter((name) => !shownNames.includes(name))).toEqual([])
  const leaves = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  )
  const paths = sectionNames.flatMap((section) => Object.keys(draftOf(section, values)))
  expect(leaves.filter((leaf) => !paths.includes(leaf))).toEqual([])
})
