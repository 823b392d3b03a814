// The wallet's figures: the four balances of the specification, the way of money from a message to a balance, and what
// is set aside, each with its reason.
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight, TrendingUp, WalletMinimal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNowMs } from '../../lib/clock.ts'
import { useLiveState } from '../../lib/live.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { StatusDot } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, StatCard, StatRow } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TimePhrase } from '../../ui/time-phrase.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isNothing, openHourEnd, type Wallet } from './wallet.figures.ts'
import { t } from './wallet.texts.ts'

/** Characters of an amount that a tile of a phone cannot show at full size. */
const longMoney = 13

type WalletProps = { wallet: Wallet | undefined }

function Balance({ value = '0' }: { value: string | undefined }) {
  return <MoneyText value={value} {...(value.length > longMoney ? { className: 'max-sm:text-base' } : {})} />
}

export function BalanceCards({ wallet }: WalletProps) {
  const pending = wallet === undefined
  // Beside an icon the labels do not fit two up on a phone.
  const isNarrow = useNarrow()
  return (
    <StatRow>
      <StatCard
        label={t('available')}
        value={<Balance value={wallet?.available} />}
        note={t('readyForWithdrawal')}
        icon={isNarrow ? undefined : <WalletMinimal />}
        pending={pending}
      />
      <StatCard
        label={t('totalDeposits')}
        value={<Balance value={wallet?.totalDeposits} />}
        note={t('allTime')}
        icon={isNarrow ? undefined : <ArrowDownToLine />}
        pending={pending}
      />
      <StatCard
        label={t('totalWithdrawals')}
        value={<Balance value={wallet?.totalWithdrawals} />}
        note={t('allTime')}
        icon={isNarrow ? undefined : <ArrowUpFromLine />}
        pending={pending}
      />
      <StatCard
        label={t('totalEarnings')}
        value={<Balance value={wallet?.totalEarnings} />}
        note={t('completedOnly')}
        icon={isNarrow ? undefined : <TrendingUp />}
        pending={pending}
      />
    </StatRow>
  )
}

type StageProps = { title: ReactNode; value: ReactNode; hint: ReactNode; pending: boolean; step?: 'first' }

/** One place of money. A step follows from the one before it, unless it is the first. */
function Stage({ title, value, hint, pending, step }: StageProps) {
  return (
    <li className={cx('relative min-w-0 flex-1 px-4 py-4', step !== 'first' && 'max-md:border-t md:border-s md:ps-6')}>
      {step === undefined && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute start-0 top-1/2 inline-flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center',
            'rounded-full border border-line bg-surface text-ink-faint rtl:translate-x-1/2',
            'max-md:start-8 max-md:top-0 max-md:rotate-90 md:rtl:rotate-180',
          )}
        >
          <ChevronRight className="size-3.5" />
        </span>
      )}
      <p className="flex items-center gap-2 text-[0.8125rem] font-medium text-ink-soft">{title}</p>
      <div className="mt-1 flex h-7 items-center text-xl font-semibold tracking-tight">
        {pending ? <Skeleton className="h-5 w-24" /> : value}
      </div>
      <div className="mt-0.5 min-h-4.5 text-xs text-pretty text-ink-soft">{pending ? null : hint}</div>
    </li>
  )
}

function EarnedStage({ wallet }: WalletProps) {
  const isLive = useLiveState() === 'live'
  const hourEnd = openHourEnd(useNowMs())
  return (
    <Stage
      step="first"
      pending={wallet === undefined}
      title={
        <>
          <StatusDot tone={isLive ? 'good' : 'neutral'} pulse={isLive} />
          {t('notSettled')}
          <span className="sr-only">({t(isLive ? 'live' : 'reconnecting')})</span>
        </>
      }
      value={<RateText value={wallet?.earnedNotSettled ?? '0'} />}
      hint={
        <>
          {t('notSettledHint')} <TimePhrase iso={hourEnd} phrase={(time) => t('hourCloses', { time })} />
        </>
      }
    />
  )
}

/** When the next of it can be withdrawn; the amount beside it matures hour by hour. */
function NextStage({ wallet }: WalletProps) {
  const next = wallet?.nextMaturityAt ?? null
  return (
    <Stage
      pending={wallet === undefined}
      title={t('nextMaturity')}
      value={next === null ? <span className="text-ink-faint">-</span> : <RelativeTime iso={next} />}
      hint={next === null ? t('nothingMatures') : t('nextMaturityHint')}
    />
  )
}

type AsideProps = {
  /** Nothing of it is not worth a line. */
  isThere: boolean
  label: string
  value: string
  hint: string
  tone: 'neutral' | 'warn' | 'bad'
  sign?: '-'
  action?: ReactNode
}

/** Money that is somebody's and not at hand, in one line with its reason. */
function Aside({ label, value, hint, tone, sign, action }: AsideProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <span className="mt-0.5 self-start pt-1">
        <StatusDot tone={tone} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium">{label}</p>
        <p className="text-xs text-pretty text-ink-soft">{hint}</p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between max-sm:ps-6">
        {action}
        <MoneyText value={value} {...(sign === undefined ? {} : { signed: sign })} className="text-sm font-semibold" />
      </div>
    </li>
  )
}

type FlowProps = WalletProps & {
  onOpen: (dialog: string) => void
  onShow: (filter: { type: string; status: string }) => void
}

/** Pending deposits, holds and what is owed: only what there is. */
function SetAside({ wallet, onOpen, onShow }: FlowProps & { wallet: Wallet }) {
  const why = (label: string) => (
    <Button size="small" variant="quiet" aria-label={`${t('whatIsThis')} ${label}`} onClick={() => onOpen('holds')}>
      {t('whatIsThis')}
    </Button>
  )
  const show = (type: string, label: string) => (
    <Button
      size="small"
      variant="quiet"
      aria-label={`${t('show')}: ${label}`}
      onClick={() => onShow({ type, status: 'pending' })}
    >
      {t('show')}
    </Button>
  )
  const rows: AsideProps[] = [
    {
      isThere: !isNothing(wallet.pendingDeposits),
      label: t('pendingDeposits'),
      hint: t('pendingDepositsHint'),
      value: wallet.pendingDeposits,
      tone: 'neutral',
      action: show('deposit', t('pendingDeposits')),
    },
    {
      isThere: !isNothing(wallet.heldForWithdrawals),
      label: t('heldForWithdrawals'),
      hint: t('heldForWithdrawalsHint'),
      value: wallet.heldForWithdrawals,
      tone: 'neutral',
      action: show('withdrawal', t('heldForWithdrawals')),
    },
    {
      isThere: !isNothing(wallet.heldByCases),
      label: t('heldByCases'),
      hint: t('heldByCasesHint'),
      value: wallet.heldByCases,
      tone: 'warn',
      action: why(t('heldByCases')),
    },
    {
      isThere: !isNothing(wallet.frozen),
      label: t('frozen'),
      hint: t('frozenHint'),
      value: wallet.frozen,
      tone: 'warn',
      action: why(t('frozen')),
    },
    {
      isThere: !isNothing(wallet.deficit),
      label: t('deficit'),
      hint: t('deficitHint'),
      value: wallet.deficit,
      sign: '-',
      tone: 'bad',
      action: why(t('deficit')),
    },
  ]
  const shown = rows.filter(({ isThere }) => isThere)
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('setAside')} className="divide-y divide-line border-t border-line bg-canvas/60">
      {shown.map((row) => (
        <Aside key={row.label} {...row} />
      ))}
    </ul>
  )
}

/** From message to balance: earned, then settled and maturing, then available; below it what is set aside. */
export function MoneyFlow({ wallet, onOpen, onShow }: FlowProps) {
  const pending = wallet === undefined
  return (
    <Card title={t('onTheWay')} flush>
      <ol className="flex max-md:flex-col">
        <EarnedStage wallet={wallet} />
        <Stage
          pending={pending}
          title={t('maturing')}
          value={<MoneyText value={wallet?.maturing ?? '0'} />}
          hint={t('maturingHint', { count: wallet?.maturityDays ?? 0 })}
        />
        <NextStage wallet={wallet} />
      </ol>
      {wallet !== undefined && <SetAside wallet={wallet} onOpen={onOpen} onShow={onShow} />}
    </Card>
  )
}
