// Monthly statements: all months with their files, and one month with what it opened with, what came and went, and what
// it closed with.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { locale } from '../../i18n/language.ts'
import { serverText } from '../../i18n/server-texts.ts'
import type { CallOutput } from '../../lib/api.ts'
import { read } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { movementText } from './movements.texts.ts'
import { DialogSkeleton, Facts } from './payment.parts.tsx'
import { t } from './payment.texts.ts'
import { monthText, StatementFile, StatementList } from './statement.list.tsx'
import { exactParts } from './wallet.figures.ts'

type Statement = CallOutput<'wallet.statement'>

const entriesStep = 50
const timeFormat = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
})

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

function Entries({ entries }: Pick<Statement, 'entries'>) {
  const [shown, setShown] = useState(entriesStep)
  const left = entries.length - shown
  return (
    <>
      <ul aria-label={t('movements')} className="divide-y divide-line rounded-lg border border-line">
        {entries.slice(0, shown).map(({ at, label, description, amount, balance, transferId }) => (
          <li key={transferId} className="flex items-start justify-between gap-4 px-3.5 py-2">
            <div className="min-w-0">
              <p className="text-sm font-medium">{movementText(label)}</p>
              <p className="text-xs text-pretty wrap-anywhere text-ink-soft">
                <bdi className="tabular-nums">{timeFormat.format(new Date(at))} UTC</bdi>
                {description !== '' && ` · ${serverText(description)}`}
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
            name: `${movementText(label)} · ${t('entriesOf', { count })}`,
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
            <StatementFile month={month} file="pdf" />
            <StatementFile month={month} file="csv" />
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

function MonthButtons({ onShow }: { onShow: (month: string) => void }) {
  return (
    <StatementList
      renderOpener={(month, label) => (
        <button
          type="button"
          aria-label={t('openStatement', { month: label })}
          onClick={() => onShow(month)}
          className="text-start text-sm font-medium after:absolute after:inset-0"
        >
          {label}
        </button>
      )}
    />
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
      {month === undefined ? (
        <MonthButtons onShow={onShow} />
      ) : (
        <Month month={month} onBack={() => onShow(undefined)} />
      )}
    </Dialog>
  )
}
