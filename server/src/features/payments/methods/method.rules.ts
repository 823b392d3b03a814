// Decisions about payment methods as pure functions. It deliberately knows no chain: whether an address or a token is
// right is asked of chain/.
import type { XpubRow } from './xpubs.queries.ts'

/** A key that replaces another is used so long after a second person confirmed it. */
export const XPUB_REST_HOURS = 24

/** 10 from 0.1: percent of one decimal to basis points. */
export function basisPointsOf(percent: number): number {
  return Math.round(percent * 10) * 10
}

/** 0.1 from 10. */
export function percentOf(basisPoints: number): number {
  return basisPoints / 100
}

/** The last four characters, where enough stays hidden. */
export function lastFour(secret: string): string | null {
  return secret.length < 8 ? null : secret.slice(-4)
}

export type XpubStanding = {
  /** The one that addresses are made from. */
  usable: XpubRow | null
  /** Waits for a second person. */
  proposed: XpubRow | null
  /** Confirmed, begins later. */
  coming: XpubRow | null
  addresses: number
}

/** Which of a method's keys is what now. */
export function xpubStanding(xpubs: readonly XpubRow[], now: Date): XpubStanding {
  const begun = xpubs
    .filter((xpub) => xpub.usableFrom !== null && xpub.usableFrom <= now)
    .toSorted((a, b) => Number(a.usableFrom) - Number(b.usableFrom) || (a.id < b.id ? -1 : 1))
  return {
    usable: begun.at(-1) ?? null,
    proposed: xpubs.find((xpub) => xpub.usableFrom === null) ?? null,
    coming: xpubs.find((xpub) => xpub.usableFrom !== null && xpub.usableFrom > now) ?? null,
    addresses: xpubs.reduce((sum, xpub) => sum + Number(xpub.nextChild), 0),
  }
}
