// The months of the wallet with their statements: opened in the wallet, or taken as PDF (also for printing) or CSV.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileText } from 'lucide-react'
import { download } from '../../lib/download.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { monthIn } from './report.names.ts'
import { t } from './reports.texts.ts'

function FileButton({ month, file }: { month: string; file: 'pdf' | 'csv' }) {
  const name = monthIn(month)
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

export function StatementsPanel() {
  const { data, error, isFetching, refetch } = useQuery(read('wallet.statements', {}))
  if (error !== null && data === undefined) {
    return (
      <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorBox>
    )
  }
  return (
    <>
      <p className="text-sm text-pretty text-ink-soft">{t('statementsHint')}</p>
      <Card flush>
        {data === undefined && <SkeletonRows rows={6} label={t('loading')} />}
        {data?.items.length === 0 && (
          <EmptyState icon={<FileText />} title={t('noStatements')} description={t('noStatementsHint')} />
        )}
        {data !== undefined && data.items.length > 0 && (
          <ul aria-label={t('statements')} className="divide-y divide-line">
            {data.items.map(({ month, isOver }) => (
              <li
                key={month}
                className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover/60"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
                  <Link
                    to="/wallet"
                    search={{ dialog: 'statements', month }}
                    aria-label={t('openStatement', { month: monthIn(month) })}
                    className="text-sm font-medium after:absolute after:inset-0"
                  >
                    {monthIn(month)}
                  </Link>
                  {!isOver && <Badge>{t('notOver')}</Badge>}
                </span>
                <span className="relative z-1 flex gap-2">
                  <FileButton month={month} file="pdf" />
                  <FileButton month={month} file="csv" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
