// All transactions of all users: filters and page in the address, and the same as a file.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ReceiptText, SearchX } from 'lucide-react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { download } from '../../lib/download.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Place } from './payments.parts.tsx'
import {
  dayEnd,
  dayField,
  dayStart,
  filtersOf,
  isFiltered,
  lastDayField,
  methodTypes,
  noFilters,
  transactionStatuses,
  transactionTypes,
} from './payments.rules.ts'
import type { PaymentsPatch } from './payments.search.ts'
import { t } from './payments.texts.ts'
import { PersonFilter } from '../users/person.input.tsx'
import { TransactionsTable } from './transactions.table.tsx'

const pageSize = 50
const firstFilterId = 'transactions-user'

type Filter = (change: PaymentsPatch) => void
type FiltersProps = { place: Place; filter: Filter }

type ChoiceProps = FiltersProps & { name: 'type' | 'status' | 'method'; all: string; choices: readonly string[] }

function Choice({ place, filter, name, all, choices }: ChoiceProps) {
  const words: Readonly<Record<string, string>> = {
    deposit: t('deposit'),
    withdrawal: t('withdrawal'),
    earning: t('earning'),
    completed: t('completed'),
    pending: t('pending'),
    failed: t('failed'),
    usdt: t('usdt'),
    paypal: t('paypal'),
  }
  return (
    <Select
      aria-label={t(name)}
      wrapperClassName="max-sm:flex-1"
      className="max-sm:w-full"
      value={choices.find((choice) => choice === place.search[name]) ?? ''}
      options={[{ value: '', label: all }, ...choices.map((value) => ({ value, label: words[value] ?? value }))]}
      onChange={({ currentTarget: { value } }) => filter({ [name]: value || undefined })}
    />
  )
}

function DayFields({ place: { search }, filter }: FiltersProps) {
  const fields = [
    { name: 'from', value: dayField(search.from), read: dayStart },
    { name: 'until', value: lastDayField(search.until), read: dayEnd },
  ] as const
  return fields.map(({ name, value, read }) => (
    <label key={name} className="inline-flex items-center gap-2 text-[0.8125rem] text-ink-soft max-sm:flex-1">
      {t(name)}
      <Input
        type="date"
        title={t('daysUtc')}
        value={value}
        className="w-auto! max-sm:min-w-0 max-sm:flex-1"
        onChange={({ currentTarget }) => filter({ [name]: read(currentTarget.value) })}
      />
    </label>
  ))
}

function Filters({ place, filter }: FiltersProps) {
  return (
    <div role="search" className="flex flex-wrap items-center gap-2">
      <PersonFilter
        id={firstFilterId}
        label={t('user')}
        placeholder={t('userFilter')}
        chosenId={place.search.user}
        onChoose={(user) => filter({ user })}
      />
      <Choice place={place} filter={filter} name="type" all={t('allTypes')} choices={transactionTypes} />
      <Choice place={place} filter={filter} name="status" all={t('allStatus')} choices={transactionStatuses} />
      <Choice place={place} filter={filter} name="method" all={t('allMethods')} choices={methodTypes} />
      <DayFields place={place} filter={filter} />
      {isFiltered(place.search) && <ClearButton filter={filter} variant="quiet" />}
      <span className="ms-auto max-sm:ms-0">
        <ExportButton place={place} />
      </span>
    </div>
  )
}

function ClearButton({ filter, variant }: { filter: Filter; variant: 'quiet' | 'secondary' }) {
  const clear = () => {
    filter(noFilters)
    // The button goes with the filters; whoever pressed it goes on where filters begin.
    document.getElementById(firstFilterId)?.focus()
  }
  return (
    <Button variant={variant} onClick={clear}>
      {t('clear')}
    </Button>
  )
}

function ExportButton({ place }: { place: Place }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('payments.transactions-export', { query: filtersOf(place.search) }),
    onSuccess: () => notify(t('exported')),
    onError: (error) => notify(t('exportFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <Tooltip label={t('exportHint')} describes>
      <Button icon={<Download aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
        {t('export')}
      </Button>
    </Tooltip>
  )
}

function Nothing({ place, filter }: FiltersProps) {
  if (!isFiltered(place.search)) {
    return (
      <EmptyState
        size="page"
        icon={<ReceiptText />}
        title={t('noTransactions')}
        description={t('noTransactionsHint')}
      />
    )
  }
  return (
    <EmptyState
      size="page"
      icon={<SearchX />}
      title={t('nothingMatches')}
      action={<ClearButton filter={filter} variant="secondary" />}
    />
  )
}

export function TransactionsPanel({ place }: { place: Place }) {
  const { search, patch } = place
  const filter: Filter = (change) => patch({ ...change, cursor: undefined })
  const query = compact({ limit: pageSize, ...filtersOf(search), cursor: search.cursor })
  const page = useQuery(readKeeping('payments.transactions', { query }))
  const { data, error, isPlaceholderData } = page
  const trail = useCursorTrail(search.cursor, data?.nextCursor, (cursor) => patch({ cursor }))
  const count = data?.items.length ?? 0
  return (
    <>
      <Filters place={place} filter={filter} />
      {error !== null && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {data === undefined
            ? t('transactionsFailed', { reason: error.message })
            : t('retryStale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <Card flush className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data === undefined && <SkeletonRows rows={10} label={t('loadingTransactions')} className="h-14" />}
          {data !== undefined && count === 0 && <Nothing place={place} filter={filter} />}
          {data !== undefined && count > 0 && <TransactionsTable items={data.items} place={place} label={t('list')} />}
        </Card>
      )}
      {(count > 0 || trail.back !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={isPlaceholderData}>
          {t('shown', { count })}
        </Pagination>
      )}
    </>
  )
}
