// The dashboard's address: the period it looks at. Absent: 30 days.
import { compact, type RawSearch } from '../../lib/search.ts'

export type DashboardDays = 7 | 30 | 90
export type DashboardSearch = { days?: Exclude<DashboardDays, 30> }

export function parseDashboardSearch(raw: RawSearch): DashboardSearch {
  const days = Number(raw['days'])
  return compact({ days: days === 7 || days === 90 ? days : undefined })
}
