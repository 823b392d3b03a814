// What is decided about webhooks and ids from facts alone. Pure.
import type { SignatureOutcome } from '../paypal/webhook-signature.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Our own id in what PayPal tells; anything else is nobody's. */
export function ownIdOf(text: string | null): string | null {
  return text !== null && UUID.test(text) ? text : null
}

/** Why a webhook is refused, as a line for the log; null when it is genuine. */
export function refusalOf(outcome: Exclude<SignatureOutcome, 'unreachable'>): string | null {
  switch (outcome) {
    case 'ok':
      return null
    case 'bad_signature':
      return 'The signature is not that of this body for this webhook.'
    case 'bad_certificate':
      return 'The certificate is not one of PayPal.'
    case 'foreign_certificate_url':
      return 'The certificate is said to be somewhere else than at PayPal.'
    case 'stale':
      return 'It was sent too long ago, or in the future.'
  }
}
