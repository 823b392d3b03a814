// What users are owed and how much of it lies in custody, and the proof of the ledger itself.
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NoticeBox } from '../../ui/error-box.tsx'
import { IdText, MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { t } from './books.texts.ts'

type Books = CallOutput<'payments.books'>

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 text-base font-semibold">
        <MoneyText value={value} />
        {hint !== undefined && <span className="block text-xs font-normal text-ink-soft">{hint}</span>}
      </dd>
    </div>
  )
}

function Coverage({ books: { coveragePercent, custody } }: { books: Books }) {
  if (coveragePercent === null) return <p className="text-[0.8125rem] text-ink-soft">{t('coverageNone')}</p>
  const isShort = coveragePercent < 100
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-[0.8125rem] text-ink-soft">
          {t('coverage')} · {t('coverageHint', { custody: formatMoney(custody) })}
        </p>
        <bdi
          dir="ltr"
          className={isShort ? 'font-semibold text-warn tabular-nums' : 'font-semibold text-good tabular-nums'}
        >
          {coveragePercent.toFixed(1)}%
        </bdi>
      </div>
      <div
        role="meter"
        aria-label={t('coverage')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, coveragePercent)}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={cx('h-full rounded-full', isShort ? 'bg-warn-fill' : 'bg-good')}
          style={{ width: `${Math.max(0, Math.min(100, coveragePercent))}%` }}
        />
      </div>
      {isShort && <NoticeBox className="mt-3">{t('coverageShort')}</NoticeBox>}
    </div>
  )
}

export function Liabilities({ books }: { books: Books }) {
  const { liabilities, deficits, operatorFunds, feeIncome } = books
  return (
    <Card title={t('owed')}>
      <div className="flex flex-col gap-5">
        <Coverage books={books} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          <Figure label={t('available')} value={liabilities.available} />
          <Figure label={t('held')} value={liabilities.held} />
          <Figure label={t('maturing')} value={liabilities.maturing} />
          <Figure label={t('suspense')} value={liabilities.suspense} hint={t('suspenseHint')} />
          <Figure label={t('deficits')} value={deficits} hint={t('deficitsHint')} />
          <Figure label={t('operatorFunds')} value={operatorFunds} hint={t('operatorFundsHint')} />
          <Figure label={t('feeIncome')} value={feeIncome} />
        </dl>
      </div>
    </Card>
  )
}

function LedgerCheck({ check }: { check: Books['ledgerCheck'] }) {
  if (check === null) return <p className="text-sm text-ink-soft">{t('checkNever')}</p>
  const { faults, firstFault, finishedAt } = check
  const isGood = faults === 0
  return (
    <div {...(isGood ? {} : { role: 'alert' })}>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium [&_svg]:size-4">
        {isGood ? (
          <CircleCheck className="text-good" aria-hidden="true" />
        ) : (
          <TriangleAlert className="text-bad" aria-hidden="true" />
        )}
        <span className={isGood ? 'text-good' : 'text-bad'}>
          {isGood ? t('checkGood') : t('checkFaults', { count: faults })}
        </span>
        <RelativeTime iso={finishedAt} className="text-xs font-normal text-ink-soft" />
      </p>
      {firstFault !== null && (
        <p className="mt-1 text-[0.8125rem] wrap-anywhere">{t('firstFault', { fault: firstFault })}</p>
      )}
    </div>
  )
}

function Seal({ seal }: { seal: Books['seal'] }) {
  if (seal === null) return <p className="text-sm text-ink-soft">{t('sealNone')}</p>
  return (
    <>
      <p className="text-[0.8125rem] text-ink-soft">
        {t('block', { block: seal.blockId })} · <RelativeTime iso={seal.sealedAt} />
      </p>
      <p className="flex items-center gap-1">
        <IdText value={seal.hash} className="min-w-0 text-xs" />
        <CopyButton text={seal.hash} label={t('copySeal')} />
      </p>
      <p className="text-xs text-ink-soft">{t('sealHint')}</p>
    </>
  )
}

export function Proof({ books: { ledgerCheck, seal } }: { books: Books }) {
  return (
    <Card title={t('proof')}>
      <dl className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="mb-1 text-xs text-ink-soft">{t('check')}</dt>
          <dd>
            <LedgerCheck check={ledgerCheck} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="mb-1 text-xs text-ink-soft">{t('seal')}</dt>
          <dd>
            <Seal seal={seal} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
