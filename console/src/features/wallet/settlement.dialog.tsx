// One settlement: the transfer that it is in the ledger, and the hours of ranges that it consists of. Each line opens
// to its messages.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatRate } from '../../lib/format.ts'
import { hourText, searchOfHour } from '../../lib/hour.ts'
import { read } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { IdText, MoneyText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { sumLines, type Settlement } from './wallet.figures.ts'
import { t } from './wallet.texts.ts'

/** A settlement may have thousands of lines; more of them come when asked for. */
const linesStep = 60

function IdLine({ name, id, copy }: { name: string; id: string; copy: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-1.5 text-[0.8125rem]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <IdText value={id} />
        <CopyButton text={id} label={copy} className="-me-1.5" />
      </dd>
    </div>
  )
}

function LineState({ line }: { line: Settlement['lines'][number] }) {
  if (line.forfeitedTransferId !== null) return <Badge tone="bad">{t('forfeitedOn')}</Badge>
  if (line.maturedTransferId !== null) return <Badge tone="good">{t('maturedOn')}</Badge>
  return (
    <span className="text-xs text-ink-soft">
      {t('matures')} <RelativeTime iso={line.maturesAt} className="relative z-1" />
    </span>
  )
}

function Line({ line }: { line: Settlement['lines'][number] }) {
  const hour = hourText(line.hour)
  return (
    <li className="relative flex items-center justify-between gap-4 px-3.5 py-2.5 transition-colors hover:bg-hover/60">
      <div className="min-w-0">
        <Link
          to="/inbox"
          search={searchOfHour(line.range.id, line.hour)}
          aria-label={t('showMessages', { range: line.range.name, hour })}
          className="text-sm font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {line.range.name}
        </Link>
        <p className="text-xs text-ink-soft">
          <bdi className="tabular-nums">{hour}</bdi>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <RateText
          value={line.amount}
          className={cx('text-sm font-semibold', line.forfeitedTransferId !== null && 'text-ink-faint line-through')}
        />
        <LineState line={line} />
      </div>
    </li>
  )
}

function Sum({ settlement }: { settlement: Settlement }) {
  const { sum, agrees } = sumLines(settlement)
  const args = { count: settlement.lines.length, sum: formatRate(sum), amount: formatRate(settlement.amount) }
  return agrees ? (
    <p className="text-xs text-pretty text-ink-soft">{t('linesAgree', args)}</p>
  ) : (
    <NoticeBox>{t('linesDiffer', args)}</NoticeBox>
  )
}

function Lines({ lines }: Pick<Settlement, 'lines'>) {
  const [shown, setShown] = useState(linesStep)
  const left = lines.length - shown
  return (
    <>
      <ul aria-label={t('lines')} className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {lines.slice(0, shown).map((line) => (
          <Line key={`${line.range.id} ${line.hour}`} line={line} />
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" className="self-center" onClick={() => setShown(shown + linesStep)}>
          {t('moreLines', { count: Math.min(left, linesStep) })}
        </Button>
      )}
    </>
  )
}

function Body({ settlement }: { settlement: Settlement }) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <MoneyText value={settlement.amount} signed="+" className="text-3xl font-semibold tracking-tight" />
        <p className="mt-1 text-sm text-ink-soft">
          {t('settledAt')} <RelativeTime iso={settlement.settledAt} />
        </p>
      </div>
      <dl className="divide-y divide-line rounded-lg border border-line bg-canvas px-3.5">
        <IdLine name={t('settlementId')} id={settlement.id} copy={t('copySettlement')} />
        <IdLine name={t('transferId')} id={settlement.transferId} copy={t('copyTransfer')} />
      </dl>
      <div className="flex flex-col gap-2.5">
        <h3 className="text-sm font-semibold">{t('linesTitle')}</h3>
        <Sum settlement={settlement} />
        <Lines lines={settlement.lines} />
      </div>
    </div>
  )
}

export function SettlementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const settlement = useQuery(read('wallet.settlement', { params: { settlementId: id } }))
  return (
    <Dialog title={t('settlement')} description={t('settlementWhy')} onClose={onClose}>
      {settlement.isPending && (
        <div role="status" aria-label={t('loadingSettlement')} className="flex flex-col gap-4">
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {settlement.isError && (
        <ErrorBox onRetry={() => void settlement.refetch()} retrying={settlement.isFetching}>
          {settlement.error.message}
        </ErrorBox>
      )}
      {settlement.data !== undefined && <Body settlement={settlement.data} />}
    </Dialog>
  )
}
