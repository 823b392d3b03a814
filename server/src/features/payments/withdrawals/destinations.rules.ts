// Where money may be sent, decided from what was typed. Pure. Guarantees that one destination has one spelling: the
// checksummed form of its network, or a small email address.
import { z } from 'zod'
import { networkOfKind, type MethodKind, type Network } from '@inrange/contract/payment-kinds'
import { addressFaultText, readAddress } from '../chain/addresses.rules.ts'
import { chainConstants, type ChainConstants } from '../chain/networks.ts'

/** Enough for anybody's wallets; each is looked at by whoever approves. */
export const DESTINATIONS_MAX = 20

export type DestinationReading = { ok: true; address: string } | { ok: false; text: string }

/** @param chains those of a test, which stand instead of the pinned ones */
export function readDestination(
  typed: string,
  kind: MethodKind,
  chains?: Partial<Record<Network, ChainConstants>>,
): DestinationReading {
  const network = networkOfKind(kind)
  if (network === null) return readEmail(typed)
  const constants = chainConstants(network, chains)
  const reading = readAddress(typed, constants)
  return reading.ok ? reading : { ok: false, text: addressFaultText(reading, constants) }
}

function readEmail(typed: string): DestinationReading {
  const parsed = z.email().max(254).safeParse(typed.trim())
  if (!parsed.success) {
    return { ok: false, text: 'PayPal pays to an email address, such as name@example.com. This is none.' }
  }
  return { ok: true, address: parsed.data.toLowerCase() }
}

/** The moment from which a destination that is added now may be used. */
export function usableFrom(now: Date, destinationHours: number): Date {
  return new Date(now.getTime() + destinationHours * 3_600_000)
}
