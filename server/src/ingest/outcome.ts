// The pipeline as a sentence. An item is decoded, joined with its siblings, located, rated, committed, acknowledged,
// and its owner notified.
//
//   1 decode        octets → receipt, whole message or part            pure
//   2 reassemble    parts → message                                    pure, over rows read for the batch
//   3 locate        recipient → range, owner, rate at that moment      pure, over the routing table
//   4 rate          message → what it earned                           pure
//   5 commit        everything becomes durable, or nothing             the only stage that writes
//   6 acknowledge   each item is answered with its outcome             after the commit only
//   7 notify        live views learn that there is something new       may fail; a reader's cursor loses nothing
//
// Outcomes are closed; what an SMPP or HTTP peer is told for each of them stands in carriers/outcome-status.ts.
import type { IntakeItem, Outcome } from '../features/carriers/carriers.public.ts'

/** The outcome decided for one item of a batch; told to it only after the commit. */
export type Decision = { item: IntakeItem; outcome: Outcome }
