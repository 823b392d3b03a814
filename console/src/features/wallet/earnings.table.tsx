// Earnings by range and hour, each line of which opens to the messages that it sums up.
import { Link } from '@tanstack/react-router'
import type { CallOutput } from '../../lib/api.ts'
import { hourText, searchOfHour } from '../../lib/hour.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { CountText, RateText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { t } from './wallet.texts.ts'

type EarningLine = CallOutput<'wallet.earnings'>['items'][number]

const states = {
  open: { text: 'open', tone: 'accent' },
  waiting: { text: 'waiting', tone: 'neutral' },
  settled: { text: 'settledState', tone: 'warn' },
  matured: { text: 'matured', tone: 'good' },
} as const satisfies Record<EarningLine['state'], { text: Parameters<typeof t>[0]; tone: Tone }>

function EarningRow({ line }: { line: EarningLine }) {
  const { text, tone } = states[line.state]
  const hour = hourText(line.hour)
  return (
    <Row className="relative transition-colors hover:bg-hover/60" data-list-row="">
      <Cell className="whitespace-nowrap">
        <Link
          to="/inbox"
          search={searchOfHour(line.range.id, line.hour)}
          data-list-item=""
          aria-label={t('showMessages', { range: line.range.name, hour })}
          className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          <bdi dir="ltr" className="tabular-nums">
            {hour}
          </bdi>
        </Link>
      </Cell>
      <Cell className="max-w-44 truncate text-ink-soft">{line.range.name}</Cell>
      <Cell align="end">
        <CountText value={line.messages} />
      </Cell>
      <Cell align="end" className="text-ink-soft">
        <CountText value={line.segments} />
      </Cell>
      <Cell align="end" className="font-medium">
        <RateText value={line.earned} />
      </Cell>
      <Cell align="end" className="text-ink-soft">
        <RateText value={line.settled} />
      </Cell>
      <Cell className="whitespace-nowrap">
        <Badge tone={tone} dot>
          {t(text)}
        </Badge>
        {line.state === 'settled' && line.maturesAt !== null && (
          <span className="ms-2 text-xs text-ink-soft">
            <RelativeTime iso={line.maturesAt} className="relative z-1" />
          </span>
        )}
      </Cell>
    </Row>
  )
}

export function EarningsTable({ items }: { items: readonly EarningLine[] }) {
  return (
    <Table label={t('earningLines')}>
      <TableHead>
        <HeadCell>{t('hour')}</HeadCell>
        <HeadCell>{t('range')}</HeadCell>
        <HeadCell align="end">{t('messages')}</HeadCell>
        <HeadCell align="end">{t('segments')}</HeadCell>
        <HeadCell align="end">{t('earned')}</HeadCell>
        <HeadCell align="end">{t('settled')}</HeadCell>
        <HeadCell>{t('state')}</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((line) => (
          <EarningRow key={`${line.range.id} ${line.hour}`} line={line} />
        ))}
      </TableBody>
    </Table>
  )
}
