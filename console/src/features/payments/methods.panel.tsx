// The payment methods as cards, and the latest transactions below them.
import { useQuery } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { chunk, late } from '../../lib/late.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MethodCard } from './method.card.tsx'
import type { Place } from './payments.parts.tsx'
import { t } from './payments.texts.ts'
import { RecentTransactions } from './recent-transactions.card.tsx'

const loadQuestion = chunk(() => import('./xpub.question.tsx'))
const XpubQuestion = late(loadQuestion, 'XpubQuestion')

/** Health is renewed while somebody looks. */
const renewMs = 15_000

type MethodsPanelProps = { place: Place; onWarm: () => void }

function Nothing({ onAdd, onWarm }: { onAdd: () => void; onWarm: () => void }) {
  return (
    <Card>
      <EmptyState
        size="page"
        icon={<CreditCard />}
        title={t('noMethods')}
        description={t('noMethodsHint')}
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            onPointerEnter={onWarm}
            onFocus={onWarm}
            onClick={onAdd}
          >
            {t('addFirst')}
          </Button>
        }
      />
    </Card>
  )
}

export function MethodsPanel({ place, onWarm }: MethodsPanelProps) {
  const { search, patch } = place
  const { data, error, isFetching, refetch } = useQuery({
    ...read('payment-methods.list', {}),
    refetchInterval: renewMs,
  })
  const isQuestion = search.dialog === 'confirm-key' || search.dialog === 'withdraw-key'
  const asked = isQuestion ? data?.items.find(({ id }) => id === search.item) : undefined
  return (
    <>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {t('methodsFailed', { reason: error.message })}
        </ErrorBox>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label={t('loadingMethods')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-80 rounded-xl" />
          <Skeleton className="h-80 rounded-xl" />
        </div>
      )}
      {data?.items.length === 0 && <Nothing onAdd={() => patch({ dialog: 'add', item: undefined })} onWarm={onWarm} />}
      {data !== undefined && data.items.length > 0 && (
        <ul aria-label={t('paymentMethods')} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {data.items.map((method) => (
            <MethodCard
              key={method.id}
              method={method}
              onWarm={onWarm}
              onEdit={() => patch({ dialog: 'edit', item: method.id })}
              onDecide={(decision) => patch({ dialog: `${decision}-key`, item: method.id })}
            />
          ))}
        </ul>
      )}
      <RecentTransactions place={place} />
      {asked !== undefined && (
        <XpubQuestion
          method={asked}
          decision={search.dialog === 'confirm-key' ? 'confirm' : 'withdraw'}
          onClose={() => patch({ dialog: undefined, item: undefined })}
        />
      )}
    </>
  )
}
