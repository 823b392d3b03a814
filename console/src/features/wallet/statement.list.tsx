// The months of the wallet with their statements: opened as whoever shows them says, or taken as PDF (also for
// printing) or CSV.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { locale } from '../../i18n/language.ts'
import { download } from '../../lib/download.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { DialogSkeleton } from './payment.parts.tsx'
import { t } from './payment.texts.ts'

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'March 2026' from 2026-03; what is no month, as it is. */
export function monthText(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? month : monthFormat.format(at)
}

export function StatementFile({ month, file }: { month: string; file: 'pdf' | 'csv' }) {
  const name = monthText(month)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(`wallet.statement-${file}`, { params: { month } }),
    onSuccess: () => notify(t('downloaded')),
    onError: (error) => notify(t('downloadFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <Button
      size="small"
      icon={<Download aria-hidden="true" />}
      busy={isPending}
      aria-label={file === 'pdf' ? t('pdfOf', { month: name }) : t('csvOf', { month: name })}
      onClick={() => mutate()}
    >
      {t(file)}
    </Button>
  )
}

/** @param renderOpener the link or button of a month, which the whole row answers to */
export function StatementList({ renderOpener }: { renderOpener: (month: string, label: string) => ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(read('wallet.statements', {}))
  if (error !== null && data === undefined) {
    return (
      <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorBox>
    )
  }
  if (data === undefined) return <DialogSkeleton />
  if (data.items.length === 0)
    return <EmptyState icon={<FileText />} title={t('noStatements')} description={t('noStatementsHint')} />
  return (
    <ul aria-label={t('statements')} className="divide-y divide-line overflow-hidden rounded-xl border border-line">
      {data.items.map(({ month, isOver }) => (
        <li key={month} className="relative flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover/60">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
            {renderOpener(month, monthText(month))}
            {!isOver && <Badge>{t('notOver')}</Badge>}
          </span>
          <span className="relative z-1 flex gap-2">
            <StatementFile month={month} file="pdf" />
            <StatementFile month={month} file="csv" />
          </span>
          <ChevronRight aria-hidden="true" className="size-4 text-ink-faint max-sm:hidden rtl:rotate-180" />
        </li>
      ))}
    </ul>
  )
}
