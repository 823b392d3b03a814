// What holds the owner's money, and why: withdrawals that are not over, reviews of unusual traffic, and what is owed
// after a reversal.
import { useQuery } from '@tanstack/react-query'
import { serverText } from '../../i18n/server-texts.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isNothing, type Wallet } from './wallet.figures.ts'
import { t } from './payment.texts.ts'

type HoldsDialogProps = { wallet: Wallet | undefined; onShowWithdrawals: () => void; onClose: () => void }

function Part({
  title,
  hint,
  amount,
  children,
}: {
  title: string
  hint: string
  amount?: string
  children?: React.ReactNode
}) {
  return (
    <section className="flex flex-col gap-2.5">
      <div>
        <h3 className="flex items-baseline justify-between gap-4 text-sm font-semibold">
          {title}
          {amount !== undefined && <MoneyText value={amount} />}
        </h3>
        <p className="mt-0.5 text-[0.8125rem] text-pretty text-ink-soft">{hint}</p>
      </div>
      {children}
    </section>
  )
}

function Reviews() {
  const { data, error, isFetching, refetch } = useQuery(read('cases.own', {}))
  return (
    <Part title={t('reviews')} hint={t('reviewsHint')}>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <Skeleton className="h-16 w-full" />}
      {data?.items.length === 0 && <p className="text-sm text-ink-soft">{t('reviewsNothing')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label={t('reviews')} className="divide-y divide-line rounded-lg border border-line">
          {data.items.map(({ id, reason, range, amount, since }) => (
            <li key={id} className="flex items-start justify-between gap-4 px-3.5 py-2.5">
              <div className="min-w-0">
                <p className="text-sm text-pretty wrap-anywhere">{serverText(reason)}</p>
                <p className="mt-0.5 text-xs text-ink-soft">
                  {t('reviewOf', { range: range.name })} <RelativeTime iso={since} />
                </p>
              </div>
              <MoneyText value={amount} className="text-sm font-semibold" />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

export function HoldsDialog({ wallet, onShowWithdrawals, onClose }: HoldsDialogProps) {
  const hasWithdrawals = wallet !== undefined && !isNothing(wallet.heldForWithdrawals)
  return (
    <Dialog title={t('holds')} description={t('holdsHint')} onClose={onClose}>
      <div className="flex flex-col gap-6">
        <Reviews />
        {hasWithdrawals && (
          <Part title={t('forWithdrawals')} hint={t('forWithdrawalsHint')} amount={wallet.heldForWithdrawals}>
            <Button size="small" className="self-start" onClick={onShowWithdrawals}>
              {t('showWithdrawals')}
            </Button>
          </Part>
        )}
        {wallet !== undefined && !isNothing(wallet.deficit) && (
          <Part title={t('deficitTitle')} hint={t('deficitHint')} amount={wallet.deficit} />
        )}
      </div>
    </Dialog>
  )
}
