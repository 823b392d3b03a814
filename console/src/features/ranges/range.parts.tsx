// The small pieces of a range that cards, table and details share.
import { CircleCheck, CircleMinus, FlaskConical } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CountText, PhoneText } from '../../ui/figures.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { initialOf } from '../../lib/person.ts'
import { countryName, rangeText, usedPercent, usedShare, type Range } from './ranges.figures.ts'
import { t } from './ranges.texts.ts'

export function StatusBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="good" icon={<CircleCheck aria-hidden="true" />}>
      {t('active')}
    </Badge>
  ) : (
    <Badge icon={<CircleMinus aria-hidden="true" />}>{t('inactive')}</Badge>
  )
}

export function TestBadge() {
  return (
    <span title={t('testHint')}>
      <Badge tone="warn" icon={<FlaskConical aria-hidden="true" />}>
        {t('test')}
      </Badge>
    </span>
  )
}

/** 'GB', with the name on hover. Letters, since many systems have no flags in their fonts. */
export function CountryCode({ code }: { code: string | null }) {
  const name = countryName(code)
  if (name === null) return null
  return (
    <abbr
      title={name}
      className={cx(
        'shrink-0 rounded border border-line px-1 text-[0.6875rem] leading-4 font-semibold text-ink-soft',
        'no-underline',
      )}
    >
      {code}
    </abbr>
  )
}

/** The block of numbers with its copy button. */
export function RangeNumbers({ range, className }: { range: Range; className?: string }) {
  const text = rangeText(range)
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1', className)}>
      <span className="min-w-0 font-mono text-[0.8125rem] text-ink-soft">
        <PhoneText value={range.prefix + range.startNumber} className="whitespace-nowrap" />
        {' - '}
        <PhoneText value={range.prefix + range.endNumber} className="whitespace-nowrap" />
      </span>
      <span data-list-copy>
        <CopyButton text={text} label={t('copyRange', { text })} />
      </span>
    </span>
  )
}

export function OwnerText({ owner, compact = false }: { owner: Range['owner']; compact?: boolean }) {
  if (owner === null) return <span className="text-sm text-ink-soft">{t('noOwner')}</span>
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {!compact && (
        <span
          aria-hidden="true"
          className={cx(
            'inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold',
            'text-accent-ink',
          )}
        >
          {initialOf(owner.username)}
        </span>
      )}
      <span className="min-w-0 leading-tight">
        <bdi className="block truncate text-sm font-medium">{owner.username}</bdi>
        <bdi dir="ltr" className="block truncate text-xs text-ink-soft">
          {owner.email}
        </bdi>
      </span>
    </span>
  )
}

/** used/total, the bar, and the percent. */
export function Usage({ range }: { range: Range }) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-[0.8125rem]">
        <span>
          <CountText value={range.usedNumbers} className="font-medium" />
          <span className="text-ink-soft">
            /<CountText value={range.totalNumbers} />
          </span>
        </span>
        <span className="text-xs text-ink-soft tabular-nums">
          {t('percentUtilized', { percent: usedPercent(range) })}
        </span>
      </div>
      <ProgressBar share={usedShare(range)} label={t('usageOf', { name: range.name })} />
    </div>
  )
}
