// What the traffic came from: ranges, countries, owners, senders, languages, and the hours of the week. A list that
// covers less than the period says which days it covers; a name leads to the messages behind it.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatClock } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { BarList, type BarListItem } from '../../ui/chart.bar-list.tsx'
import { HeatMap } from '../../ui/chart.heat-map.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  countryText,
  figureOf,
  isEmpty,
  languageText,
  senderText,
  type Analytics,
  type Sums,
} from './analytics.figures.ts'
import { metrics, type Metric } from './analytics.search.ts'
import { t } from './analytics.texts.ts'
import { momentsOf, spanLabel } from './period.figures.ts'
import { readerZone } from '../../lib/zones.ts'

type PartsProps = { analytics: Analytics | undefined; metric: Metric; isAdmin: boolean }
type Shown = Omit<PartsProps, 'analytics'> & { analytics: Analytics }

const linkClass = 'rounded underline-offset-4 hover:underline'

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-xs text-ink-soft">{children}</p>
}

/** All three figures are in the table and in the file, whichever is drawn. */
function itemOf(key: string, label: string, sums: Sums, metric: Metric): BarListItem {
  const more = metrics.filter((each) => each !== metric).map((each) => figureOf(sums, each))
  return { key, label, ...figureOf(sums, metric), more: more.map(({ text, exact }) => ({ text, exact })) }
}

function moreLabels(metric: Metric): string[] {
  return metrics.filter((each) => each !== metric).map((each) => t(each))
}

function byLargest(a: BarListItem, b: BarListItem): number {
  return b.value - a.value
}

function RangeCard({ analytics, metric, isAdmin }: Shown) {
  const { byRange, totals, period, brokenDownFrom, isPlatform } = analytics
  const items = byRange.map((range) => ({
    ...itemOf(range.id, range.name, range, metric),
    ...(isPlatform && isAdmin
      ? {}
      : {
          content: (
            <Link to="/inbox" search={{ range: range.id, ...momentsOf(period) }} className={linkClass}>
              {range.name}
            </Link>
          ),
        }),
  }))
  return (
    <Card title={t('byRange')}>
      <BarList
        anchor="by-range"
        label={t('metricBy', { metric: t(metric), part: t('byRange') })}
        nameLabel={t('range')}
        valueLabel={t(metric)}
        moreLabels={moreLabels(metric)}
        items={items.toSorted(byLargest)}
        {...(brokenDownFrom === null ? { total: figureOf(totals, metric).value } : {})}
      />
      <Covers analytics={analytics} />
    </Card>
  )
}

function Covers({ analytics: { brokenDownFrom, period } }: { analytics: Analytics }) {
  if (brokenDownFrom === null) return null
  return <Note>{t('covers', { span: spanLabel({ from: brokenDownFrom, to: period.to }) })}</Note>
}

function CountryCard({ analytics, metric }: Shown) {
  const items = analytics.byCountry.map((each) =>
    itemOf(each.country ?? 'none', countryText(each.country), each, metric),
  )
  return (
    <Card title={t('byCountry')}>
      <BarList
        anchor="by-country"
        label={t('metricBy', { metric: t(metric), part: t('byCountry') })}
        nameLabel={t('country')}
        valueLabel={t(metric)}
        moreLabels={moreLabels(metric)}
        items={items.toSorted(byLargest)}
      />
      <Covers analytics={analytics} />
    </Card>
  )
}

function OwnerCard({ analytics, metric }: Shown) {
  const items = analytics.byOwner.map((owner) => ({
    ...itemOf(owner.id, owner.username, owner, metric),
    content: (
      <Link
        to="/analytics"
        search={(former) => ({ ...former, owner: owner.id })}
        className={linkClass}
        resetScroll={false}
      >
        {owner.username}
      </Link>
    ),
  }))
  return (
    <Card title={t('byOwner')}>
      <BarList
        anchor="by-owner"
        label={t('metricBy', { metric: t(metric), part: t('byOwner') })}
        nameLabel={t('owner')}
        valueLabel={t(metric)}
        moreLabels={moreLabels(metric)}
        items={items.toSorted(byLargest)}
      />
      <Covers analytics={analytics} />
    </Card>
  )
}

function SenderNote({ senders }: { senders: NonNullable<Analytics['senders']> }) {
  const counted =
    senders.countedUpTo === null ? t('notCounted') : t('countedUpTo', { time: formatClock(senders.countedUpTo) })
  return <Note>{t('senderDays', { span: spanLabel(senders), counted })}</Note>
}

function SenderCard({ analytics: { senders, period }, metric }: Shown) {
  if (senders === null) return null
  const items = senders.items.map((each) => {
    const item = itemOf(each.sender === '' ? ' ' : each.sender, senderText(each.sender), each, metric)
    if (each.sender === '') return item
    const search = { sender: each.sender, ...momentsOf(period) }
    return {
      ...item,
      content: (
        <Link to="/inbox" search={search} className={linkClass}>
          <bdi>{each.sender}</bdi>
        </Link>
      ),
    }
  })
  return (
    <Card title={t('bySender')}>
      <BarList
        anchor="by-sender"
        label={t('metricBy', { metric: t(metric), part: t('bySender') })}
        nameLabel={t('sender')}
        valueLabel={t(metric)}
        moreLabels={moreLabels(metric)}
        items={items.toSorted(byLargest)}
        {...(metric === 'messages' ? { total: senders.messages } : {})}
      />
      <SenderNote senders={senders} />
    </Card>
  )
}

function LanguageCard({ analytics: { senders, languages } }: Shown) {
  if (senders === null) return null
  return (
    <Card title={t('byLanguage')}>
      <BarList
        anchor="by-language"
        label={t('metricBy', { metric: t('messages'), part: t('byLanguage') })}
        nameLabel={t('language')}
        valueLabel={t('messages')}
        items={languages.map(({ language, messages }) => ({
          key: language,
          label: languageText(language),
          value: messages,
        }))}
      />
      <SenderNote senders={senders} />
    </Card>
  )
}

function WeekCard({ analytics: { week, period } }: Shown) {
  return (
    <Card title={t('week')}>
      <p className="mb-3 text-xs text-ink-soft">{t('weekNote', { zone: readerZone })}</p>
      <HeatMap anchor="week" label={t('week')} values={week.messages} />
      {week.from !== period.from && <Note>{t('covers', { span: spanLabel(week) })}</Note>}
    </Card>
  )
}

export function PartCards({ analytics, metric, isAdmin }: PartsProps) {
  if (analytics === undefined) {
    return (
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2" role="status" aria-label={t('loading')}>
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    )
  }
  if (isEmpty(analytics)) return null
  const shown = { analytics, metric, isAdmin }
  return (
    <>
      <WeekCard {...shown} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <RangeCard {...shown} />
          <CountryCard {...shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {analytics.isPlatform && <OwnerCard {...shown} />}
          <SenderCard {...shown} />
          <LanguageCard {...shown} />
        </div>
      </div>
      {analytics.isPlatform && <p className="text-sm text-ink-soft">{t('sendersOfOwner')}</p>}
    </>
  )
}
