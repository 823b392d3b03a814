// What follows from what was found outside and what the ledger says. Pure.
import { formatUsd } from '@inrange/contract/money'

/** What could be read outside, at one moment; micro-USD. */
export type Outside =
  | {
      outcome: 'read'
      micros: bigint
      inFlightOutMicros: bigint
      inFlightInMicros: bigint
      detail: string
      block: bigint | null
    }
  /** In a sentence why not. */
  | { outcome: 'unread'; detail: string }

export type Compared = {
  outsideMicros: bigint | null
  custodyMicros: bigint
  inFlightOutMicros: bigint
  inFlightInMicros: bigint
  differenceMicros: bigint | null
  detail: string
  blockNumber: bigint | null
}

/** outside − (custody − on its way out + on its way in): zero, or something is not explained. */
export function compareBooks(outside: Outside, custodyMicros: bigint): Compared {
  if (outside.outcome === 'unread') {
    const nothing = { inFlightOutMicros: 0n, inFlightInMicros: 0n, blockNumber: null }
    return { outsideMicros: null, custodyMicros, differenceMicros: null, detail: outside.detail, ...nothing }
  }
  const { micros, inFlightOutMicros, inFlightInMicros, detail, block } = outside
  const differenceMicros = micros - (custodyMicros - inFlightOutMicros + inFlightInMicros)
  return {
    outsideMicros: micros,
    custodyMicros,
    inFlightOutMicros,
    inFlightInMicros,
    differenceMicros,
    detail: `${detail} ${explain(differenceMicros)}`,
    blockNumber: block,
  }
}

function explain(differenceMicros: bigint): string {
  if (differenceMicros === 0n) return 'They agree.'
  const amount = formatUsd(differenceMicros < 0n ? -differenceMicros : differenceMicros)
  return differenceMicros < 0n
    ? `${amount} is missing: something was sent that is not recorded, or was taken.`
    : `${amount} is there beyond what is booked: something came that is not recorded.`
}

/** Whether somebody has to look: what differs, and what could not be read. */
export function isAlarming(compared: Pick<Compared, 'differenceMicros'>): boolean {
  return compared.differenceMicros !== 0n
}

/** Percent of what is owed now that is in custody, to two places, cut; null when nothing is owed. */
export function coveragePercent(custodyMicros: bigint, owedMicros: bigint): number | null {
  if (owedMicros <= 0n) return null
  return Number((custodyMicros * 10_000n) / owedMicros) / 100
}

/** What a transfer of the token is to us, by which of its ends is ours. */
export type Leg = { fromRole: 'treasury' | 'given' | null; toRole: 'treasury' | 'given' | null }

/** 'foreign': neither end is ours. 'deposit': a stranger paid the address of a user. */
export function legOf({ fromRole, toRole }: Leg): 'funded' | 'withdrew' | 'swept' | 'deposit' | 'foreign' {
  if (fromRole !== null && toRole !== null) return 'swept'
  if (fromRole !== null) return 'withdrew'
  if (toRole === null) return 'foreign'
  return toRole === 'treasury' ? 'funded' : 'deposit'
}
