// The address of the Super Admin Dashboard: the period and the figure of the chart, whether it stands still, and what
// of the alerts is shown.
import { choiceOf, compact, flagOf, type RawSearch } from '../../lib/search.ts'
import { parseAlertsSearch, type AlertsPatch, type AlertsSearch } from '../alerts/alerts.search.ts'

export const metrics = ['rate', 'lag', 'p95', 'errors', 'database', 'streams', 'memory'] as const
export type Metric = (typeof metrics)[number]
export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
export const hoursOf = { day: 24, week: 168, month: 720 } as const satisfies Record<Period, number>

export type SystemSearch = AlertsSearch & { figure?: Metric; period?: Period; paused?: true }
/** What changes in the address; undefined takes it out. */
export type SystemPatch = AlertsPatch & {
  figure?: Metric | undefined
  period?: Period | undefined
  paused?: true | undefined
}

export function parseSystemSearch(raw: RawSearch): SystemSearch {
  return compact({
    ...parseAlertsSearch(raw),
    figure: choiceOf(raw, 'figure', metrics),
    period: choiceOf(raw, 'period', periods),
    paused: flagOf(raw, 'paused'),
  })
}
