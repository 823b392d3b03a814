// A number in E.164 form (ITU-T E.164: at most 15 digits, country code first, so never a leading zero), as digits
// without '+'. `Msisdn` is made only here. Recipients arrive in many spellings; senders are opaque text and never
// parsed.
export type Msisdn = string & { readonly __brand: 'Msisdn' }

export const MSISDN_DIGITS_MAX = 15
const MSISDN_DIGITS_MIN = 3

/**
 * Parses what a carrier or a person wrote: '+4477…', '004477…', '4477…', spaces, dots, dashes and brackets allowed.
 * Returns null when it cannot be an E.164 number. A national form (leading single zero) is refused: without a country
 * it is no address.
 */
export function parseMsisdn(text: string): Msisdn | null {
  const compact = text.replace(/[\s().-]/g, '')
  const digits = compact.startsWith('+') ? compact.slice(1) : compact.startsWith('00') ? compact.slice(2) : compact
  if (digits.length < MSISDN_DIGITS_MIN || digits.length > MSISDN_DIGITS_MAX) return null
  return /^[1-9]\d*$/.test(digits) ? (digits as Msisdn) : null
}
