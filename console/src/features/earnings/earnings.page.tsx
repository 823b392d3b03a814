// The My Earnings section: what was earned, where it is on its way to the owner, when it matures, by what it came from,
// and at which rates. Figures of different freshness each say their time.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatClock } from '../../lib/format.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { PeriodPicker } from '../analytics/period-picker.tsx'
import { parsePeriodSearch, periodPatch, periodQueryOf, type PeriodSearch } from '../analytics/period.search.ts'
import { EarningParts } from './earnings.parts.tsx'
import { t } from './earnings.texts.ts'
import { EarningsOverTime, EarningTiles } from './earnings.tiles.tsx'
import { MaturityCard } from './maturity.card.tsx'
import { MoneyWay } from './money-way.card.tsx'
import { RateCardTable } from './rate-card.tsx'

const route = getRouteApi(pathOf('earnings'))
const pollEveryMs = 60_000

export function EarningsPage() {
  const search = parsePeriodSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readKeeping('earnings.read', { query: periodQueryOf(search) }),
    refetchInterval: pollEveryMs,
  })
  const choose = (period: PeriodSearch) => void navigate({ search: compact(periodPatch(period)), resetScroll: false })
  return (
    <Page>
      <PageHeader
        title={sections.earnings.title}
        description={data === undefined ? t('description') : t('asOf', { time: formatClock(data.asOf) })}
        actions={<PeriodPicker presets={[7, 30, 90, 365]} search={search} shown={data?.period} onChange={choose} />}
      />
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <div className={cx('contents', isPlaceholderData && '[&>*]:opacity-60')} aria-busy={isPlaceholderData}>
          <EarningTiles earnings={data} />
          <MoneyWay />
          <EarningsOverTime earnings={data} onZoom={choose} />
        </div>
      )}
      <MaturityCard />
      <div className={cx('contents', isPlaceholderData && '[&>*]:opacity-60')}>
        {(data !== undefined || error === null) && <EarningParts earnings={data} />}
      </div>
      <RateCardTable />
    </Page>
  )
}
