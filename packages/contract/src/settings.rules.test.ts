// What settings must be together: each rule with a change that keeps it and its neighbour that does not.
import { describe, expect, test } from 'vitest'
import { settingNames, settingsByName, type Settings } from './settings.ts'
import { isNearby, settingsFaults, type SettingsState, type SettingsTouch } from './settings.rules.ts'

const defaults = Object.fromEntries(settingNames.map((name) => [name, settingsByName[name].default])) as Settings
const none: SettingsState['secretsSet'] = { mailPassword: false, smsGatewayCredential: false, captchaSecret: false }
const all: SettingsState['secretsSet'] = { mailPassword: true, smsGatewayCredential: true, captchaSecret: true }

const mail = { ...defaults.mail, host: 'mail.example.com', fromAddress: 'sms@example.com' }
const smsGateway = { ...defaults.smsGateway, url: 'https://gateway.example.com/send' }
const captcha = { provider: 'turnstile', siteKey: 'site' } as const
const stored: SettingsState = {
  values: { ...defaults, mail: { ...mail, username: 'ann' }, smsGateway, captcha },
  secretsSet: all,
}
const empty: SettingsState = { values: defaults, secretsSet: none }

function faultsOf(before: SettingsState, changes: SettingsTouch['changes'], secrets: SettingsTouch['secrets'] = {}) {
  return Object.keys(settingsFaults(before, { changes, secrets }))
}

describe('a mail server', () => {
  test('needs a sender address once it has a host', () => {
    expect(faultsOf(empty, { mail })).toEqual([])
    expect(faultsOf(empty, { mail: { ...mail, fromAddress: '' } })).toEqual(['changes.mail.fromAddress'])
    expect(faultsOf(empty, { mail: { ...mail, host: '', fromAddress: '' } })).toEqual([])
  })

  test('needs a password with a username', () => {
    const named = { mail: { ...mail, username: 'ann' } }
    expect(faultsOf(empty, named, { mailPassword: 'x' })).toEqual([])
    expect(faultsOf(empty, named)).toEqual(['secrets.mailPassword'])
    expect(faultsOf(stored, {}, { mailPassword: null })).toEqual(['secrets.mailPassword'])
  })

  test('gets no password in the clear, unless it is this machine', () => {
    const open = { ...mail, username: 'ann', security: 'none' } as const
    const secrets = { mailPassword: 'x' }
    expect(faultsOf(empty, { mail: { ...open, host: '127.0.0.1' } }, secrets)).toEqual([])
    expect(faultsOf(empty, { mail: { ...open, host: 'localhost' } }, secrets)).toEqual([])
    expect(faultsOf(empty, { mail: open }, secrets)).toEqual(['changes.mail.security'])
    expect(faultsOf(empty, { mail: { ...open, username: '' } })).toEqual([])
  })

  test('does not get the password of another host', () => {
    const port = { ...mail, username: 'ann', port: 587, security: 'starttls' } as const
    expect(faultsOf(stored, { mail: port })).toEqual([])
    expect(faultsOf(stored, { mail: { ...port, host: 'elsewhere.example' } })).toEqual(['secrets.mailPassword'])
    expect(faultsOf(stored, { mail: { ...port, host: 'elsewhere.example' } }, { mailPassword: 'x' })).toEqual([])
  })
})

describe('an SMS gateway', () => {
  test.each([
    ['https://gateway.example.com/send', []],
    ['http://gateway.example.com/send', ['changes.smsGateway.url']],
    ['http://10.0.0.5:13013/sendsms', []],
    ['http://11.0.0.5:13013/sendsms', ['changes.smsGateway.url']],
    ['https://ann:x@gateway.example.com/send', ['changes.smsGateway.url']],
  ])('at %s', (url, faults) => {
    expect(faultsOf(empty, { smsGateway: { ...smsGateway, url } })).toEqual(faults)
  })

  test('needs a name of its own for each field', () => {
    const named = (fields: Partial<Settings['smsGateway']>) =>
      faultsOf(empty, { smsGateway: { ...smsGateway, ...fields } })
    expect(named({ textField: 'body', senderField: '' })).toEqual([])
    expect(named({ textField: 'to' })).toEqual(['changes.smsGateway.textField'])
    expect(named({ senderField: 'text' })).toEqual(['changes.smsGateway.senderField'])
  })

  test('needs a header for its credential, and gets that of no other host', () => {
    const headless = { smsGateway: { ...smsGateway, credentialHeader: '' } }
    expect(faultsOf(empty, headless)).toEqual([])
    expect(faultsOf(empty, headless, { smsGatewayCredential: 'x' })).toEqual(['changes.smsGateway.credentialHeader'])
    const at = (url: string) => ({ smsGateway: { ...smsGateway, url } })
    expect(faultsOf(stored, at('https://gateway.example.com/v2'))).toEqual([])
    expect(faultsOf(stored, at('https://elsewhere.example/v2'))).toEqual(['secrets.smsGatewayCredential'])
    expect(faultsOf(stored, at('https://elsewhere.example/v2'), { smsGatewayCredential: null })).toEqual([])
  })
})

describe('a captcha', () => {
  test('needs both keys', () => {
    expect(faultsOf(empty, { captcha }, { captchaSecret: 'x' })).toEqual([])
    expect(faultsOf(empty, { captcha })).toEqual(['secrets.captchaSecret'])
    expect(faultsOf(stored, { captcha: { ...captcha, siteKey: '' } })).toEqual(['changes.captcha.siteKey'])
  })

  test('does not get the key of another provider', () => {
    expect(faultsOf(stored, { captcha: { ...captcha, siteKey: 'other' } })).toEqual([])
    expect(faultsOf(stored, { captcha: { provider: 'hcaptcha', siteKey: 'other' } })).toEqual(['secrets.captchaSecret'])
    expect(faultsOf(stored, { captcha: { provider: 'none', siteKey: '' } }, { captchaSecret: null })).toEqual([])
  })
})

test('what is not touched is not judged', () => {
  const broken: SettingsState = { ...stored, secretsSet: none }
  expect(faultsOf(broken, { sessionIdleDays: 3 })).toEqual([])
  expect(faultsOf(broken, { captcha })).toEqual(['secrets.captchaSecret'])
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['[fd00::5]', true],
  ['[2001:db8::5]', false],
  ['192.168.1.9', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['kannel', true],
  ['sms.internal', true],
  ['sms.example.com', false],
])('%s is nearby: %s', (hostname, expected) => {
  expect(isNearby(hostname)).toBe(expected)
})
