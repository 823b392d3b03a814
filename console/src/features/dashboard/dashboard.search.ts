// The dashboard's address: the period it looks at. Absent: 30 days.
import { choiceOf, compact, type RawSearch } from '../../lib/search.ts'

const periods = ['7', '90'] as const

export type DashboardSearch = { days?: (typeof periods)[number] }

export function parseDashboardSearch(raw: RawSearch): DashboardSearch {
  return compact({ days: choiceOf({ days: String(raw['days']) }, 'days', periods) })
}
