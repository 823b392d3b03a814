// Transaction History: every movement with its sign, its state and how it moved. An earning opens its settlement.
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, ChevronRight, CircleCheck, CircleX, Clock3, TrendingUp } from 'lucide-react'
import type { CallOutput } from '../../lib/api.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { WalletSearch } from './wallet.search.ts'
import { t } from './wallet.texts.ts'

type Transaction = CallOutput<'wallet.transactions'>['items'][number]

const typeIcons = { deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine, earning: TrendingUp } as const
const statusLooks = {
  completed: { tone: 'good', icon: CircleCheck },
  pending: { tone: 'warn', icon: Clock3 },
  failed: { tone: 'bad', icon: CircleX },
} as const satisfies Record<Transaction['status'], { tone: Tone; icon: unknown }>

function methodText(method: Transaction['method']): string {
  return method === null ? t('messagesMethod') : t(method)
}

type RowProps = { transaction: Transaction; search: WalletSearch; onWarm: (settlementId: string) => void }

function Description({ transaction, search, onWarm }: RowProps) {
  const { description, settlementId } = transaction
  if (settlementId === null) return <span className="font-medium">{description}</span>
  return (
    <Link
      to="/wallet"
      search={{ ...search, settlement: settlementId }}
      data-list-item=""
      resetScroll={false}
      aria-label={t('openSettlement', { description })}
      onPointerEnter={() => onWarm(settlementId)}
      onFocus={() => onWarm(settlementId)}
      className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {description}
    </Link>
  )
}

function TransactionRow({ transaction, search, onWarm }: RowProps) {
  const { type, method, amount, status, createdAt, maturesAt, settlementId } = transaction
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
          <Badge>{methodText(method)}</Badge>
          {status === 'pending' && maturesAt !== null && (
            <span>
              {t('matures')} <RelativeTime iso={maturesAt} className="relative z-1" />
            </span>
          )}
        </p>
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
      <ChevronRight
        aria-hidden="true"
        className={cx('size-4 text-ink-faint max-sm:hidden rtl:rotate-180', settlementId === null && 'invisible')}
      />
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
