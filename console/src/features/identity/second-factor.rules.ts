// How second factors are listed and named, decided from facts alone.
import type { OwnFactor } from '../../lib/auth-factors.ts'
import { formatPhone } from '../../lib/format.ts'

/** '+44 ••• 123': enough to know it again, too little for whoever looks on. */
export function maskedPhone(phone: string): string {
  const shown = formatPhone(phone.replace(/\D/g, ''))
  return `${shown.slice(0, 3)} ••• ${shown.slice(-3)}`
}

/** The one that was shown last stands first; those never shown keep the order they were added in. */
export function inOrderOfUse(factors: readonly OwnFactor[]): OwnFactor[] {
  const lastUse = ({ last_challenged_at }: OwnFactor) => last_challenged_at ?? ''
  return factors.toSorted((one, other) => lastUse(other).localeCompare(lastUse(one)))
}

/** 'Phone', or 'Phone 2' where that name is taken. */
export function freeName(base: string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  let name = base
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${base} ${number}`
  return name
}

/** The key of an authenticator app as people type it: groups of four. */
export function inGroups(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ')
}
