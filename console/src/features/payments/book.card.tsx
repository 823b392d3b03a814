// One kind of custody: outside = custody − leaving + coming, laid out as the sum it is, and whether it holds.
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import type { CallOutput } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { t } from './books.texts.ts'
import { KindMark } from './payments.parts.tsx'

export type Book = CallOutput<'payments.books'>['books'][number]

export function isZero(decimal: string): boolean {
  return /^-?0*(\.0*)?$/.test(decimal)
}

/** What a difference says: exactly, since a difference below a cent is one as well. */
export function DifferenceBadge({ book: { difference } }: { book: Book }) {
  if (difference === null) {
    return (
      <Badge tone="warn" icon={<CircleHelp aria-hidden="true" />}>
        {t('unread')}
      </Badge>
    )
  }
  if (isZero(difference)) {
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
        {t('equal')}
      </Badge>
    )
  }
  return (
    <Badge tone="bad" icon={<TriangleAlert aria-hidden="true" />}>
      <bdi dir="ltr" className="tabular-nums">
        {exactMoney(difference)}
      </bdi>
    </Badge>
  )
}

/** '-$0.000001': cents where they say it all, every decimal where they do not. */
function exactMoney(decimal: string): string {
  const isCents = /^-?\d+(\.\d{2}0*)?$/.test(decimal)
  if (isCents) return formatMoney(decimal)
  return decimal.startsWith('-') ? `-$${decimal.slice(1)}` : `$${decimal}`
}

type TermProps = { label: string; hint: string; value: string | null; sign?: '−' | '+' | '=' }

function Term({ label, hint, value, sign }: TermProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="min-w-0">
        <span className="text-sm">{label}</span> <span className="text-xs text-ink-soft">{hint}</span>
      </dt>
      <dd className="shrink-0 text-sm font-medium tabular-nums">
        {sign !== undefined && (
          <span aria-hidden="true" className="me-1.5 text-ink-faint">
            {sign}
          </span>
        )}
        {value === null ? '-' : <MoneyText value={value} />}
      </dd>
    </div>
  )
}

function Alarm({ book: { difference, detail } }: { book: Book }) {
  const isBad = difference !== null && !isZero(difference)
  const isLess = difference?.startsWith('-') === true
  if (detail === '' && !isBad) return null
  return (
    <div
      {...(isBad ? { role: 'alert' } : {})}
      className={cx(
        'border-t px-5 py-3 text-[0.8125rem] text-pretty wrap-anywhere',
        isBad ? 'border-bad/25 bg-bad-soft' : difference === null ? 'border-warn/25 bg-warn-soft' : 'border-line',
      )}
    >
      {isBad && (
        <p className="font-semibold text-bad">
          {t(isLess ? 'alarmLess' : 'alarmMore', { amount: exactMoney(difference.replace(/^-/, '')) })}
        </p>
      )}
      {detail !== '' && (
        <p className={isBad || difference === null ? 'text-ink' : 'text-ink-soft'}>{serverText(detail)}</p>
      )}
    </div>
  )
}

export function BookCard({ book }: { book: Book }) {
  const { kind, takenAt, outside, custody, inFlightOut, inFlightIn } = book
  return (
    <li className="min-w-0">
      <article
        aria-label={t(kind)}
        className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface shadow-card"
      >
        <header className="flex items-center gap-3 px-5 pt-4 pb-2">
          <KindMark kind={kind} isSmall />
          <div className="min-w-0 flex-1">
            <h2 className="text-[0.9375rem] font-semibold">{t(kind)}</h2>
            <p className="text-xs text-ink-soft">
              {t('taken')} <RelativeTime iso={takenAt} />
            </p>
          </div>
          <DifferenceBadge book={book} />
        </header>
        <dl className="divide-y divide-line px-5 pb-3">
          <Term label={t('custody')} hint={t('custodyHint')} value={custody} />
          <Term label={t('inFlightOut')} hint={t('inFlightOutHint')} value={inFlightOut} sign="−" />
          <Term label={t('inFlightIn')} hint={t('inFlightInHint')} value={inFlightIn} sign="+" />
          <Term label={t('outside')} hint={t('outsideHint')} value={outside} sign="=" />
        </dl>
        <Alarm book={book} />
      </article>
    </li>
  )
}
