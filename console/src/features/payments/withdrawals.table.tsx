// The withdrawals of one step: a table where there is room, cards on phones. A row opens to everything about it.
import { CircleAlert, Hand } from 'lucide-react'
import { useNarrow } from '../../lib/narrow.ts'
import { formatMoney } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { HostLink, KindMark, kindText, type Place } from './payments.parts.tsx'
import { flagText, shortOf } from './payments.rules.ts'
import { yesCount, type QueuedWithdrawal } from './withdrawals.rules.ts'
import { t } from './withdrawals.texts.ts'

const tones: Readonly<Record<QueuedWithdrawal['state'], Tone>> = {
  requested: 'warn',
  in_review: 'warn',
  approved: 'accent',
  sending: 'accent',
  sent: 'accent',
  unclaimed: 'warn',
  needs_attention: 'bad',
  completed: 'good',
  rejected: 'neutral',
  cancelled: 'neutral',
  failed: 'bad',
  returned: 'bad',
}

export function StateBadge({ withdrawal: { state, held } }: { withdrawal: QueuedWithdrawal }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[state]} dot>
        {t(state)}
      </Badge>
      {held !== null && (
        <Badge tone="warn" icon={<Hand aria-hidden="true" />}>
          {t('held')}
        </Badge>
      )}
    </span>
  )
}

export function Flags({ flags }: { flags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {flags.map((flag) => (
        <li key={flag}>
          <Badge tone="warn" icon={<CircleAlert aria-hidden="true" />} className="whitespace-normal!">
            {flagText(flag)}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

function Approvals({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  const { approvalsNeeded: needed } = withdrawal
  if (needed === 0) return <span className="text-ink-soft">{t('noneNeeded')}</span>
  return (
    <span className="tabular-nums">
      <span aria-hidden="true">{t('yesOf', { count: yesCount(withdrawal), needed })}</span>
      <span className="sr-only">{t('yesOfLong', { count: yesCount(withdrawal), needed })}</span>
    </span>
  )
}

type RowProps = { withdrawal: QueuedWithdrawal; place: Place; onWarm: (id: string) => void }

function OwnerLink({ withdrawal: { id, owner, gross }, place, onWarm }: RowProps) {
  return (
    <HostLink
      host={place.host}
      search={{ ...place.search, item: id }}
      data-list-item=""
      aria-label={t('open', { owner: owner.username, amount: formatMoney(gross) })}
      onPointerEnter={() => onWarm(id)}
      onFocus={() => onWarm(id)}
      // The whole row opens it; the link is what the keyboard and the screen reader get.
      className="font-medium after:absolute after:inset-0"
    >
      <bdi>{owner.username}</bdi>
    </HostLink>
  )
}

function Destination({ withdrawal: { kind, destination } }: Pick<RowProps, 'withdrawal'>) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <KindMark kind={kind} isSmall />
      <span className="min-w-0 leading-snug">
        <bdi dir="ltr" className="block truncate font-mono text-[0.8125rem]" title={destination}>
          {kind === 'paypal' ? destination : shortOf(destination)}
        </bdi>
        <span className="block text-xs text-ink-soft">{kindText(kind)}</span>
      </span>
    </span>
  )
}

function TableRow(props: RowProps) {
  const { withdrawal } = props
  return (
    <Row data-list-row="" className="relative transition-colors hover:bg-hover/60">
      <Cell className="max-w-44 truncate">
        <OwnerLink {...props} />
      </Cell>
      <Cell className="max-w-64">
        <Destination withdrawal={withdrawal} />
      </Cell>
      <Cell align="end">
        <MoneyText value={withdrawal.net} className="block font-semibold" />
        {withdrawal.gross !== withdrawal.net && (
          <span className="block text-xs whitespace-nowrap text-ink-soft">
            {t('gross')} <MoneyText value={withdrawal.gross} />
          </span>
        )}
      </Cell>
      <Cell className="w-full min-w-40">
        <StateBadge withdrawal={withdrawal} />
        {withdrawal.flags.length > 0 && (
          <div className="mt-1">
            <Flags flags={withdrawal.flags} />
          </div>
        )}
      </Cell>
      <Cell className="text-[0.8125rem] whitespace-nowrap">
        <Approvals withdrawal={withdrawal} />
      </Cell>
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <RelativeTime iso={withdrawal.requestedAt} className="relative z-1" />
      </Cell>
    </Row>
  )
}

function CardRow(props: RowProps) {
  const { withdrawal } = props
  return (
    <li data-list-row="" className="relative flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 truncate text-sm">
          <OwnerLink {...props} />
        </span>
        <MoneyText value={withdrawal.net} className="font-semibold" />
      </div>
      <Destination withdrawal={withdrawal} />
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-ink-soft">
        <StateBadge withdrawal={withdrawal} />
        <span className="flex gap-2">
          <Approvals withdrawal={withdrawal} /> · <RelativeTime iso={withdrawal.requestedAt} className="relative z-1" />
        </span>
      </div>
      {withdrawal.flags.length > 0 && <Flags flags={withdrawal.flags} />}
    </li>
  )
}

type WithdrawalsTableProps = Omit<RowProps, 'withdrawal'> & { items: readonly QueuedWithdrawal[]; label: string }

export function WithdrawalsTable({ items, label, ...rest }: WithdrawalsTableProps) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {items.map((withdrawal) => (
          <CardRow key={withdrawal.id} withdrawal={withdrawal} {...rest} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={label}>
      <TableHead>
        <HeadCell>{t('owner')}</HeadCell>
        <HeadCell>{t('destination')}</HeadCell>
        <HeadCell align="end">{t('net')}</HeadCell>
        <HeadCell>{t('state')}</HeadCell>
        <HeadCell>{t('approvals')}</HeadCell>
        <HeadCell>{t('when')}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((withdrawal) => (
          <TableRow key={withdrawal.id} withdrawal={withdrawal} {...rest} />
        ))}
      </TableBody>
    </Table>
  )
}
