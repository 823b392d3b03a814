// The books: per kind outside, custody and what is on its way; then what users are owed, the proof of the ledger, and
// what the operator brought or took. A difference is an alarm, never mended here.
import { useMutation, useQuery } from '@tanstack/react-query'
import { RefreshCw, Scale } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { call } from '../../lib/api.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { outdate, read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { notify } from '../../ui/toast.ts'
import { BookCard, DifferenceBadge } from './book.card.tsx'
import { Liabilities, Proof } from './books.figures.tsx'
import { MovementForm } from './movement.form.tsx'
import { t } from './books.texts.ts'

type Books = CallOutput<'payments.books'>
const renewMs = 60_000

function CompareButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('payments.take-books', {}),
    onSuccess: () => notify(t('compared')),
    onError: (error) => notify(t('compareFailed'), { tone: 'bad', description: error.message }),
    onSettled: () => outdate('payments.books', 'payments.summary'),
  })
  return (
    <Button icon={<RefreshCw aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {t(isPending ? 'comparing' : 'compare')}
    </Button>
  )
}

function HistoryTable({ history }: Pick<Books, 'history'>) {
  const isNarrow = useNarrow()
  if (history.length === 0) return <EmptyState title={t('nothingHistory')} />
  if (isNarrow) {
    return (
      <ul aria-label={t('historyList')} className="divide-y divide-line">
        {history.map((book) => (
          <li
            key={`${book.kind} ${book.takenAt}`}
            className="flex items-center justify-between gap-3 px-4 py-2.5 text-sm"
          >
            <span>
              {t(book.kind)}
              <RelativeTime iso={book.takenAt} className="block text-xs text-ink-soft" />
            </span>
            <DifferenceBadge book={book} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table label={t('historyList')}>
      <TableHead>
        <HeadCell>{t('when')}</HeadCell>
        <HeadCell>{t('kind')}</HeadCell>
        <HeadCell align="end">{t('outside')}</HeadCell>
        <HeadCell align="end">{t('custody')}</HeadCell>
        <HeadCell align="end">{t('inFlightOut')}</HeadCell>
        <HeadCell align="end">{t('inFlightIn')}</HeadCell>
        <HeadCell align="end">{t('difference')}</HeadCell>
      </TableHead>
      <TableBody>
        {history.map((book) => (
          <Row key={`${book.kind} ${book.takenAt}`}>
            <Cell className="text-[0.8125rem] text-ink-soft">
              <RelativeTime iso={book.takenAt} />
            </Cell>
            <Cell>{t(book.kind)}</Cell>
            <Cell align="end">{book.outside === null ? '-' : <MoneyText value={book.outside} />}</Cell>
            <Cell align="end">
              <MoneyText value={book.custody} />
            </Cell>
            <Cell align="end">
              <MoneyText value={book.inFlightOut} />
            </Cell>
            <Cell align="end">
              <MoneyText value={book.inFlightIn} />
            </Cell>
            <Cell align="end">
              <DifferenceBadge book={book} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function Loaded({ books }: { books: Books }) {
  return (
    <>
      {books.books.length === 0 ? (
        <Card>
          <EmptyState icon={<Scale />} title={t('none')} description={t('noneHint')} />
        </Card>
      ) : (
        <ul aria-label={t('list')} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {books.books.map((book) => (
            <BookCard key={book.kind} book={book} />
          ))}
        </ul>
      )}
      <Liabilities books={books} />
      <Proof books={books} />
      <MovementForm />
      <Card title={t('history')} flush>
        <HistoryTable history={books.history} />
      </Card>
    </>
  )
}

export function BooksPanel() {
  const { data, error, isFetching, refetch } = useQuery({ ...read('payments.books', {}), refetchInterval: renewMs })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-2xl text-[0.8125rem] text-pretty text-ink-soft">{t('hint')}</p>
        <CompareButton />
      </div>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {data === undefined ? t('readFailed', { reason: error.message }) : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label={t('loading')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-44 rounded-xl" />
          <Skeleton className="h-44 rounded-xl" />
        </div>
      )}
      {data !== undefined && <Loaded books={data} />}
    </>
  )
}
