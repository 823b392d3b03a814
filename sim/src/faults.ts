// What goes wrong between a carrier and the platform, by probability and seed. A plan decides, it does nothing
// itself: the same seed gives the same decisions in the same order of questions. Without rates nothing ever goes
// wrong.
import { createRandom } from './seeded-random.ts'
import type { SeededRandom } from './seeded-random.ts'

export const FAULT_KINDS = [
  // Asked for every message.
  'duplicates',
  'reorderedParts',
  'duplicatedParts',
  'unknownTlvs',
  'receipts',
  // Asked for every PDU sent.
  'malformed',
  'drops',
  'halfOpens',
  'reconnects',
  'lateReads',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/**
 * Probabilities from 0 to 1. Per message: `duplicates` a second message of the same content; `reorderedParts` parts
 * of a long one in another order; `duplicatedParts` one part sent twice; `unknownTlvs` a parameter of a vendor;
 * `receipts` a delivery receipt beside it. Per PDU sent: `malformed` something unreadable after it; `drops` a reset
 * of the connection; `halfOpens` a session forgotten without a word; `reconnects` an orderly unbind; `lateReads`
 * answers read late.
 */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>

export class FaultPlan {
  readonly random: SeededRandom
  readonly #rates: FaultRates

  /** Throws a RangeError for a rate that is no probability. */
  constructor(rates: FaultRates, seed: number) {
    for (const kind of FAULT_KINDS) {
      const rate = rates[kind] ?? 0
      if (!(rate >= 0 && rate <= 1)) throw new RangeError(`the rate of ${kind} is no probability: ${rate}`)
    }
    this.#rates = rates
    this.random = createRandom(seed)
  }

  /** Whether this goes wrong now. A kind without a rate takes no random number, so that adding one moves no other. */
  strikes(kind: FaultKind): boolean {
    const rate = this.#rates[kind] ?? 0
    return rate > 0 && this.random.chance(rate)
  }
}
