// Stage 6: every item of a committed batch is answered once, in the order in which it came. A closed session is no
// error: what it was not told it will send again, and then it is recognised.
import type { Decision } from './outcome.ts'

export function acknowledge(decisions: readonly Decision[]): void {
  for (const { item, outcome } of decisions) item.port.answer(item, outcome)
}
