// The four figures at the head of the dashboard. Each leads to what it counts.
import { Link } from '@tanstack/react-router'
import { ArrowDownRight, ArrowUpRight, Hash, MessageSquare, TrendingUp, Wallet } from 'lucide-react'
import { formatGrowth, formatMoney } from '../../lib/format.ts'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { cx } from '../../ui/class-names.ts'
import { CountText, MoneyText } from '../../ui/figures.tsx'
import type { Dashboard } from './dashboard.figures.ts'
import { countDays } from '../analytics/period.search.ts'
import { t } from './dashboard.texts.ts'

type TilesProps = { dashboard: Dashboard | undefined }

const linkClass = cx(
  'group min-w-0 rounded-xl [&>div]:h-full [&>div]:transition-colors',
  'hover:[&>div]:border-line-strong/60 hover:[&>div]:bg-hover/40',
)

function Growth({ dashboard }: TilesProps) {
  const percent = dashboard?.period.growthPercent ?? null
  const days = dashboard === undefined ? 0 : countDays(dashboard.period.from, dashboard.period.to)
  const isDown = percent !== null && percent < 0
  const Arrow = isDown ? ArrowDownRight : ArrowUpRight
  const note = (
    <>
      <span className="max-sm:hidden">{t('growthNote', { count: days })}</span>
      <span className="sm:hidden">{t('growthNoteShort')}</span>
    </>
  )
  return (
    <StatCard
      label={t('growth')}
      icon={<TrendingUp />}
      pending={dashboard === undefined}
      value={
        percent === null ? (
          <span className="text-ink-faint">-</span>
        ) : (
          <span className="inline-flex items-center gap-1">
            <bdi dir="ltr">{formatGrowth(percent / 100)}</bdi>
            {percent !== 0 && (
              <Arrow className={cx('size-5', isDown ? 'text-bad' : 'text-good')} aria-hidden="true" strokeWidth={2.5} />
            )}
          </span>
        )
      }
      note={percent === null ? t('growthNone') : note}
    />
  )
}

/** The same days in another section. */
function periodOf({ period: { from, to } }: Dashboard): { from: string; to: string } {
  return { from, to }
}

export function DashboardTiles({ dashboard }: TilesProps) {
  const pending = dashboard === undefined
  return (
    <StatRow>
      <Link to="/inbox" className={linkClass}>
        <StatCard
          label={t('totalMessages')}
          icon={<MessageSquare />}
          pending={pending}
          value={<CountText value={dashboard?.totalMessages ?? 0} />}
          note={t('unread', { count: dashboard?.unreadMessages ?? 0 })}
          aside={
            <Sparkline
              label={t('messagesPerDay')}
              values={dashboard?.days.map(({ messages }) => messages) ?? []}
              className="max-xl:hidden"
            />
          }
        />
      </Link>
      <Link to="/earnings" search={dashboard === undefined ? {} : periodOf(dashboard)} className={linkClass}>
        <StatCard
          label={t('totalEarnings')}
          icon={<Wallet />}
          pending={pending}
          value={<MoneyText value={dashboard?.totalEarnings ?? '0'} />}
          note={t('earnedInPeriod', { amount: formatMoney(dashboard?.period.earnings ?? '0') })}
          aside={
            <Sparkline
              label={t('earningsPerDay')}
              values={dashboard?.days.map(({ earnings }) => Number(earnings)) ?? []}
              className="max-xl:hidden"
            />
          }
        />
      </Link>
      <Link to="/number-ranges" className={linkClass}>
        <StatCard
          label={t('numberRanges')}
          icon={<Hash />}
          pending={pending}
          value={<CountText value={dashboard?.numberRanges ?? 0} />}
          note={t('active', { count: dashboard?.activeRanges ?? 0 })}
        />
      </Link>
      <Link to="/analytics" search={dashboard === undefined ? {} : periodOf(dashboard)} className={linkClass}>
        <Growth dashboard={dashboard} />
      </Link>
    </StatRow>
  )
}
