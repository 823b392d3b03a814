// The part of an address that is about alerts: what was beside what is, its page, and the alert that is being
// acknowledged.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type AlertsSearch = { alerts?: 'resolved'; cursor?: string; alert?: string }
/** What changes in the address; undefined takes it out. */
export type AlertsPatch = { [K in keyof AlertsSearch]?: AlertsSearch[K] | undefined }

export function parseAlertsSearch(raw: RawSearch): AlertsSearch {
  return compact({
    alerts: choiceOf(raw, 'alerts', ['resolved']),
    cursor: textOf(raw, 'cursor'),
    alert: textOf(raw, 'alert'),
  })
}
