// Transactions of all users: a table where there is room, cards of two lines on phones. A withdrawal opens in its
// queue.
import { ArrowDownToLine, ArrowUpFromLine, TrendingUp } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { serverText } from '../../i18n/server-texts.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { HostLink, kindText, StatusBadge, type Place } from './payments.parts.tsx'
import type { PaymentTransaction } from './payments.rules.ts'
import { t } from './payments.texts.ts'

const typeIcons = { deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine, earning: TrendingUp } as const

type RowProps = { transaction: PaymentTransaction; place: Place }

function methodText({ kind, method }: PaymentTransaction): string {
  if (kind !== null) return kindText(kind)
  return t(method ?? 'messages')
}

function TypeIcon({ transaction: { type } }: Pick<RowProps, 'transaction'>) {
  const Icon = typeIcons[type]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-full [&_svg]:size-4',
        type === 'withdrawal' ? 'bg-sunken text-ink-soft' : 'bg-good-soft text-good',
      )}
    >
      <Icon />
    </span>
  )
}

function Title({ transaction: { type, description, withdrawalId }, place }: RowProps) {
  if (withdrawalId === null) return <span className="font-medium">{t(type)}</span>
  return (
    <HostLink
      host={place.host}
      search={{ tab: 'withdrawals', item: withdrawalId }}
      data-list-item=""
      aria-label={t('openWithdrawal', { description: serverText(description) })}
      className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {t(type)}
    </HostLink>
  )
}

function UserLink({ transaction: { user } }: Pick<RowProps, 'transaction'>) {
  return (
    <Link
      to="/manage-users"
      search={{ dialog: 'details', user: user.id }}
      preload={false}
      className="relative z-1 underline-offset-4 hover:underline"
    >
      <bdi>{user.username}</bdi>
    </Link>
  )
}

function Amount({ transaction: { type, amount, status } }: Pick<RowProps, 'transaction'>) {
  return (
    <MoneyText
      value={amount}
      signed={type === 'withdrawal' ? '-' : '+'}
      className={cx('font-semibold', status === 'failed' && 'text-ink-soft line-through')}
    />
  )
}

function TableRow(props: RowProps) {
  const { transaction } = props
  return (
    <Row data-list-row="" className="relative transition-colors hover:bg-hover/60">
      <Cell className="w-full max-w-0">
        <span className="flex items-center gap-3">
          <TypeIcon transaction={transaction} />
          <span className="min-w-0 leading-snug">
            <Title {...props} />
            <span className="block truncate text-xs text-ink-soft" title={serverText(transaction.description)}>
              {serverText(transaction.description)}
            </span>
          </span>
        </span>
      </Cell>
      <Cell className="max-w-40 truncate">
        <UserLink transaction={transaction} />
      </Cell>
      <Cell>
        <Badge>{methodText(transaction)}</Badge>
      </Cell>
      <Cell align="end">
        <Amount transaction={transaction} />
      </Cell>
      <Cell>
        <StatusBadge status={transaction.status} />
      </Cell>
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <RelativeTime iso={transaction.createdAt} className="relative z-1" />
      </Cell>
    </Row>
  )
}

function CardRow(props: RowProps) {
  const { transaction } = props
  return (
    <li data-list-row="" className="relative flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 leading-snug">
        <p className="text-sm">
          <Title {...props} />
        </p>
        <p className="truncate text-xs text-ink-soft">{serverText(transaction.description)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
          <UserLink transaction={transaction} />
          <Badge>{methodText(transaction)}</Badge>
          <RelativeTime iso={transaction.createdAt} className="relative z-1" />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1.5">
        <Amount transaction={transaction} />
        <StatusBadge status={transaction.status} />
      </div>
    </li>
  )
}

type TransactionsTableProps = { items: readonly PaymentTransaction[]; place: Place; label: string }

export function TransactionsTable({ items, place, label }: TransactionsTableProps) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {items.map((transaction) => (
          <CardRow key={transaction.id} transaction={transaction} place={place} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>{t('transaction')}</HeadCell>
        <HeadCell>{t('user')}</HeadCell>
        <HeadCell>{t('method')}</HeadCell>
        <HeadCell align="end">{t('amount')}</HeadCell>
        <HeadCell>{t('status')}</HeadCell>
        <HeadCell>{t('date')}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((transaction) => (
          <TableRow key={transaction.id} transaction={transaction} place={place} />
        ))}
      </TableBody>
    </Table>
  )
}
