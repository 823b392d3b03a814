// Takes note of a crash in somebody's browser, under the id that they see and quote: in the log, for whoever mends it.
// Bounded for one address and for all of them, and silent beyond: a console that fails in a loop, or somebody who
// pretends to, fills nothing. Nothing that was shown on the page comes here: see lib/client-error.ts in the console.
import type { OperationParsed } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

export const REPORTS_PER_ADDRESS_MAX = 10
export const REPORTS_MAX = 200
const PERIOD_MS = 60_000

export type ClientError = OperationParsed<Operations['system.report-client-error']>['body']

/** Counts in this process alone: what is bounded is its log. */
export function clientErrorReporter({ clock, log }: { clock: Clock; log: Log }) {
  let periodEndsMs = 0
  let count = 0
  let byAddress = new Map<string, number>()
  return (report: ClientError, address: string): void => {
    if (clock.nowMs() >= periodEndsMs) {
      periodEndsMs = clock.nowMs() + PERIOD_MS
      count = 0
      byAddress = new Map()
    }
    const ofAddress = byAddress.get(address) ?? 0
    if (count >= REPORTS_MAX || ofAddress >= REPORTS_PER_ADDRESS_MAX) return
    count += 1
    byAddress.set(address, ofAddress + 1)
    log.warn({ clientErrorId: report.id, ...report, address }, 'the console failed in a browser')
  }
}
