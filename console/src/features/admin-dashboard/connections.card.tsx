// Every connection with what it does right now, those in trouble first: a table where there is room, cards on phones.
import { Link } from '@tanstack/react-router'
import { RadioTower } from 'lucide-react'
import { serverText } from '../../i18n/server-texts.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { Badge, StatusDot } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CountText } from '../../ui/figures.tsx'
import { formatDuration } from '../../ui/measures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx'
import { stateTones } from '../carriers/connections.rules.ts'
import { t as connectionText } from '../carriers/connections.texts.ts'
import { t } from './admin-dashboard.texts.ts'
import type { Traffic } from './traffic.card.tsx'

type Connection = Traffic['connections'][number]
type ItemProps = { connection: Connection }

function State({ connection: { state } }: ItemProps) {
  const tone = stateTones[state]
  return (
    <span title={connectionText(`${state}Hint`)}>
      <Badge tone={tone}>
        <StatusDot tone={tone} pulse={state === 'connecting'} />
        {connectionText(state)}
      </Badge>
    </span>
  )
}

function Name({ connection: { id, name, carrier, carrierId } }: ItemProps) {
  return (
    <>
      <Link
        to="/carriers"
        search={{ carrier: carrierId, connection: id }}
        className="block truncate font-medium after:absolute after:inset-0"
      >
        <bdi>{name}</bdi>
      </Link>
      <bdi className="block truncate text-xs text-ink-soft">{carrier}</bdi>
    </>
  )
}

function Rate({ connection: { name, perSecond, recent } }: ItemProps) {
  return (
    <span className="inline-flex items-center justify-end gap-3">
      {recent.length > 1 && (
        <Sparkline label={t('overMinutes', { name })} values={recent} className="h-5 w-16 max-lg:hidden" />
      )}
      {perSecond === null ? <span className="text-ink-faint">–</span> : <CountText value={perSecond} />}
    </span>
  )
}

function Delay({ connection: { lagMs } }: ItemProps) {
  return lagMs === null ? <span className="text-ink-faint">–</span> : <bdi dir="ltr">{formatDuration(lagMs)}</bdi>
}

function LastMessage({ connection: { lastMessageAt } }: ItemProps) {
  if (lastMessageAt === null) return <span className="text-ink-faint">{t('never')}</span>
  return <RelativeTime iso={lastMessageAt} className="relative z-1" />
}

function LastError({ connection: { lastError, lastErrorAt } }: ItemProps) {
  if (lastError === null) return <span className="text-ink-faint">{t('noError')}</span>
  return (
    <>
      <bdi dir="auto" className="block truncate" title={serverText(lastError)}>
        {serverText(lastError)}
      </bdi>
      {lastErrorAt !== null && <RelativeTime iso={lastErrorAt} className="relative z-1 text-xs text-ink-soft" />}
    </>
  )
}

function TableRow({ connection }: ItemProps) {
  return (
    <Row className="relative transition-colors hover:bg-hover/60">
      <Cell className="max-w-56 min-w-36">
        <Name connection={connection} />
      </Cell>
      <Cell>
        <State connection={connection} />
      </Cell>
      <Cell align="end">
        <Rate connection={connection} />
      </Cell>
      <Cell align="end" className="whitespace-nowrap">
        <Delay connection={connection} />
      </Cell>
      <Cell align="end">
        <CountText value={connection.messages24h} />
      </Cell>
      <Cell className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
        <LastMessage connection={connection} />
      </Cell>
      <Cell className="w-full max-w-0 min-w-40 text-[0.8125rem]">
        <LastError connection={connection} />
      </Cell>
    </Row>
  )
}

function CardItem({ connection }: ItemProps) {
  return (
    <li className="relative flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 text-sm">
          <Name connection={connection} />
        </div>
        <State connection={connection} />
      </div>
      <dl className="grid grid-cols-3 gap-3 text-[0.8125rem]">
        <Fact label={t('rate')}>
          <Rate connection={connection} />
        </Fact>
        <Fact label={t('lag')}>
          <Delay connection={connection} />
        </Fact>
        <Fact label={t('lastMessage')}>
          <LastMessage connection={connection} />
        </Fact>
      </dl>
      {connection.lastError !== null && (
        <div className="text-[0.8125rem] text-ink-soft">
          <LastError connection={connection} />
        </div>
      )}
    </li>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

function ConnectionsTable({ connections }: { connections: readonly Connection[] }) {
  return (
    <Table label={t('connectionsList')}>
      <TableHead>
        <HeadCell>{t('connection')}</HeadCell>
        <HeadCell>{t('state')}</HeadCell>
        <HeadCell align="end">{t('rate')}</HeadCell>
        <HeadCell align="end" title={t('lagHint')}>
          {t('lag')}
        </HeadCell>
        <HeadCell align="end">{t('last24h')}</HeadCell>
        <HeadCell>{t('lastMessage')}</HeadCell>
        <HeadCell>{t('lastError')}</HeadCell>
      </TableHead>
      <TableBody>
        {connections.map((connection) => (
          <TableRow key={connection.id} connection={connection} />
        ))}
      </TableBody>
    </Table>
  )
}

export function ConnectionsCard({ connections }: { connections: readonly Connection[] | undefined }) {
  const isNarrow = useNarrow()
  return (
    <Card title={t('connectionsTitle')} flush>
      {connections === undefined && <SkeletonRows rows={3} label={t('loading')} className="h-14.75" />}
      {connections?.length === 0 && (
        <EmptyState
          icon={<RadioTower />}
          title={t('noConnections')}
          description={t('noConnectionsHint')}
          action={
            <Link to="/carriers" className={buttonClass('primary')}>
              {t('toCarriers')}
            </Link>
          }
        />
      )}
      {connections !== undefined &&
        connections.length > 0 &&
        (isNarrow ? (
          <ul aria-label={t('connectionsList')} className="divide-y divide-line">
            {connections.map((connection) => (
              <CardItem key={connection.id} connection={connection} />
            ))}
          </ul>
        ) : (
          <ConnectionsTable connections={connections} />
        ))}
    </Card>
  )
}
