// The carriers by name, each with its state at a glance and the shape of its last day.
import type { CarrierState } from '@inrange/contract/carriers'
import { Link } from '@tanstack/react-router'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { CountText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { carrierTones, type Carrier } from './connections.rules.ts'
import { t } from './carriers.texts.ts'

export const renewEveryMs = 5_000

export const stateTexts = {
  up: 'carrierUp',
  partial: 'carrierPartial',
  down: 'carrierDown',
  connecting: 'carrierConnecting',
  idle: 'carrierIdle',
  inactive: 'carrierInactive',
  without: 'carrierWithout',
  off: 'carrierOff',
} as const satisfies Record<CarrierState, string>

export function CarrierStateBadge({ state }: { state: CarrierState }) {
  const tone = carrierTones[state]
  return (
    <Badge tone={tone}>
      <StatusDot tone={tone} pulse={state === 'connecting'} />
      {t(stateTexts[state])}
    </Badge>
  )
}

function CarrierRow({ carrier }: { carrier: Carrier }) {
  return (
    <Row data-list-row className="relative">
      <Cell className="max-w-0 w-full">
        <Link
          to="/carriers"
          search={{ carrier: carrier.id }}
          data-list-item
          className="block min-h-6 truncate font-medium after:absolute after:inset-0 hover:text-accent-ink"
        >
          <bdi>{carrier.name}</bdi>
        </Link>
        {carrier.notes !== '' && (
          <bdi dir="auto" className="block truncate text-xs text-ink-soft">
            {carrier.notes}
          </bdi>
        )}
      </Cell>
      <Cell>
        <CarrierStateBadge state={carrier.state} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft tabular-nums max-md:hidden">
        {carrier.connections === 0 ? '–' : t('upOf', { up: carrier.connectionsUp, all: carrier.connections })}
      </Cell>
      <Cell align="end" className="max-sm:hidden">
        <span className="inline-flex items-center justify-end gap-3">
          <Sparkline label={t('messages24hByHour')} values={carrier.hours} className="max-lg:hidden" />
          <CountText value={carrier.messages24h} className="min-w-12" />
        </span>
      </Cell>
      <Cell align="end" className="whitespace-nowrap text-ink-soft">
        {carrier.lastMessageAt === null ? (
          t('never')
        ) : (
          <span className="relative z-1">
            <RelativeTime iso={carrier.lastMessageAt} />
          </span>
        )}
      </Cell>
    </Row>
  )
}

export function CarriersList({ carriers }: { carriers: readonly Carrier[] }) {
  return (
    <Card flush>
      <Table label={t('back')}>
        <TableHead>
          <HeadCell>{t('carrier')}</HeadCell>
          <HeadCell>{t('state')}</HeadCell>
          <HeadCell className="max-md:hidden">{t('connections')}</HeadCell>
          <HeadCell align="end" className="max-sm:hidden">
            {t('messages24h')}
          </HeadCell>
          <HeadCell align="end">{t('lastMessage')}</HeadCell>
        </TableHead>
        <TableBody>
          {carriers.map((carrier) => (
            <CarrierRow key={carrier.id} carrier={carrier} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
