// Everything about one connection, beside its carrier: its state, a test, its counters, its settings, its log. Renewed
// while it is open. No secret is ever shown here.
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, ScanText, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { IdText } from '../../ui/figures.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { renewEveryMs } from './carriers.list.tsx'
import type { HealthPeriod } from '@inrange/contract/carriers'
import { ConnectionLog } from './connection-log.tsx'
import { Settings } from './connection-settings.tsx'
import { useConnectionMenu, type ConnectionDialog } from './connection.card.tsx'
import {
  Counters,
  EndpointText,
  KindBadge,
  LastError,
  SessionsText,
  StateBadge,
  TestResult,
} from './connection.parts.tsx'
import type { Connection } from './connections.rules.ts'
import { t } from './connections.texts.ts'
import { Health } from './connection.health.tsx'
import { useConnectionTest, type ConnectionTest } from './use-connection-test.ts'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-end break-words">{children}</dd>
    </div>
  )
}

function Actions({ connection, test, onDialog, onTrace }: PartProps & { test: ConnectionTest; onTrace: () => void }) {
  const items = useConnectionMenu(connection, onDialog)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('moreOf', { name: connection.name })} side="top" className="me-auto">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={items}
        align="start"
      />
      <Button icon={<ScanText aria-hidden="true" />} onClick={onTrace}>
        {t('trace')}
      </Button>
      <Button icon={<Zap aria-hidden="true" />} busy={test.isBusy} onClick={test.run}>
        {t(test.isBusy ? 'testing' : 'runTest')}
      </Button>
      <Button variant="primary" icon={<Pencil aria-hidden="true" />} onClick={() => onDialog('edit-connection')}>
        {t('edit')}
      </Button>
    </>
  )
}

function Facts({ connection }: { connection: Connection }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {connection.kind !== 'http' && (
        <Fact label={t('sessions')}>
          <SessionsText connection={connection} />
        </Fact>
      )}
      <Fact label={t('lastMessage')}>
        {connection.lastMessageAt === null ? t('never') : <RelativeTime iso={connection.lastMessageAt} />}
      </Fact>
      <Fact label={t('created')}>{formatDay(connection.createdAt)}</Fact>
      <Fact label={t('connectionId')}>
        <span className="inline-flex items-center gap-1">
          <IdText value={connection.id} />
          <CopyButton text={connection.id} label={t('copyId')} />
        </span>
      </Fact>
    </dl>
  )
}

type PartProps = { connection: Connection; onDialog: (dialog: ConnectionDialog) => void }
type DetailsProps = {
  connectionId: string
  /** As the carrier's page knows it, shown until it is read. */
  listed: Connection | undefined
  logCursor: string | undefined
  onLogCursor: (cursor: string | undefined) => void
  period: HealthPeriod
  onPeriod: (period: HealthPeriod) => void
  onTrace: () => void
  onDialog: (dialog: ConnectionDialog) => void
  onClose: () => void
}

export function ConnectionDetailsDialog({ connectionId, listed, logCursor, onLogCursor, ...rest }: DetailsProps) {
  const stored = useQuery({
    ...read('connections.read', { params: { connectionId } }),
    refetchInterval: renewEveryMs,
  })
  const connection = stored.data ?? listed
  const test = useConnectionTest(connectionId)
  return (
    <Dialog
      layout="sheet"
      size="large"
      title={<bdi className="block min-w-0 truncate">{connection?.name ?? t('connection')}</bdi>}
      onClose={rest.onClose}
      footer={
        connection !== undefined && (
          <Actions connection={connection} test={test} onDialog={rest.onDialog} onTrace={rest.onTrace} />
        )
      }
    >
      {stored.error !== null && (
        <ErrorBox className="mb-5" onRetry={() => void stored.refetch()} retrying={stored.isFetching}>
          {t('readFailed', { reason: stored.error.message })}
        </ErrorBox>
      )}
      {connection === undefined && stored.isPending && <SkeletonRows rows={8} label={t('loading')} />}
      {connection !== undefined && (
        <div className="flex flex-col gap-6">
          <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="inline-flex gap-1.5">
              <KindBadge kind={connection.kind} />
              <StateBadge connection={connection} />
            </span>
            <EndpointText connection={connection} />
          </div>
          <TestResult test={test} />
          <LastError connection={connection} />
          <Health connection={connection} period={rest.period} onPeriod={rest.onPeriod} />
          <Section title={t('counters')}>
            <Counters counters={connection.counters} />
          </Section>
          <Facts connection={connection} />
          <Section title={t('settings')}>
            <Settings connection={connection} />
          </Section>
          <ConnectionLog connectionId={connectionId} cursor={logCursor} onCursor={onLogCursor} />
        </div>
      )}
    </Dialog>
  )
}
