// The rate of each range that is one's own now, since when, and the rates before it.
import { useQuery } from '@tanstack/react-query'
import { BadgeDollarSign } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ChartTable, ChartTools, type ChartTableData } from '../../ui/chart.table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RateText } from '../../ui/figures.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { countryText } from '../analytics/analytics.figures.ts'
import { spanLabel } from '../analytics/period.figures.ts'
import { formerRateText, type RateCard } from './earnings.figures.ts'
import { t } from './earnings.texts.ts'

type RateItem = RateCard['items'][number]

/** In days of UTC, as a rate that begins at midnight of UTC should read. */
function rateSpan(from: string, until: string): string {
  return spanLabel({ from: from.slice(0, 10), to: until.slice(0, 10) })
}

function RangeName({ item: { range, isTest, isActive } }: { item: RateItem }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className="font-medium">{range.name}</span>
      {isTest && <Badge>{t('test')}</Badge>}
      {!isActive && <Badge tone="warn">{t('inactive')}</Badge>}
    </span>
  )
}

function FormerRates({ former }: Pick<RateItem, 'former'>) {
  const [isOpen, setOpen] = useState(false)
  if (former.length === 0) return <span className="text-[0.8125rem] text-ink-soft">{t('noFormerRates')}</span>
  const shown = isOpen ? former : former.slice(0, 1)
  return (
    <ul className="text-[0.8125rem] text-ink-soft">
      {shown.map((rate) => (
        <li key={rate.from}>{formerRateText(rate, rateSpan)}</li>
      ))}
      {former.length > 1 && (
        <li>
          <button
            type="button"
            aria-expanded={isOpen}
            className="rounded font-medium text-accent-ink hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {t('formerRates')} (<bdi dir="ltr">{former.length}</bdi>)
          </button>
        </li>
      )}
    </ul>
  )
}

function tableOf({ items }: RateCard): ChartTableData {
  return {
    columns: [
      { label: t('range') },
      { label: t('country') },
      { label: t('rate'), align: 'end' },
      { label: t('since') },
      { label: t('formerRates') },
    ],
    rows: items.map((item) => ({
      key: item.range.id,
      cells: [
        { text: item.range.name, content: <RangeName item={item} /> },
        { text: countryText(item.range.country), exact: item.range.country },
        {
          text: item.rate ?? '',
          content: item.rate === null ? t('noRate') : <RateText value={item.rate} className="font-medium" />,
        },
        { text: formatDay(item.since ?? item.ownedSince), exact: item.since },
        {
          text: item.former.map((rate) => formerRateText(rate, rateSpan)).join('; '),
          content: <FormerRates former={item.former} />,
        },
      ],
    })),
  }
}

export function RateCardTable() {
  const { data, error, isFetching, refetch } = useQuery(read('earnings.rates', {}))
  return (
    <Card title={t('rateCard')}>
      {error !== null && data === undefined && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <SkeletonRows rows={3} label={t('loading')} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<BadgeDollarSign />} title={t('noRanges')} description={t('noRangesHint')} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <div id="rates">
          <ChartTable label={t('rateCard')} {...tableOf(data)} />
          <ChartTools label={t('rateCard')} data={() => tableOf(data)} anchor="rates" />
          {data.isCut && <p className="mt-2 text-xs text-ink-soft">{t('rateCardCut', { count: data.items.length })}</p>}
        </div>
      )}
    </Card>
  )
}
