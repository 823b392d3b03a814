// Where the money is: earned, maturing, available, paid out; and what is on hold, with the reason. All from the ledger,
// read in one moment; nothing here is added up in the browser.
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { decimalToMicros } from '@inrange/contract/money'
import type { CallOutput } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from './earnings.texts.ts'

type Wallet = CallOutput<'wallet.read'>
type Way = Pick<LinkProps, 'to' | 'search'>

const pollEveryMs = 60_000
const linkClass = 'rounded text-xs font-medium text-accent-ink underline-offset-4 hover:underline'

type StageProps = {
  title: string
  amount: string | undefined
  hint: ReactNode
  way: Way
  action: string
  isFirst?: boolean
}

function Stage({ title, amount, hint, way, action, isFirst = false }: StageProps) {
  return (
    <li className={cx('min-w-0 flex-1 px-4 py-4', !isFirst && 'border-line max-md:border-t md:border-s')}>
      <p className="text-[0.8125rem] font-medium text-ink-soft">{title}</p>
      <div className="mt-1 text-lg leading-7 font-semibold">
        {amount === undefined ? <Skeleton className="my-1 h-5 w-20" /> : <MoneyText value={amount} />}
      </div>
      <div className="mt-0.5 min-h-[2.625rem] text-xs text-pretty text-ink-soft">{hint}</div>
      <Link {...way} className={linkClass} aria-label={t('holdReason', { range: title, reason: action })}>
        {action}
      </Link>
    </li>
  )
}

function MaturingHint({ wallet }: { wallet: Wallet | undefined }) {
  return (
    <>
      {t('maturingHint', { count: wallet?.maturityDays ?? 0 })}{' '}
      {wallet?.nextMaturityAt && (
        <span className="whitespace-nowrap">
          {t('nextMaturity')} <RelativeTime iso={wallet.nextMaturityAt} />
        </span>
      )}
    </>
  )
}

function isSome(amount: string): boolean {
  return (decimalToMicros(amount) ?? 0n) > 0n
}

/** Only what there is; the cases behind it say why. */
function OnHold({ wallet }: { wallet: Wallet }) {
  const isHeld = isSome(wallet.heldByCases) || isSome(wallet.frozen)
  const { data } = useQuery({ ...read('cases.own', {}), enabled: isHeld })
  const rows = [
    { label: t('heldByCases'), amount: wallet.heldByCases },
    { label: t('frozen'), amount: wallet.frozen },
    { label: t('heldForWithdrawals'), amount: wallet.heldForWithdrawals },
  ].filter(({ amount }) => isSome(amount))
  if (rows.length === 0) return null
  return (
    <div className="border-t border-line bg-canvas/60 px-4 py-3 text-[0.8125rem]">
      <h3 className="font-medium">{t('onHold')}</h3>
      <ul className="mt-1.5 flex flex-col gap-1">
        {rows.map(({ label, amount }) => (
          <li key={label} className="flex justify-between gap-3">
            <span className="text-ink-soft">{label}</span>
            <MoneyText value={amount} className="font-medium" />
          </li>
        ))}
      </ul>
      {data !== undefined && data.items.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1 text-xs text-ink-soft">
          {data.items.map(({ id, range, reason, since }) => (
            <li key={id} dir="auto">
              {t('holdReason', { range: range.name, reason })} <RelativeTime iso={since} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function MoneyWay() {
  const {
    data: wallet,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...read('wallet.read', {}),
    refetchInterval: pollEveryMs,
  })
  return (
    <Card title={t('way')} flush>
      {error !== null && wallet === undefined ? (
        <ErrorBox className="m-4" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      ) : (
        <ol className="flex max-md:flex-col">
          <Stage
            isFirst
            title={t('notSettled')}
            amount={wallet?.earnedNotSettled}
            hint={t('notSettledHint')}
            way={{ to: '/wallet', search: { tab: 'earnings' } }}
            action={t('openLines')}
          />
          <Stage
            title={t('maturing')}
            amount={wallet?.maturing}
            hint={<MaturingHint wallet={wallet} />}
            way={{ to: '/wallet', search: { type: 'earning', status: 'pending' } }}
            action={t('openHistory')}
          />
          <Stage
            title={t('available')}
            amount={wallet?.available}
            hint={t('availableHint')}
            way={{ to: '/wallet' }}
            action={t('openWallet')}
          />
          <Stage
            title={t('paidOut')}
            amount={wallet?.totalWithdrawals}
            hint={t('paidOutHint')}
            way={{ to: '/wallet', search: { type: 'withdrawal', status: 'completed' } }}
            action={t('openHistory')}
          />
        </ol>
      )}
      {wallet !== undefined && <OnHold wallet={wallet} />}
    </Card>
  )
}
