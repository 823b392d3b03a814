// The door between quarantine and the pipeline, stated here because slices come first in the order of imports: where a
// number lies is decided, and a message lands, by the very stages that decided and landed everything else. So what is
// shown before a decision, what the route tester says and what the pipeline does cannot disagree.
import type { DatabaseTransaction } from '../../platform/database.ts'
import type { RoutingRow } from '../ranges/ranges.public.ts'

export type Verdict =
  | { kind: 'lands'; rangeId: string; ownerId: string; isTest: boolean; rateMicros: bigint; earnedMicros: bigint }
  | { kind: 'stays'; reason: 'no_range' | 'inactive_range' | 'no_owner' }

/** Decides by the rows it was made of. `number`: E.164 digits as a number. */
export type Locator = (asked: { number: number; atMs: number; segments: number }) => Verdict

/** A message that lands now, with everything that was decided about it. */
export type Landing = {
  ownerId: string
  rangeId: string
  isTest: boolean
  rateMicros: bigint
  earnedMicros: bigint
  connectionId: string
  receivedAtMs: number
  sender: string
  number: number
  content: string | null
  /** As stored. */
  coding: number
  segments: number
  flags: number
  providerId: string | null
  raw: Buffer
}

export type LandingStages = {
  /** The E.164 digits of a recipient, however it was written, as a number; NaN when it is none. */
  parseRecipient(text: string): number
  /** @param rows in the order of their numbers, with all periods that matter */
  createLocator(rows: readonly RoutingRow[]): Locator
  /**
   * Lands messages in the caller's transaction, which holds the routing version: message, place in the inbox, hour,
   * totals, used numbers. Live views are told at the commit.
   * @returns the place of each, in microseconds since 1970, in the order given
   */
  land(
    transaction: DatabaseTransaction,
    batch: { routingVersion: bigint; atMs: number; landings: readonly Landing[] },
  ): Promise<bigint[]>
}
