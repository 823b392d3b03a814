// The country that a block of numbers belongs to, from the numbering plans of libphonenumber. A module of its own,
// because the metadata weighs far more than everything else here and the console has no use for it.
import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'

/**
 * ISO 3166-1 alpha-2 of the country whose plan both ends of the block lie in. Where a calling code is shared and the
 * plan alone cannot tell (+44 7700), the country that leads the code. Null when no country has it or the two ends
 * disagree.
 */
export function countryOfNumbers(range: { prefix: string; startNumber: string; endNumber: string }): string | null {
  const first = countryOfNumber(`${range.prefix}${range.startNumber}`)
  return first !== null && first === countryOfNumber(`${range.prefix}${range.endNumber}`) ? first : null
}

function countryOfNumber(digits: string): string | null {
  const exact = parsePhoneNumberFromString(`+${digits}`)?.country
  if (exact !== undefined) return exact
  const typed = new AsYouType()
  typed.input(`+${digits}`)
  const callingCode = typed.getCallingCode()
  // Codes of no country, such as +882, are listed as '001'.
  const leading: string | undefined =
    callingCode === undefined ? undefined : metadata.country_calling_codes[callingCode]?.[0]
  return leading === undefined || leading === '001' ? null : leading
}
