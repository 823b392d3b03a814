// The two lists of the wallet, one at a time: the movements of money, and the hours in which it was earned.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useNowMs } from '../../lib/clock.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EarningsTable } from './earnings.table.tsx'
import { firstFilterId, HistoryFilters } from './history.filters.tsx'
import { filtersOf, isFiltered, noFilters, type Transaction } from './history.rules.ts'
import { RangeFilter } from './range-filter.tsx'
import { TransactionList } from './transactions.tsx'
import type { WalletPatch, WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

const pageSize = 25

type ListProps = { search: WalletSearch; patch: (change: WalletPatch) => void }

type PageRead = {
  data: { items: readonly unknown[]; nextCursor: string | null } | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
type FramedProps = ListProps & { page: PageRead; loading: string; rowClass: string; empty: ReactNode; rows: ReactNode }

/** Waiting, failing, having nothing or the rows; below them the steps to other pages. */
function Framed({ page, search, patch, loading, rowClass, empty, rows }: FramedProps) {
  const { data, error, isPlaceholderData } = page
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const hasPages = trail.back !== undefined || trail.onward !== undefined
  return (
    <div aria-busy={isPlaceholderData}>
      {error !== null && (
        <ErrorBox className="m-4" onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {data === undefined && error === null && <SkeletonRows rows={8} label={loading} className={rowClass} />}
      {data?.items.length === 0 && empty}
      {data !== undefined && data.items.length > 0 && (
        <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>{rows}</div>
      )}
      {hasPages && (
        <div className="border-t border-line px-4 py-3">
          <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData} />
        </div>
      )}
    </div>
  )
}

function Nothing({ title, description, action }: { title: string; description?: string; action?: ReactNode }) {
  return (
    <EmptyState
      icon={<ReceiptText />}
      title={title}
      description={description}
      action={
        action ?? (
          <Link to="/number-ranges" className={buttonClass()}>
            {t('viewRanges')}
          </Link>
        )
      }
    />
  )
}

/** Having nothing at all is another thing than a filter that leaves nothing over, or nothing on this page. */
function NothingInHistory({ page, search, patch }: ListProps & { page: PageRead }) {
  if (!isFiltered(search)) return <Nothing title={t('nothing')} description={t('nothingHint')} />
  const clear = () => {
    patch(noFilters)
    document.getElementById(firstFilterId)?.focus()
  }
  const title = t(page.data?.nextCursor === null ? 'nothingFits' : 'nothingFitsYet')
  return <Nothing title={title} action={<Button onClick={clear}>{t('clearFilters')}</Button>} />
}

function History({ onWarm, ...list }: ListProps & { onWarm: (transaction: Transaction) => void }) {
  const { search, patch } = list
  // The beginning of a quick period moves by minutes, so that the read is not another one each second.
  const filters = filtersOf(search, Math.floor(useNowMs() / 60_000) * 60_000)
  const query = compact({ limit: pageSize, ...filters, cursor: search.cursor })
  const page = useQuery(readKeeping('wallet.transactions', { query }))
  // What is left from the former filter says nothing about this one.
  const isKnown = page.data !== undefined && !page.isPlaceholderData
  const isNothing = isKnown && page.data.items.length === 0 && !isFiltered(search) && search.cursor === undefined
  return (
    <>
      {!isNothing && <HistoryFilters search={search} filters={filters} patch={patch} />}
      <Framed
        {...list}
        page={page}
        loading={t('loading')}
        rowClass="h-18"
        empty={
          isKnown ? (
            <NothingInHistory {...list} page={page} />
          ) : (
            <SkeletonRows rows={8} label={t('loading')} className="h-18" />
          )
        }
        rows={<TransactionList items={page.data?.items ?? []} search={search} onWarm={onWarm} />}
      />
    </>
  )
}

function Earnings(list: ListProps) {
  const { search, patch } = list
  const isNarrow = useNarrow()
  const query = compact({ limit: pageSize, cursor: search.cursor, rangeId: search.range })
  const page = useQuery(readKeeping('wallet.earnings', { query }))
  const choose = (range: string | undefined) => patch({ range, cursor: undefined })
  const ofAllRanges = <Button onClick={() => choose(undefined)}>{t('showAllRanges')}</Button>
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line bg-canvas/60 px-4 py-2.5">
        <RangeFilter chosen={search.range} onChoose={choose} />
        <p className="text-xs text-pretty text-ink-soft">{t('linesHint')}</p>
      </div>
      <Framed
        {...list}
        page={page}
        loading={t('loadingEarnings')}
        rowClass={isNarrow ? 'h-18' : 'h-10'}
        empty={
          search.range === undefined ? (
            <Nothing title={t('noEarnings')} description={t('noEarningsHint')} />
          ) : (
            <Nothing title={t('noEarningsOfRange')} action={ofAllRanges} />
          )
        }
        rows={<EarningsTable items={page.data?.items ?? []} isNarrow={isNarrow} />}
      />
    </>
  )
}

export function WalletLists({ onWarm, ...list }: ListProps & { onWarm: (transaction: Transaction) => void }) {
  const head = useRef<HTMLDivElement>(null)
  const tab = list.search.tab === 'earnings' ? 'earnings' : 'history'
  function patch(change: WalletPatch): void {
    list.patch(change)
    // A step is at the foot of the list; the next page begins at its head.
    if ('cursor' in change && head.current !== null && head.current.getBoundingClientRect().top < 0)
      head.current.scrollIntoView()
  }
  const chooser = (
    <Segments
      label={t('view')}
      value={tab}
      options={[
        { value: 'history', label: t('history') },
        { value: 'earnings', label: t('earnings') },
      ]}
      onChange={(next) => patch({ ...noFilters, tab: next === 'earnings' ? next : undefined, range: undefined })}
    />
  )
  return (
    <div ref={head} className="scroll-mt-20">
      <Card
        flush
        // On a phone the chooser beside it says the same.
        title={<span className="max-sm:sr-only">{t(tab)}</span>}
        action={chooser}
      >
        {tab === 'earnings' ? (
          <Earnings search={list.search} patch={patch} />
        ) : (
          <History search={list.search} patch={patch} onWarm={onWarm} />
        )}
      </Card>
    </div>
  )
}
