// The address of Analytics: the period, what it is compared with, whose traffic, and which figure is drawn.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'
import { parsePeriodSearch, type PeriodSearch } from './period.search.ts'

export const comparisons = ['previous', 'year', 'none'] as const
export const metrics = ['messages', 'segments', 'earnings'] as const
export type Comparison = (typeof comparisons)[number]
export type Metric = (typeof metrics)[number]

/** Absent: compared with the previous period, messages, and of an admin the whole platform. */
export type AnalyticsSearch = PeriodSearch & { compare?: Comparison; metric?: Metric; owner?: string }

export function parseAnalyticsSearch(raw: RawSearch): AnalyticsSearch {
  const compare = choiceOf(raw, 'compare', comparisons)
  const metric = choiceOf(raw, 'metric', metrics)
  return compact({
    ...parsePeriodSearch(raw),
    compare: compare === 'previous' ? undefined : compare,
    metric: metric === 'messages' ? undefined : metric,
    owner: textOf(raw, 'owner'),
  })
}
