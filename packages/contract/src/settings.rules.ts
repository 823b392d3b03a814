// What settings must be together, beyond the bounds of each: a service that is set up is set up whole, and a secret
// goes nowhere that it was not given for. Pure; the form says it while a person types, the server before it stores.
// Only what a change touches is judged, so that one section never stands in the way of another.
import { isLoopback } from './identity-providers.ts'
import type { SecretSettingName, Settings } from './settings.ts'

export type SettingsState = {
  values: Settings
  secretsSet: Readonly<Record<SecretSettingName, boolean>>
}
export type SettingsTouch = {
  changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }
  /** A text replaces a secret, null removes it, absent keeps it. */
  secrets: { readonly [Name in SecretSettingName]?: string | null | undefined }
}
/** Sentences by where they belong, as `changes.mail.host` or `secrets.mailPassword`. */
export type SettingsFaults = Record<string, string>

/** What is wrong with a change of these settings; empty when nothing is. */
export function settingsFaults(before: SettingsState, touch: SettingsTouch): SettingsFaults {
  const { changes, secrets } = touch
  const isTouched = (name: 'mail' | 'smsGateway' | 'captcha', secret: SecretSettingName) =>
    changes[name] !== undefined || secrets[secret] !== undefined
  return {
    ...(isTouched('mail', 'mailPassword') ? mailFaults(before, touch) : {}),
    ...(isTouched('smsGateway', 'smsGatewayCredential') ? gatewayFaults(before, touch) : {}),
    ...(isTouched('captcha', 'captchaSecret') ? captchaFaults(before, touch) : {}),
  }
}

/** Where a secret comes from after the change. */
function secretAfter(before: SettingsState, { secrets }: SettingsTouch, name: SecretSettingName) {
  const given = secrets[name]
  if (given === undefined) return before.secretsSet[name] ? 'kept' : 'none'
  return given === null ? 'none' : 'given'
}

function mailFaults(before: SettingsState, touch: SettingsTouch): SettingsFaults {
  const mail = touch.changes.mail ?? before.values.mail
  if (mail.host === '') return {}
  const faults: SettingsFaults = {}
  const password = secretAfter(before, touch, 'mailPassword')
  if (mail.fromAddress === '') faults['changes.mail.fromAddress'] = 'Give the address that mails come from.'
  if (mail.username !== '' && password === 'none') {
    faults['secrets.mailPassword'] = 'Give the password that belongs to the username.'
  }
  if (mail.username !== '' && mail.security === 'none' && !isThisMachine(mail.host)) {
    faults['changes.mail.security'] = 'The password would cross the network in the clear. Choose TLS or STARTTLS.'
  }
  if (password === 'kept' && mail.username !== '' && mail.host !== before.values.mail.host) {
    faults['secrets.mailPassword'] = 'The stored password was given for another host. Give the one of this host.'
  }
  return faults
}

/** A host as it is typed, an address of version 6 without brackets. */
function isThisMachine(host: string): boolean {
  return isLoopback(host) || isLoopback(`[${host}]`)
}

function gatewayFaults(before: SettingsState, touch: SettingsTouch): SettingsFaults {
  const gateway = touch.changes.smsGateway ?? before.values.smsGateway
  if (gateway.url === '' || !URL.canParse(gateway.url)) return {}
  const faults: SettingsFaults = {}
  const { protocol, username, password, hostname, origin } = new URL(gateway.url)
  if (username !== '' || password !== '') {
    faults['changes.smsGateway.url'] = 'Give the credential in its header, not in the address.'
  } else if (protocol === 'http:' && !isNearby(hostname)) {
    faults['changes.smsGateway.url'] = 'Use https: codes would cross the internet in the clear.'
  }
  const { numberField, textField, senderField } = gateway
  if (textField === numberField) faults['changes.smsGateway.textField'] = 'Each field needs a name of its own.'
  if (senderField === numberField || senderField === textField) {
    faults['changes.smsGateway.senderField'] = 'Each field needs a name of its own.'
  }
  const credential = secretAfter(before, touch, 'smsGatewayCredential')
  if (credential !== 'none' && gateway.credentialHeader === '') {
    faults['changes.smsGateway.credentialHeader'] = 'Name the header that carries the credential.'
  }
  if (credential === 'kept' && origin !== originOf(before.values.smsGateway.url)) {
    faults['secrets.smsGatewayCredential'] =
      'The stored credential was given for another host. Give the one of this host.'
  }
  return faults
}

function captchaFaults(before: SettingsState, touch: SettingsTouch): SettingsFaults {
  const captcha = touch.changes.captcha ?? before.values.captcha
  if (captcha.provider === 'none') return {}
  const faults: SettingsFaults = {}
  const secret = secretAfter(before, touch, 'captchaSecret')
  if (captcha.siteKey === '') faults['changes.captcha.siteKey'] = 'Give the site key.'
  if (secret === 'none') faults['secrets.captchaSecret'] = 'Give the secret key that belongs to the site key.'
  if (secret === 'kept' && captcha.provider !== before.values.captcha.provider) {
    faults['secrets.captchaSecret'] = 'The stored key belongs to another provider. Give the one of this provider.'
  }
  return faults
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

/**
 * Whether a host of an address, as URL gives it, can be asked without TLS: this machine, a private network (RFC 1918,
 * RFC 4193), or a name that no public resolver knows.
 */
export function isNearby(hostname: string): boolean {
  if (isLoopback(hostname) || /^\[f[cd]/.test(hostname)) return true
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname)
  return !hostname.includes('[') && (!hostname.includes('.') || /\.(internal|local|lan|home\.arpa)$/.test(hostname))
}
