// What the operations of this slice are given, spelled once.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Notices } from '../notices/notices.public.ts'

export type IdentityDeps = {
  database: Database
  clock: Clock
  log: Log
  /** Seals the private halves of the signing keys. */
  secrets: Secrets
  /** The address people open the console at; https decides that cookies are Secure. Also the issuer of tokens. */
  publicUrl: string
  /** Tells people by mail what happened to their account. */
  notices: Notices
  /** Where captchas are checked; the providers' own addresses unless a test stands in for them. */
  captchaVerifyUrls?: Readonly<Record<'turnstile' | 'hcaptcha', string>>
  /** The gateway that the settings name, or null while they name none. Without it no code is sent to a phone. */
  findSmsGateway?: () => Promise<SmsGateway | null>
}

export type SmsGateway = {
  /** @param to digits of E.164, without a plus */
  sendSms(to: string, text: string): Promise<'sent' | 'refused' | 'unreachable'>
}

/** Where a request came from, for sessions, back-off and the audit log. */
export type RequestOrigin = { address: string; userAgent: string; requestId: string }
