// Whether a sign-in comes from where an account was used before: the same kind of device in the same network. Pure. Of
// an address the network counts, of a browser its name and system: both change often in their last digits, and a mail
// for each change is one that nobody reads.
import { addressKey } from './back-off.rules.ts'
import { deviceOf } from './device.rules.ts'

export type SignInPlace = { address: string | null; userAgent: string }

/** True where there were sign-ins, and none of them from there. The very first one is new to nobody. */
export function isNewPlace(earlier: readonly SignInPlace[], now: SignInPlace): boolean {
  return earlier.length > 0 && !earlier.some((place) => placeKey(place) === placeKey(now))
}

function placeKey({ address, userAgent }: SignInPlace): string {
  return `${deviceOf(userAgent)} in ${networkOf(address)}`
}

/** Of IPv4 the first three octets, of IPv6 the /64. */
function networkOf(address: string | null): string {
  if (address === null) return 'unknown'
  return address.includes(':') ? addressKey(address) : address.split('.').slice(0, 3).join('.')
}
