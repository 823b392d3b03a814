// Available Payment Methods: what money may come in and go out by now, with its least amount and its fee. The book of
// destinations is beside it.
import { useQuery } from '@tanstack/react-query'
import { BookUser } from 'lucide-react'
import { acting } from '../../lib/acting.ts'
import { formatMoney } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MethodMark } from './method.mark.tsx'
import type { Method } from './payment.rules.ts'
import { t } from './wallet.texts.ts'

function MethodItem({ method: { type, name, network, minimum, fees } }: { method: Method }) {
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-3">
      <MethodMark type={type} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-medium">
          <span className="wrap-anywhere">
            {network === null ? t('paypal') : t('usdtOn', { network: network.toUpperCase() })}
          </span>
          {name !== t('paypal') && <Badge className="max-w-full truncate">{name}</Badge>}
        </p>
        <p className="mt-0.5 text-xs text-ink-soft">
          {t('methodFrom', { minimum: formatMoney(minimum) })} ·{' '}
          {fees === 0 ? t('noFee') : t('feeOf', { percent: String(fees) })}
        </p>
      </div>
    </li>
  )
}

export function PaymentMethods({ onOpen }: { onOpen: (dialog: string) => void }) {
  const { data, error, isFetching, refetch } = useQuery(read('payment-methods.available', {}))
  const book = (
    <Button size="small" icon={<BookUser aria-hidden="true" />} onClick={() => onOpen('destinations')}>
      {t('destinations')}
    </Button>
  )
  return (
    <Card title={t('methods')} action={acting === null && book}>
      <div className="flex flex-col gap-3">
        {error !== null && (
          <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorBox>
        )}
        {data?.withdrawalsPaused === true && <NoticeBox>{t('paused')}</NoticeBox>}
        {data?.items.length === 0 && <p className="text-sm text-pretty text-ink-soft">{t('noMethods')}</p>}
        {data === undefined && error === null && (
          <div role="status" aria-label={t('loadingMethods')} className="grid gap-3 sm:grid-cols-2">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        )}
        {data !== undefined && data.items.length > 0 && (
          <ul className="grid gap-3 sm:grid-cols-2">
            {data.items.map((method) => (
              <MethodItem key={method.id} method={method} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
