// Monthly statements: all months with their files, and one month with what it opened with, what came and went, and what
// it closed with.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { locale } from '../../i18n/language.ts'
import type { CallOutput } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/toast.ts'
import { DialogSkeleton, Facts } from './payment.parts.tsx'
import { t } from './payment.texts.ts'
import { exactParts } from './wallet.figures.ts'

type Statement = CallOutput<'wallet.statement'>

const entriesStep = 50
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
})

function monthText(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? month : monthFormat.format(at)
}

/** To the last micro-dollar; what is below a cent is there and does not shout. */
function Exact({ amount, withPlus = false }: { amount: string; withPlus?: boolean }) {
  const { dollars, rest } = exactParts(amount, withPlus)
  return (
    <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
      {dollars}
      {rest !== '' && <span className="font-normal text-ink-soft">{rest}</span>}
    </bdi>
  )
}

function DownloadButton({ month, file }: { month: string; file: 'pdf' | 'csv' }) {
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

function Months({ onShow }: { onShow: (month: string) => void }) {
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
            <button
              type="button"
              aria-label={t('openStatement', { month: monthText(month) })}
              onClick={() => onShow(month)}
              className="text-start text-sm font-medium after:absolute after:inset-0"
            >
              {monthText(month)}
            </button>
            {!isOver && <Badge>{t('notOver')}</Badge>}
          </span>
          <span className="relative z-1 flex gap-2">
            <DownloadButton month={month} file="pdf" />
            <DownloadButton month={month} file="csv" />
          </span>
          <ChevronRight aria-hidden="true" className="size-4 text-ink-faint max-sm:hidden rtl:rotate-180" />
        </li>
      ))}
    </ul>
  )
}

function Entries({ entries }: Pick<Statement, 'entries'>) {
  const [shown, setShown] = useState(entriesStep)
  const left = entries.length - shown
  return (
    <>
      <ul aria-label={t('movements')} className="divide-y divide-line rounded-lg border border-line">
        {entries.slice(0, shown).map(({ at, label, description, amount, balance, transferId }) => (
          <li key={transferId} className="flex items-start justify-between gap-4 px-3.5 py-2">
            <div className="min-w-0">
              <p className="text-sm font-medium">{label}</p>
              <p className="text-xs text-pretty wrap-anywhere text-ink-soft">
                <bdi dir="ltr" className="tabular-nums">
                  {timeFormat.format(new Date(at))} UTC
                </bdi>
                {description !== '' && ` · ${description}`}
              </p>
            </div>
            <div className="shrink-0 text-end">
              <p className="text-sm font-semibold">
                <Exact amount={amount} withPlus />
              </p>
              <p className="text-xs text-ink-soft">
                {t('balanceAfter')} <Exact amount={balance} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" className="self-center" onClick={() => setShown(shown + entriesStep)}>
          {t('moreEntries', { count: Math.min(left, entriesStep) })}
        </Button>
      )}
    </>
  )
}

function Body({ statement }: { statement: Statement }) {
  const { opening, closing, movements, entries, isShortened } = statement
  return (
    <>
      <Facts
        facts={[
          { name: t('opening'), value: <Exact amount={opening} /> },
          ...movements.map(({ label, amount, entries: count }) => ({
            name: `${label} · ${t('entriesOf', { count })}`,
            value: <Exact amount={amount} withPlus />,
          })),
          { name: t('closing'), value: <Exact amount={closing} />, isSum: true },
        ]}
      />
      <p className="-mt-3 text-xs text-ink-soft">{t('statementBalance')}</p>
      <h3 className="text-sm font-semibold">{t('movements')}</h3>
      {entries.length === 0 ? <p className="text-sm text-ink-soft">{t('noEntries')}</p> : <Entries entries={entries} />}
      {isShortened && <p className="text-xs text-ink-soft">{t('shortened', { count: entries.length })}</p>}
    </>
  )
}

function Month({ month, onBack }: { month: string; onBack: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(read('wallet.statement', { params: { month } }))
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="small"
          variant="quiet"
          icon={<ChevronLeft aria-hidden="true" className="rtl:rotate-180" />}
          onClick={onBack}
        >
          {t('allStatements')}
        </Button>
        {data !== undefined && (
          <span className="flex gap-2">
            <DownloadButton month={month} file="pdf" />
            <DownloadButton month={month} file="csv" />
          </span>
        )}
      </div>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <DialogSkeleton />}
      {data !== undefined && <Body statement={data} />}
    </div>
  )
}

type StatementsDialogProps = {
  month: string | undefined
  onShow: (month: string | undefined) => void
  onClose: () => void
}

export function StatementsDialog({ month, onShow, onClose }: StatementsDialogProps) {
  return (
    <Dialog
      title={month === undefined ? t('statements') : `${t('statements')}: ${monthText(month)}`}
      description={t('statementsHint')}
      onClose={onClose}
    >
      {month === undefined ? <Months onShow={onShow} /> : <Month month={month} onBack={() => onShow(undefined)} />}
    </Dialog>
  )
}
