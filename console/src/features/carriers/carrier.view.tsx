// One carrier: its state as a whole, its notes, and its connections.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cable, ChevronLeft, Ellipsis, Pencil, Plus, Power, PowerOff } from 'lucide-react'
import { formatDay } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { StatCard, StatRow } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { CountText, IdText } from '../../ui/figures.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CarrierStateBadge, renewEveryMs } from './carriers.list.tsx'
import { t } from './carriers.texts.ts'
import { ConnectionCard, type ConnectionActions } from './connection.card.tsx'
import type { CarrierDetails } from './connections.rules.ts'
import { useCarrierActivation } from './use-activation.ts'

export type CarrierActions = ConnectionActions & {
  onDialog: (dialog: 'edit' | 'deactivate' | 'add-connection') => void
}
type PartProps = { carrier: CarrierDetails; actions: CarrierActions }

/** One carrier, renewed while it is on screen. */
export function useCarrier(carrierId: string) {
  return useQuery({ ...read('carriers.read', { params: { carrierId } }), refetchInterval: renewEveryMs })
}

function AddButton({ label, actions }: { label: string; actions: CarrierActions }) {
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPointerEnter={actions.onWarm}
      onFocus={actions.onWarm}
      onClick={() => actions.onDialog('add-connection')}
    >
      {label}
    </Button>
  )
}

function BackLink() {
  return (
    <nav aria-label={t('back')} className="-mb-3">
      <Link
        to="/carriers"
        search={{}}
        className="inline-flex min-h-6 items-center gap-1 text-[0.8125rem] font-medium text-ink-soft hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden="true" />
        {t('back')}
      </Link>
    </nav>
  )
}

function Header({ carrier, actions }: PartProps) {
  const { name, isActive } = carrier
  const activating = useCarrierActivation(carrier)
  return (
    <PageHeader
      title={
        <span className="flex flex-wrap items-center gap-2.5">
          <bdi className="min-w-0 break-words">{name}</bdi>
          <span className="inline-flex tracking-normal">
            <CarrierStateBadge state={carrier.state} />
          </span>
        </span>
      }
      description={
        <span className="inline-flex flex-wrap items-center gap-x-4">
          <span>
            {t('created')} {formatDay(carrier.createdAt)}
          </span>
          <span className="inline-flex items-center gap-1">
            <IdText value={carrier.id} />
            <CopyButton text={carrier.id} label={t('copyCarrierId')} />
          </span>
        </span>
      }
      actions={
        <>
          <Button
            icon={<Pencil aria-hidden="true" />}
            onPointerEnter={actions.onWarm}
            onFocus={actions.onWarm}
            onClick={() => actions.onDialog('edit')}
          >
            {t('editCarrier')}
          </Button>
          {carrier.items.length > 0 && <AddButton label={t('addConnection')} actions={actions} />}
          <Menu
            trigger={
              <IconButton label={t('moreOf', { name })}>
                <Ellipsis aria-hidden="true" />
              </IconButton>
            }
            items={[
              isActive
                ? {
                    label: t('deactivate'),
                    icon: <PowerOff />,
                    tone: 'danger',
                    onSelect: () => actions.onDialog('deactivate'),
                  }
                : {
                    label: t('activate'),
                    icon: <Power />,
                    disabled: activating.isPending,
                    onSelect: () => activating.mutate(),
                  },
            ]}
          />
        </>
      }
    />
  )
}

function Figures({ carrier }: { carrier: CarrierDetails }) {
  return (
    <StatRow>
      <StatCard
        label={t('connections')}
        value={<CountText value={carrier.connections} />}
        note={carrier.connections > 0 && t('upOf', { up: carrier.connectionsUp, all: carrier.connections })}
      />
      <StatCard
        label={t('sessions')}
        value={<CountText value={carrier.items.reduce((sum, { boundSessions }) => sum + boundSessions, 0)} />}
      />
      <StatCard label={t('messages24h')} value={<CountText value={carrier.messages24h} />} />
      <StatCard
        label={t('lastMessage')}
        value={carrier.lastMessageAt === null ? t('never') : <RelativeTime iso={carrier.lastMessageAt} />}
      />
    </StatRow>
  )
}

function Connections({ carrier, actions }: PartProps) {
  if (carrier.items.length === 0) {
    return (
      <EmptyState
        size="page"
        icon={<Cable />}
        title={t('noConnections')}
        description={t('noConnectionsHint')}
        action={<AddButton label={t('addFirstConnection')} actions={actions} />}
      />
    )
  }
  return (
    <section aria-labelledby="connections-title" className="flex flex-col gap-4">
      <h2 id="connections-title" className="text-[0.9375rem] font-semibold">
        {t('connections')}
      </h2>
      {carrier.items.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} onOpen={actions.onOpen} onWarm={actions.onWarm} />
      ))}
    </section>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={t('loadingCarrier')} className="flex flex-col gap-5">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
    </div>
  )
}

export function CarrierView({ stored, actions }: { stored: ReturnType<typeof useCarrier>; actions: CarrierActions }) {
  const { data: carrier, error, isPending, isFetching, refetch } = stored
  return (
    <>
      <BackLink />
      {carrier === undefined && <h1 className="sr-only">{t('carrier')}</h1>}
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {t(carrier === undefined ? 'readFailed' : 'stale', { reason: error.message })}
        </ErrorBox>
      )}
      {isPending && <Loading />}
      {carrier !== undefined && (
        <>
          <Header carrier={carrier} actions={actions} />
          {!carrier.isActive && <NoticeBox>{t('carrierIsOff')}</NoticeBox>}
          {carrier.notes !== '' && (
            <p dir="auto" className="-mt-2 max-w-prose text-sm whitespace-pre-wrap text-ink-soft">
              {carrier.notes}
            </p>
          )}
          <Figures carrier={carrier} />
          <Connections carrier={carrier} actions={actions} />
        </>
      )}
    </>
  )
}
