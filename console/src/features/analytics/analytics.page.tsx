// The Analytics section: traffic over time, compared, and by what it came from. Everything that is chosen is in the
// address, so a link shows the same. Whoever runs the platform sees all of it, or one owner's.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { roleCovers } from '@inrange/contract/roles'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatClock } from '../../lib/format.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { AnalyticsFilters } from './analytics.filters.tsx'
import { PartCards } from './analytics.parts.tsx'
import { parseAnalyticsSearch, type AnalyticsSearch } from './analytics.search.ts'
import { t } from './analytics.texts.ts'
import { AnalyticsTiles } from './analytics.tiles.tsx'
import { OverTime } from './over-time.card.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { periodPatch, periodQueryOf, type PeriodSearch } from './period.search.ts'

const route = getRouteApi(pathOf('analytics'))
const pollEveryMs = 60_000

export type AnalyticsPatch = { [K in keyof AnalyticsSearch]?: AnalyticsSearch[K] | undefined }

function useAddress() {
  const search = parseAnalyticsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: AnalyticsPatch) =>
      void navigate({
        search: (former: AnalyticsSearch) => compact({ ...former, ...change }),
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, patch }
}

export function AnalyticsPage() {
  const { role } = useSignedInUser()
  const { search, patch } = useAddress()
  const { compare, metric = 'messages', owner } = search
  const isAdmin = roleCovers(role, 'admin')
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readKeeping('analytics.read', {
      query: {
        ...periodQueryOf(search),
        ...(compare === undefined ? {} : { compare }),
        ...(owner === undefined || !isAdmin ? {} : { ownerId: owner }),
      },
    }),
    refetchInterval: pollEveryMs,
  })
  const choosePeriod = (period: PeriodSearch) => patch(periodPatch(period))
  return (
    <Page>
      <PageHeader
        title={sections.analytics.title}
        description={data === undefined ? t('description') : t('asOf', { time: formatClock(data.asOf) })}
        actions={
          <PeriodPicker presets={[7, 30, 90, 365]} search={search} shown={data?.period} onChange={choosePeriod} />
        }
      />
      <AnalyticsFilters search={search} isAdmin={isAdmin} onChange={patch} />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <div className={cx('contents', isPlaceholderData && '[&>*]:opacity-60')} aria-busy={isPlaceholderData}>
          <AnalyticsTiles analytics={data} />
          <OverTime
            analytics={data}
            metric={metric}
            onMetric={(next) => patch({ metric: next })}
            onZoom={choosePeriod}
          />
          <PartCards analytics={data} metric={metric} isAdmin={isAdmin} />
        </div>
      )}
    </Page>
  )
}
