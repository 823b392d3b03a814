// The queue of withdrawals, step by step, as Payment Settings and Holds show it. Step, page, the open withdrawal and
// what is asked about it are the address.
import { useQuery } from '@tanstack/react-query'
import { Archive, CircleCheck, Inbox } from 'lucide-react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { chunk, late } from '../../lib/late.ts'
import { queryClient } from '../../lib/query-client.ts'
import { read, readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { HostLink, type Place } from './payments.parts.tsx'
import { stepOf, steps, type Step } from './withdrawals.rules.ts'
import { WithdrawalsTable } from './withdrawals.table.tsx'
import { t } from './withdrawals.texts.ts'

const pageSize = 25
const renewMs = 20_000
const loadDetails = chunk(() => import('./queued-withdrawal.dialog.tsx'))
const QueuedWithdrawalDialog = late(loadDetails, 'QueuedWithdrawalDialog')

/** Before the click: the sheet and what it shows. */
function warm(withdrawalId: string): void {
  void loadDetails()
  void queryClient.prefetchQuery(read('withdrawals.open', { params: { withdrawalId } }))
}

/** What is over has no number, since it grows for ever. */
function Ended({ step }: { step: 'completed' | 'over' }) {
  const Icon = step === 'completed' ? CircleCheck : Archive
  return <Icon className="my-0.5 size-5" aria-hidden="true" />
}

type StepsProps = { place: Place; current: Step; counts: Readonly<Record<string, number>> | undefined }

function Steps({ place: { host, search }, current, counts }: StepsProps) {
  return (
    <nav aria-label={t('steps')}>
      <ol className="grid grid-cols-3 overflow-clip rounded-xl border border-line bg-line shadow-card gap-px lg:grid-cols-6">
        {steps.map((name) => {
          const count = counts?.[name] ?? 0
          const isUrgent = name === 'attention' && count > 0
          return (
            <li key={name} className="min-w-0 bg-surface">
              <HostLink
                host={host}
                search={compact({ tab: search.tab, step: name === 'approval' ? undefined : name })}
                aria-current={name === current ? 'page' : undefined}
                className={cx(
                  'relative flex h-full min-h-16 flex-col justify-center px-3.5 py-2.5 transition-colors',
                  name === current ? 'bg-accent-soft' : 'hover:bg-hover/60',
                )}
              >
                <span
                  className={cx(
                    'text-lg leading-6 font-semibold tabular-nums',
                    isUrgent ? 'text-bad' : name === current ? 'text-accent-ink' : count === 0 && 'text-ink-faint',
                  )}
                >
                  {name === 'completed' || name === 'over' ? <Ended step={name} /> : counts === undefined ? '·' : count}
                </span>{' '}
                <span
                  className={cx(
                    'text-xs leading-tight font-medium',
                    name === current ? 'text-accent-ink' : 'text-ink-soft',
                  )}
                >
                  {t(name)}
                </span>
              </HostLink>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Nothing({ step }: { step: Step }) {
  return <EmptyState size="page" icon={<Inbox />} title={t(`nothing_${step}`)} description={t(`${step}Hint`)} />
}

export function WithdrawalsQueue({ place }: { place: Place }) {
  const { search, patch } = place
  const step = stepOf(search)
  const query = compact({ limit: pageSize, step, cursor: search.cursor })
  const page = useQuery({ ...readKeeping('withdrawals.queue', { query }), refetchInterval: renewMs })
  const { data, error, isPlaceholderData } = page
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const count = data?.items.length ?? 0
  return (
    <>
      <Steps place={place} current={step} counts={data?.counts} />
      {error !== null && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {data === undefined ? t('readFailed', { reason: error.message }) : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data === undefined && <SkeletonRows rows={6} label={t('loading')} className="h-16" />}
          {data !== undefined && count === 0 && <Nothing step={step} />}
          {data !== undefined && count > 0 && (
            <>
              <p className="border-b border-line px-4 py-2.5 text-[0.8125rem] text-pretty text-ink-soft">
                {t(`${step}Hint`)}
              </p>
              <WithdrawalsTable items={data.items} place={place} label={t('list', { step: t(step) })} onWarm={warm} />
            </>
          )}
        </Card>
      )}
      {(count > 0 || trail.back !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData}>
          {t('shown', { count })}
        </Pagination>
      )}
      {search.item !== undefined && <QueuedWithdrawalDialog key={search.item} id={search.item} place={place} />}
    </>
  )
}
