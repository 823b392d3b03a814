// The wallet's figures: the four balances of the specification, and the way of money from a message to a balance.
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight, TrendingUp, WalletMinimal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLiveState } from '../../lib/live.ts'
import { formatMoney } from '../../lib/format.ts'
import { StatusDot } from '../../ui/badge.tsx'
import { Card, StatCard, StatRow } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Wallet } from './use-wallet.ts'
import { t } from './wallet.texts.ts'

function isZero(amount: string): boolean {
  return /^-?0+(\.0+)?$/.test(amount)
}

export function BalanceCards({ wallet }: { wallet: Wallet | undefined }) {
  const pending = wallet === undefined
  const hasHeld = wallet !== undefined && !isZero(wallet.held)
  const value = (amount: string | undefined) => <MoneyText value={amount ?? '0'} />
  return (
    <StatRow>
      <StatCard
        label={t('available')}
        value={value(wallet?.available)}
        note={hasHeld ? t('held', { amount: formatMoney(wallet.held) }) : t('readyForWithdrawal')}
        icon={<WalletMinimal />}
        pending={pending}
      />
      <StatCard
        label={t('totalDeposits')}
        value={value(wallet?.totalDeposits)}
        icon={<ArrowDownToLine />}
        pending={pending}
      />
      <StatCard
        label={t('totalWithdrawals')}
        value={value(wallet?.totalWithdrawals)}
        icon={<ArrowUpFromLine />}
        pending={pending}
      />
      <StatCard
        label={t('totalEarnings')}
        value={value(wallet?.totalEarnings)}
        note={t('completedOnly')}
        icon={<TrendingUp />}
        pending={pending}
      />
    </StatRow>
  )
}

type StageProps = { title: ReactNode; amount: ReactNode; hint: ReactNode; pending: boolean; isFirst?: boolean }

function Stage({ title, amount, hint, pending, isFirst = false }: StageProps) {
  return (
    <li className={cx('relative min-w-0 flex-1 p-4', !isFirst && 'max-md:border-t md:border-s')}>
      {!isFirst && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute start-0 top-1/2 inline-flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center',
            'rounded-full border border-line bg-surface text-ink-faint max-md:hidden',
            'rtl:translate-x-1/2 rtl:rotate-180',
          )}
        >
          <ChevronRight className="size-3.5" />
        </span>
      )}
      <p className="flex items-center gap-2 text-[0.8125rem] font-medium text-ink-soft">{title}</p>
      <div className="mt-1 text-xl font-semibold tracking-tight">
        {pending ? <Skeleton className="my-1 h-5 w-24" /> : amount}
      </div>
      <p className="mt-0.5 min-h-[1.125rem] text-xs text-pretty text-ink-soft">{pending ? null : hint}</p>
    </li>
  )
}

/** From message to balance: earned, settled and maturing, available. */
export function MoneyFlow({ wallet }: { wallet: Wallet | undefined }) {
  const isLive = useLiveState() === 'live'
  const pending = wallet === undefined
  const next = wallet?.nextMaturityAt ?? null
  return (
    <Card title={t('onTheWay')} flush>
      <ol className="flex max-md:flex-col">
        <Stage
          isFirst
          pending={pending}
          title={
            <>
              <StatusDot tone={isLive ? 'good' : 'neutral'} pulse={isLive} />
              {t('notSettled')}
            </>
          }
          amount={<RateText value={wallet?.earnedNotSettled ?? '0'} />}
          hint={t('notSettledHint')}
        />
        <Stage
          pending={pending}
          title={t('maturing')}
          amount={<MoneyText value={wallet?.maturing ?? '0'} />}
          hint={
            next === null ? (
              t('maturingHint', { count: wallet?.maturityDays ?? 0 })
            ) : (
              <>
                {t('nextMaturity')} <RelativeTime iso={next} className="font-medium text-ink" />
              </>
            )
          }
        />
        <Stage
          pending={pending}
          title={t('availableStep')}
          amount={<MoneyText value={wallet?.available ?? '0'} />}
          hint={t('availableHint')}
        />
      </ol>
    </Card>
  )
}

/** What the platform pays by; depositing and withdrawing have pages of their own. */
export function PaymentMethods() {
  const methods = [
    { name: t('usdt'), hint: t('usdtHint'), mark: '₮' },
    { name: t('paypal'), hint: t('paypalHint'), mark: 'P' },
  ]
  return (
    <Card title={t('methods')}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {methods.map(({ name, hint, mark }) => (
          <li key={name} className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-3">
            <span
              aria-hidden="true"
              className={cx(
                'inline-flex size-9 items-center justify-center rounded-lg',
                'bg-accent-soft font-semibold text-accent-ink',
              )}
            >
              {mark}
            </span>
            <div className="min-w-0 leading-snug">
              <p className="text-sm font-medium">{name}</p>
              <p className="text-xs text-ink-soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
