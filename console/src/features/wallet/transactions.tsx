// Transaction History: every movement with its sign, its status and the step inside it, how it moved, and why it failed
// or waits. Each opens: an earning to its settlement, a deposit or withdrawal to its timeline.
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight, CircleCheck, CircleX, Clock3, TrendingUp } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Transaction } from './history.rules.ts'
import type { WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

const typeIcons = { deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine, earning: TrendingUp } as const
const statusLooks = {
  completed: { tone: 'good', icon: CircleCheck },
  pending: { tone: 'warn', icon: Clock3 },
  failed: { tone: 'bad', icon: CircleX },
} as const satisfies Record<Transaction['status'], { tone: Tone; icon: unknown }>

/** 'USDT TRC20', 'PayPal', or that it came by messages. */
function methodText({ kind }: Transaction): string {
  if (kind === null) return t('messagesMethod')
  return kind === 'paypal' ? t('paypal') : t('usdtOn', { network: kind.slice('usdt_'.length).toUpperCase() })
}

/** The step inside the status, where it says more than the status. */
const stepTexts = {
  awaiting_payment: 'awaiting_payment',
  confirming: 'confirming',
  in_review: 'in_review',
  requested: 'requested',
  approved: 'approved',
  sending: 'sending',
  sent: 'sent',
  unclaimed: 'unclaimed',
  needs_attention: 'needs_attention',
  frozen: 'frozenStep',
  expired: 'expired',
  cancelled: 'cancelled',
  rejected: 'rejected',
  reversed: 'reversed',
  returned: 'returned',
  forfeited: 'forfeited',
} as const satisfies Record<string, Parameters<typeof t>[0]>

function stepText(step: string): string | null {
  return step in stepTexts ? t(stepTexts[step as keyof typeof stepTexts]) : null
}

/** What an entry opens to, as a part of the address, and how the way there is named. */
function openingOf({ settlementId, depositId, withdrawalId, ...transaction }: Transaction) {
  const description = serverText(transaction.description)
  if (settlementId !== null)
    return { search: { settlement: settlementId }, label: t('openSettlement', { description }) }
  if (depositId !== null) return { search: { deposit: depositId }, label: t('openDeposit', { description }) }
  return { search: { withdrawal: withdrawalId ?? '' }, label: t('openWithdrawal', { description }) }
}

type RowProps = { transaction: Transaction; search: WalletSearch; onWarm: (transaction: Transaction) => void }

function Description({ transaction, search, onWarm }: RowProps) {
  const opening = openingOf(transaction)
  return (
    <Link
      to="/wallet"
      search={{ ...search, ...opening.search }}
      data-list-item=""
      resetScroll={false}
      aria-label={opening.label}
      onPointerEnter={() => onWarm(transaction)}
      onFocus={() => onWarm(transaction)}
      className="font-medium wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {serverText(transaction.description)}
    </Link>
  )
}

function TransactionRow({ transaction, search, onWarm }: RowProps) {
  const { type, amount, status, step, reason, createdAt, maturesAt } = transaction
  const inside = stepText(step)
  const TypeIcon = typeIcons[type]
  const { tone, icon: StatusIcon } = statusLooks[status]
  const isIn = type !== 'withdrawal'
  return (
    <li
      data-list-row=""
      className={cx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 px-4 py-3',
        'sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
        'transition-colors has-[a]:hover:bg-hover/60',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'inline-flex size-9 items-center justify-center rounded-full max-sm:hidden [&_svg]:size-4',
          isIn ? 'bg-good-soft text-good' : 'bg-sunken text-ink-soft',
        )}
      >
        <TypeIcon />
      </span>
      <div className="min-w-0">
        <p className="text-sm text-pretty">
          <span className="sr-only">{t(type)}: </span>
          <Description transaction={transaction} search={search} onWarm={onWarm} />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
          <RelativeTime iso={createdAt} className="relative z-1" />
          <Badge>{methodText(transaction)}</Badge>
          {inside !== null && <span>{inside}</span>}
          {status === 'pending' && maturesAt !== null && step !== 'frozen' && (
            <span>
              {t('matures')} <RelativeTime iso={maturesAt} className="relative z-1" />
            </span>
          )}
        </p>
        {reason !== null && (
          <p className="mt-1 text-xs text-pretty wrap-anywhere text-ink-soft">{serverText(reason)}</p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        <MoneyText
          value={amount}
          signed={isIn ? '+' : '-'}
          className={cx('text-[0.9375rem] font-semibold', status === 'failed' && 'text-ink-faint line-through')}
        />
        <Badge tone={tone} icon={<StatusIcon aria-hidden="true" />}>
          {t(status)}
        </Badge>
      </div>
      <ChevronRight aria-hidden="true" className="size-4 text-ink-faint max-sm:hidden rtl:rotate-180" />
    </li>
  )
}

type TransactionListProps = { items: readonly Transaction[] } & Pick<RowProps, 'search' | 'onWarm'>

export function TransactionList({ items, search, onWarm }: TransactionListProps) {
  return (
    <ul aria-label={t('transactions')} className="divide-y divide-line">
      {items.map((transaction) => (
        <TransactionRow key={transaction.id} transaction={transaction} search={search} onWarm={onWarm} />
      ))}
    </ul>
  )
}
