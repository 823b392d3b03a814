// The carriers by name, each with its state at a glance. What the counts of the list cannot tell (a connection that is
// down, or one that nobody uses) is read per carrier, only for those that are not entirely up.
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../lib/query.ts'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CountText } from '../../ui/figures.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { carrierTones, stateOfCarrier, type Carrier, type CarrierState } from './connections.rules.ts'
import { t } from './carriers.texts.ts'

export const renewEveryMs = 5_000

const stateTexts = {
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

/** The state of each, in order; null while one is not known. */
function useStates(carriers: readonly Carrier[]): (CarrierState | null)[] {
  const answers = useQueries({
    queries: carriers.map((carrier) => ({
      ...read('carriers.read', { params: { carrierId: carrier.id } }),
      enabled: stateOfCarrier(carrier, undefined) === null,
      refetchInterval: renewEveryMs,
    })),
  })
  return carriers.map((carrier, index) => {
    const byCounts = stateOfCarrier(carrier, undefined)
    return (
      byCounts ??
      stateOfCarrier(
        carrier,
        answers[index]?.data?.items.map(({ state }) => state),
      )
    )
  })
}

function CarrierRow({ carrier, state }: { carrier: Carrier; state: CarrierState | null }) {
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
      <Cell>{state === null ? <Skeleton className="h-5 w-16" /> : <CarrierStateBadge state={state} />}</Cell>
      <Cell className="whitespace-nowrap text-ink-soft tabular-nums max-md:hidden">
        {carrier.connections === 0 ? '–' : t('upOf', { up: carrier.connectionsUp, all: carrier.connections })}
      </Cell>
      <Cell align="end" className="max-sm:hidden">
        <CountText value={carrier.messages24h} />
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
  const states = useStates(carriers)
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
          {carriers.map((carrier, index) => (
            <CarrierRow key={carrier.id} carrier={carrier} state={states[index] ?? null} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
