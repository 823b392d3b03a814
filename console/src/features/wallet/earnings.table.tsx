// Earnings by range and hour, each line of which opens to the messages that it sums up: a table where there is room,
// cards of two lines on phones.
import { Link } from '@tanstack/react-router'
import { hourText, searchOfHour } from '../../lib/hour.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { CountText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { startsHour, type EarningLine } from './wallet.figures.ts'
import { t } from './wallet.texts.ts'

const states = {
  open: { text: 'open', tone: 'accent' },
  waiting: { text: 'waiting', tone: 'neutral' },
  settled: { text: 'settledState', tone: 'warn' },
  matured: { text: 'matured', tone: 'good' },
  forfeited: { text: 'forfeitedState', tone: 'bad' },
} as const satisfies Record<EarningLine['state'], { text: Parameters<typeof t>[0]; tone: Tone }>

type LineProps = { line: EarningLine }

function HourFigure({ line, className }: LineProps & { className?: string }) {
  return (
    // In the direction of its words: an Arabic hour begins at the right.
    <bdi className={cx('tabular-nums', className)}>{hourText(line.hour)}</bdi>
  )
}

/** The name of the range; the whole row around it opens the messages. */
function MessagesLink({ line }: LineProps) {
  return (
    <Link
      to="/inbox"
      search={searchOfHour(line.range.id, line.hour)}
      data-list-item=""
      aria-label={t('showMessages', { range: line.range.name, hour: hourText(line.hour) })}
      className="block truncate font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {line.range.name}
    </Link>
  )
}

function StateBadge({ line }: LineProps) {
  const { text, tone } = states[line.state]
  return (
    <Badge tone={tone} dot>
      {t(text)}
    </Badge>
  )
}

function MaturesAt({ line }: LineProps) {
  if (line.state !== 'settled' || line.maturesAt === null) return null
  return <RelativeTime iso={line.maturesAt} className="relative z-1 text-xs text-ink-soft" />
}

function TableRow({ line, isFirst, isLast }: LineProps & { isFirst: boolean; isLast: boolean }) {
  return (
    <Row className={cx('relative', !isLast && 'border-transparent')} data-list-row="">
      <Cell className="whitespace-nowrap">
        <HourFigure line={line} {...(isFirst ? {} : { className: 'sr-only' })} />
      </Cell>
      <Cell className="max-w-44">
        <MessagesLink line={line} />
      </Cell>
      <Cell align="end">
        <CountText value={line.messages} />
      </Cell>
      <Cell align="end" className="text-ink-soft max-xl:hidden">
        <CountText value={line.segments} />
      </Cell>
      <Cell align="end" className="font-medium">
        <RateText value={line.earned} />
      </Cell>
      <Cell align="end" className="text-ink-soft max-lg:hidden">
        <RateText value={line.settled} />
      </Cell>
      <Cell className="whitespace-nowrap">
        <span className="inline-flex items-center gap-2">
          <StateBadge line={line} />
          <MaturesAt line={line} />
        </span>
      </Cell>
    </Row>
  )
}

function CardRow({ line }: LineProps) {
  return (
    <li className="relative flex min-h-18 flex-col justify-center gap-1 px-4 py-2.5" data-list-row="">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <MessagesLink line={line} />
        <RateText value={line.earned} className="font-semibold" />
      </div>
      <div className="flex items-center justify-between gap-3 text-xs text-ink-soft">
        <HourFigure line={line} className="min-w-0 truncate" />
        <span className="flex shrink-0 items-center gap-2">
          <MaturesAt line={line} />
          <StateBadge line={line} />
        </span>
      </div>
    </li>
  )
}

export function EarningsTable({ items, isNarrow }: { items: readonly EarningLine[]; isNarrow: boolean }) {
  const keyOf = ({ range, hour }: EarningLine) => `${range.id} ${hour}`
  if (isNarrow) {
    return (
      <ul aria-label={t('earningLines')} className="divide-y divide-line">
        {items.map((line) => (
          <CardRow key={keyOf(line)} line={line} />
        ))}
      </ul>
    )
  }
  return (
    <Table label={t('earningLines')}>
      <TableHead>
        <HeadCell>{t('hour')}</HeadCell>
        <HeadCell>{t('range')}</HeadCell>
        <HeadCell align="end">{t('messages')}</HeadCell>
        <HeadCell align="end" className="max-xl:hidden">
          {t('segments')}
        </HeadCell>
        <HeadCell align="end">{t('earned')}</HeadCell>
        <HeadCell align="end" className="max-lg:hidden">
          {t('settled')}
        </HeadCell>
        <HeadCell>{t('state')}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((line, index) => (
          <TableRow
            key={keyOf(line)}
            line={line}
            isFirst={startsHour(items, index)}
            isLast={startsHour(items, index + 1)}
          />
        ))}
      </TableBody>
    </Table>
  )
}
