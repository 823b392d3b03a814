// The address of the Admin Dashboard: which traffic is drawn, whether it stands still, and what of the alerts is shown.
import { choiceOf, compact, flagOf, type RawSearch } from '../../lib/search.ts'
import { parseAlertsSearch, type AlertsPatch, type AlertsSearch } from '../alerts/alerts.search.ts'

export const spans = ['hour', 'day'] as const
export type Span = (typeof spans)[number]

export type AdminDashboardSearch = AlertsSearch & { traffic?: Span; paused?: true }
/** What changes in the address; undefined takes it out. */
export type AdminDashboardPatch = AlertsPatch & { traffic?: Span | undefined; paused?: true | undefined }

export function parseAdminDashboardSearch(raw: RawSearch): AdminDashboardSearch {
  return compact({
    ...parseAlertsSearch(raw),
    traffic: choiceOf(raw, 'traffic', spans),
    paused: flagOf(raw, 'paused'),
  })
}
