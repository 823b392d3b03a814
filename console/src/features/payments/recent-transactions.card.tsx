// Recent Transactions: the first ten of all users.
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { read } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { HostLink, type Place } from './payments.parts.tsx'
import { t } from './payments.texts.ts'
import { TransactionsTable } from './transactions.table.tsx'

const rowsMax = 10

export function RecentTransactions({ place }: { place: Place }) {
  const { data, error, isFetching, refetch } = useQuery(read('payments.transactions', { query: { limit: rowsMax } }))
  return (
    <Card
      title={t('recent')}
      flush
      action={
        <HostLink
          host={place.host}
          search={{ tab: 'transactions' }}
          className="text-[0.8125rem] font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          {t('viewAll')}
        </HostLink>
      }
    >
      {error !== null && (
        <ErrorBox className="m-4" onRetry={() => void refetch()} retrying={isFetching}>
          {t('transactionsFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {data === undefined && error === null && <SkeletonRows rows={5} label={t('loadingTransactions')} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<ReceiptText />} title={t('noTransactions')} description={t('noTransactionsHint')} />
      )}
      {data !== undefined && data.items.length > 0 && (
        <TransactionsTable items={data.items.slice(0, rowsMax)} place={place} label={t('recent')} />
      )}
    </Card>
  )
}
