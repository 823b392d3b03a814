// What the earnings came from. A range and a sender lead to the messages behind the amount.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatClock, formatCount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { BarList, type BarListItem } from '../../ui/chart.bar-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { countryText, senderText } from '../analytics/analytics.figures.ts'
import { momentsOf, spanLabel } from '../analytics/period.figures.ts'
import { moneyFigure, type Earnings } from './earnings.figures.ts'
import { t } from './earnings.texts.ts'

type Sums = Pick<Earnings['byRange'][number], 'messages' | 'segments' | 'earnings'>

const linkClass = 'rounded underline-offset-4 hover:underline'

function itemOf(key: string, label: string, sums: Sums, content?: ReactNode): BarListItem {
  return {
    key,
    label,
    ...moneyFigure(sums.earnings),
    ...(content === undefined ? {} : { content }),
    more: [
      { text: formatCount(sums.messages), exact: sums.messages },
      { text: formatCount(sums.segments), exact: sums.segments },
    ],
  }
}

type PartCardProps = { anchor: string; title: string; name: string; items: readonly BarListItem[]; note?: string }

function PartCard({ anchor, title, name, items, note }: PartCardProps) {
  return (
    <Card title={title}>
      <BarList
        anchor={anchor}
        label={t('earningsBy', { part: title })}
        nameLabel={name}
        valueLabel={t('earnings')}
        moreLabels={[t('messages'), t('segments')]}
        items={items.toSorted((a, b) => b.value - a.value)}
      />
      {note !== undefined && <p className="mt-3 text-xs text-ink-soft">{note}</p>}
    </Card>
  )
}

function senderNote({ senders }: Earnings): string {
  const { countedUpTo } = senders
  const counted = countedUpTo === null ? t('notCounted') : t('countedUpTo', { time: formatClock(countedUpTo) })
  return t('senderDays', { span: spanLabel(senders), counted })
}

function rangeItem(range: Earnings['byRange'][number], earnings: Earnings): BarListItem {
  const search = { range: range.id, ...momentsOf(earnings.period) }
  return itemOf(
    range.id,
    range.name,
    range,
    <Link to="/inbox" search={search} className={linkClass}>
      {range.name}
    </Link>,
  )
}

function senderItem(each: Earnings['senders']['items'][number], earnings: Earnings): BarListItem {
  if (each.sender === '') return itemOf(' ', senderText(''), each)
  const search = { sender: each.sender, ...momentsOf(earnings.period) }
  return itemOf(
    each.sender,
    each.sender,
    each,
    <Link to="/inbox" search={search} className={linkClass}>
      <bdi>{each.sender}</bdi>
    </Link>,
  )
}

export function EarningParts({ earnings }: { earnings: Earnings | undefined }) {
  if (earnings === undefined) {
    return (
      <div role="status" aria-label={t('loading')} className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    )
  }
  if (earnings.inPeriod.messages === 0) return null
  const countries = earnings.byCountry.map((each) => itemOf(each.country ?? ' ', countryText(each.country), each))
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <PartCard
          anchor="by-range"
          title={t('byRange')}
          name={t('range')}
          items={earnings.byRange.map((range) => rangeItem(range, earnings))}
        />
        <PartCard anchor="by-country" title={t('byCountry')} name={t('country')} items={countries} />
      </div>
      <PartCard
        anchor="by-sender"
        title={t('bySender')}
        name={t('sender')}
        items={earnings.senders.items.map((each) => senderItem(each, earnings))}
        note={senderNote(earnings)}
      />
    </div>
  )
}
