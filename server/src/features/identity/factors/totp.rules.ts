// Time-based one-time passwords: SHA-1, six digits, thirty seconds, because that is what every authenticator app reads
// (RFC 6238; the key URI format of the apps). Pure: the secret is made elsewhere.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** RFC 4226, section 4 (R6), recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20
export const TOTP_PERIOD_SECONDS = 30
const DIGITS = 6
const CODE_TEXT = /^[0-9]{6}$/
/** One step for a clock that is off or a person who types slowly (RFC 6238, section 5.2). */
const WINDOW_STEPS = 1
const QUIET_ZONE_MODULES = 4

/** The secret as apps take it by hand, from random bytes. */
export function totpSecretFrom(random: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: random.buffer.slice(random.byteOffset, random.byteOffset + random.byteLength) }).base32
}

/** What the QR code says: `otpauth://totp/…`. */
export function totpUri(facts: { secret: string; issuer: string; label: string }): string {
  const { secret, issuer, label } = facts
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: DIGITS, period: TOTP_PERIOD_SECONDS }).toString()
}

/** An SVG without a colour code, since the client puts it into a data URL as it is, where '#' would end it. */
export function totpQrCode(uri: string): string {
  return renderSVG(uri, { border: QUIET_ZONE_MODULES, whiteColor: 'white', blackColor: 'black' })
}

/**
 * The time step whose code this is, or null when it is none of those that count now. A step that was accepted before,
 * and every one before it, counts no more: a code works once.
 */
export function acceptedStep(facts: {
  secret: string
  code: string
  now: Date
  lastStep: number | null
}): number | null {
  const { secret, code, now, lastStep } = facts
  // The library compares bytes and throws where six characters are more than six of them.
  if (!CODE_TEXT.test(code)) return null
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: TOTP_PERIOD_SECONDS,
    timestamp: now.getTime(),
    window: WINDOW_STEPS,
  })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / (TOTP_PERIOD_SECONDS * 1000)) + delta
  return lastStep !== null && step <= lastStep ? null : step
}
